/// Background layers and border images, which are built when all of their longhands are known.
extension StyleComputer {
  /// Builds the layers from the lists of the longhands (css-backgrounds-3 §2.1). The number of images is the number of
  /// layers; shorter lists repeat.
  mutating func finishBackgrounds() {
    guard !backgrounds.isEmpty else { return }
    guard let images = backgrounds[.backgroundImage], images != [.keyword(.none)] else {
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
      if let x = layerValue(.backgroundPositionX, index) { layer.position.x = lengthPercentage(x) }
      if let y = layerValue(.backgroundPositionY, index) { layer.position.y = lengthPercentage(y) }
      if let size = layerValue(.backgroundSize, index) { layer.size = backgroundSize(size) }
      if case .list(let axes)? = layerValue(.backgroundRepeat, index), axes.count == 2 {
        layer.repetition = Pair(repetition(axes[0]), repetition(axes[1]))
      }
      if let origin = layerValue(.backgroundOrigin, index) { layer.origin = area(origin) }
      if let clip = layerValue(.backgroundClip, index) { layer.clip = area(clip) }
      layer.isFixed = layerValue(.backgroundAttachment, index) == .keyword(.fixed)
      return layer
    }
  }

  private func layerValue(_ property: Property, _ layer: Int) -> Value? {
    guard let values = backgrounds[property], !values.isEmpty else { return nil }
    return values[layer % values.count]
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
    default: .borderBox
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
