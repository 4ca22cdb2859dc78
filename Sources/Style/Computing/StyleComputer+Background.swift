/// Background layers and border images, which are built when all of their longhands are known.
extension StyleComputer {
  /// Builds the layers from the lists of the longhands (css-backgrounds-3 §2.1). The number of images is the number of
  /// layers; shorter lists repeat.
  mutating func finishBackgrounds() {
    guard !backgrounds.isEmpty else { return }
    guard let images = backgrounds[.backgroundImage], images != [.keyword(.none)],
      !style.box.isPlainControl || images != [.url(UserAgentStylesheet.selectArrow)]
    else {
      // Without images there is one layer, whose clip applies to the colour too.
      if let clip = backgrounds[.backgroundClip]?.first, area(clip) != .borderBox {
        var layer = BackgroundLayer(image: .none)
        layer.clip = area(clip)
        style.paint.backgroundLayers = [layer]
      }
      return
    }
    style.paint.backgroundLayers = images.indices.map { index in
      var layer = BackgroundLayer(image: image(images[index]))
      place(
        &layer, Pair(item(backgrounds[.backgroundPositionX], index), item(backgrounds[.backgroundPositionY], index)),
        size: item(backgrounds[.backgroundSize], index), repetition: item(backgrounds[.backgroundRepeat], index))
      if let origin = item(backgrounds[.backgroundOrigin], index) { layer.origin = area(origin) }
      if let clip = item(backgrounds[.backgroundClip], index) { layer.clip = area(clip) }
      layer.isFixed = item(backgrounds[.backgroundAttachment], index) == .keyword(.fixed)
      if case .identifier(let name)? = item(backgrounds[.backgroundBlendMode], index) {
        layer.blendMode = BlendMode(rawValue: name)
      }
      return layer
    }
  }

  /// The value of a list for one layer.
  private func item(_ values: [Value]?, _ layer: Int) -> Value? {
    guard let values, !values.isEmpty else { return nil }
    return values[layer % values.count]
  }

  /// Sets position, size and repetition of a layer; nil is the initial value.
  private func place(_ layer: inout BackgroundLayer, _ position: Pair<Value?>, size: Value?, repetition: Value?) {
    if let x = position.x { layer.position.x = lengthPercentage(x) }
    if let y = position.y { layer.position.y = lengthPercentage(y) }
    if let size { layer.size = backgroundSize(size) }
    if case .list(let axes)? = repetition, axes.count == 2 {
      layer.repetition = Pair(self.repetition(axes[0]), self.repetition(axes[1]))
    }
  }

  private func backgroundSize(_ value: Value) -> BackgroundLayer.Size {
    switch value {
    case .keyword(.contain): return .contain
    case .keyword(.cover): return .cover
    case .list(let parts) where parts.count == 2:
      let (width, height) = (backgroundLength(parts[0]), backgroundLength(parts[1]))
      return width == nil && height == nil ? .auto : .lengths(width, height)
    default: return .auto
    }
  }

  private func backgroundLength(_ value: Value) -> LengthPercentage? {
    value == .keyword(.auto) ? nil : lengthPercentage(value, isNonNegative: true)
  }

  private func repetition(_ value: Value) -> BackgroundLayer.Repetition {
    switch keyword(value) {
    case .noRepeat?: .noRepeat
    case .space?: .space
    case .round?: .round
    default: .repeat
    }
  }

  private func area(_ value: Value) -> BackgroundLayer.Area {
    switch keyword(value) {
    case .paddingBox?: .paddingBox
    case .contentBox?: .contentBox
    case .text?: .text
    case .borderArea?: .borderArea
    default: .borderBox
    }
  }

  // MARK: - Masks

  /// Builds the layers of the mask (css-masking-1 §5).
  mutating func finishMasks() {
    guard let images = masks[.maskImage], images.contains(where: { $0 != .keyword(.none) }) else { return }
    style.paint.masks = images.indices.map { index in
      var layer = BackgroundLayer(image: image(images[index]))
      layer.origin = .borderBox
      place(
        &layer, Pair(item(masks[.maskPositionX], index), item(masks[.maskPositionY], index)),
        size: item(masks[.maskSize], index), repetition: item(masks[.maskRepeat], index))
      if let origin = item(masks[.maskOrigin], index) { layer.origin = area(origin) }
      let clip = item(masks[.maskClip], index)
      if let clip { layer.clip = area(clip) }
      var mask = MaskLayer(layer: layer)
      mask.isClipped = clip != .identifier("no-clip")
      mask.isLuminance = item(masks[.maskMode], index) == .identifier("luminance")
      if case .identifier(let name)? = item(masks[.maskComposite], index) {
        mask.composite = MaskLayer.Composite(rawValue: name) ?? .add
      }
      return mask
    }
  }

  // MARK: - Border images

  mutating func finishBorderImages() {
    guard !borderImages.isEmpty else { return }
    if let image = borderImage(.border) { style.paint.borderImage = image }
    if var image = borderImage(.mask) {
      // The initial values of the longhands differ (css-masking-1 §8.2, §8.3).
      if borderImages[.maskBorderSlice] == nil { image.slice = Sides(.number(0)) }
      if borderImages[.maskBorderWidth] == nil { image.width = Sides(.auto) }
      style.paint.maskBorder =
        borderImages[.maskBorderMode] == .identifier("luminance") ? .luminance(image) : .alpha(image)
    }
  }

  private func borderImage(_ properties: BorderImageProperties) -> BorderImage? {
    guard let source = borderImages[properties.source], keyword(source) == nil else { return nil }
    var result = BorderImage(source: image(source))
    if case .list(let parts)? = borderImages[properties.slice], parts.count == 5 {
      let slices = parts.prefix(4).map { value -> BorderImage.Slice in
        if case .percentage(let percent) = value { return .percent(percent) }
        return .number(number(value))
      }
      result.slice = Sides(top: slices[0], right: slices[1], bottom: slices[2], left: slices[3])
      result.fills = parts[4] == .keyword(.fill)
    }
    if case .list(let parts)? = borderImages[properties.width], parts.count == 4 {
      let widths = parts.map { value -> BorderImage.Width in
        switch value {
        case .keyword: .auto
        case .number(let factor): .number(factor)
        default: .length(lengthPercentage(value, isNonNegative: true))
        }
      }
      result.width = Sides(top: widths[0], right: widths[1], bottom: widths[2], left: widths[3])
    }
    if case .list(let parts)? = borderImages[properties.outset], parts.count == 4 {
      let border = style.box.borderWidth
      let outsets = zip(parts, [border.top, border.right, border.bottom, border.left]).map { value, width in
        if case .number(let factor) = value { factor * width } else { positive(value) }
      }
      result.outset = Sides(top: outsets[0], right: outsets[1], bottom: outsets[2], left: outsets[3])
    }
    if case .list(let parts)? = borderImages[properties.repetition], parts.count == 2 {
      result.repetition = Pair(borderRepetition(parts[0]), borderRepetition(parts[1]))
    }
    return result
  }

  private func borderRepetition(_ value: Value) -> BorderImage.Repetition {
    switch keyword(value) {
    case .repeat?: .repeat
    case .round?: .round
    case .space?: .space
    default: .stretch
    }
  }
}
