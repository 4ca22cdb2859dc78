/// Backgrounds, borders, shadows and transforms.
extension StyleComputer {
  mutating func applyPaint(_ value: Value, _ property: Property) {
    switch property {
    case .backgroundColor: style.paint.backgroundColor = color(value)
    case .backgroundImage, .backgroundPositionX, .backgroundPositionY, .backgroundSize, .backgroundRepeat,
      .backgroundOrigin, .backgroundClip, .backgroundAttachment:
      backgrounds[property] = items(value)
    case .borderTopColor: style.paint.borderColor.top = color(value)
    case .borderRightColor: style.paint.borderColor.right = color(value)
    case .borderBottomColor: style.paint.borderColor.bottom = color(value)
    case .borderLeftColor: style.paint.borderColor.left = color(value)
    case .borderTopLeftRadius: style.paint.borderRadius.topLeft = radius(value)
    case .borderTopRightRadius: style.paint.borderRadius.topRight = radius(value)
    case .borderBottomRightRadius: style.paint.borderRadius.bottomRight = radius(value)
    case .borderBottomLeftRadius: style.paint.borderRadius.bottomLeft = radius(value)
    case .borderImageSource, .borderImageSlice, .borderImageWidth, .borderImageOutset, .borderImageRepeat:
      borderImages[property] = value
    case .boxShadow: applyBoxShadow(value)
    case .outlineStyle: style.paint.outlineStyle = borderStyle(value)
    case .outlineWidth: style.paint.outlineWidth = positive(value)
    case .outlineColor: style.paint.outlineColor = color(value)
    case .outlineOffset: style.paint.outlineOffset = number(value)
    case .opacity: style.paint.opacity = Float(max(0, min(1, number(value))))
    case .transform:
      if case .transforms(let functions) = value {
        style.paint.transforms = functions.map { transform($0) }
      } else {
        style.paint.transforms = []
      }
    case .translate: individualTransforms.translate = transforms(value)
    case .rotate: individualTransforms.rotate = transforms(value)
    case .scale: individualTransforms.scale = transforms(value)
    case .transformOrigin: style.paint.transformOrigin = pair(value)
    case .mixBlendMode:
      if case .identifier(let name) = value { style.paint.blendMode = BlendMode(rawValue: name) }
    case .isolation: style.paint.isIsolated = value == .keyword(.isolate)
    case .clip: style.paint.clip = clipRect(value)
    case .clipPath: style.paint.clipPath = clipPath(value)
    default: break
    }
  }

  private func radius(_ value: Value) -> Pair<LengthPercentage> {
    guard case .list(let parts) = value, parts.count == 2 else { return Pair(.zero, .zero) }
    return Pair(lengthPercentage(parts[0], isNonNegative: true), lengthPercentage(parts[1], isNonNegative: true))
  }

  private mutating func applyBoxShadow(_ value: Value) {
    guard case .shadows(let shadows) = value else {
      style.paint.boxShadows = []
      return
    }
    style.paint.boxShadows = shadows.map { shadow in
      let lengths = shadow.lengths
      return BoxShadow(
        x: number(lengths[0]), y: number(lengths[1]), blur: lengths.count > 2 ? positive(lengths[2]) : 0,
        spread: lengths.count > 3 ? number(lengths[3]) : 0,
        color: shadow.color?.resolve(current: style.text.color) ?? style.text.color, isInset: shadow.isInset)
    }
  }

  // MARK: - Transforms

  private func transforms(_ value: Value) -> [Transform] {
    if case .transforms(let functions) = value { return functions.map { transform($0) } }
    return []
  }

  private func transform(_ function: SpecifiedTransform) -> Transform {
    let arguments = function.arguments
    func argument(_ index: Int) -> Value { index < arguments.count ? arguments[index] : arguments[arguments.count - 1] }
    switch function.function {
    case .translate:
      return .translate(lengthPercentage(argument(0)), arguments.count > 1 ? lengthPercentage(argument(1)) : .zero)
    case .scale: return .scale(number(argument(0)), number(argument(1)))
    case .rotate: return .rotate(number(argument(0)))
    case .skew: return .skew(number(argument(0)), number(argument(1)))
    case .matrix:
      let n = (0..<6).map { number(argument($0)) }
      return .matrix(n[0], n[1], n[2], n[3], n[4], n[5])
    }
  }

  // MARK: - Layers

  /// Builds the layers from the longhands' lists (css-backgrounds-3 §2.1): there are as many as images, and shorter
  /// lists repeat.
  mutating func finishBackgrounds() {
    guard !backgrounds.isEmpty else { return }
    guard let images = backgrounds[.backgroundImage], images != [.keyword(.none)] else {
      // The last layer's clip is the colour's too.
      if let clip = backgrounds[.backgroundClip]?.last, area(clip) != .borderBox {
        var layer = BackgroundLayer(image: .none)
        layer.clip = area(clip)
        style.paint.backgroundLayers = [layer]
      }
      return
    }
    func item(_ property: Property, _ index: Int) -> Value? {
      guard let values = backgrounds[property], !values.isEmpty else { return nil }
      return values[index % values.count]
    }
    style.paint.backgroundLayers = images.indices.map { index in
      var layer = BackgroundLayer(image: image(images[index]))
      if let x = item(.backgroundPositionX, index) { layer.position.x = lengthPercentage(x) }
      if let y = item(.backgroundPositionY, index) { layer.position.y = lengthPercentage(y) }
      if let size = item(.backgroundSize, index) { layer.size = backgroundSize(size) }
      if case .list(let axes)? = backgroundRepeat(index), axes.count == 2 {
        layer.repetition = Pair(repetition(axes[0]), repetition(axes[1]))
      }
      if let origin = item(.backgroundOrigin, index) { layer.origin = area(origin) }
      if let clip = item(.backgroundClip, index) { layer.clip = area(clip) }
      layer.isFixed = item(.backgroundAttachment, index) == .keyword(.fixed)
      return layer
    }
  }

  private func backgroundRepeat(_ index: Int) -> Value? {
    guard let values = backgrounds[.backgroundRepeat], !values.isEmpty else { return nil }
    return values[index % values.count]
  }

  private func backgroundSize(_ value: Value) -> BackgroundLayer.Size {
    switch value {
    case .keyword(.contain): return .contain
    case .keyword(.cover): return .cover
    case .list(let parts) where parts.count == 2:
      let sizes = parts.map { $0 == .keyword(.auto) ? nil : lengthPercentage($0, isNonNegative: true) }
      return sizes[0] == nil && sizes[1] == nil ? .auto : .lengths(sizes[0], sizes[1])
    default: return .auto
    }
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

  mutating func finishBorderImage() {
    guard let source = borderImages[.borderImageSource], keyword(source) == nil else { return }
    var result = BorderImage(source: image(source))
    if case .list(let parts)? = borderImages[.borderImageSlice], parts.count == 5 {
      let slices = parts.prefix(4).map { value -> BorderImage.Slice in
        if case .percentage(let percent) = value { return .percent(percent) }
        return .number(number(value))
      }
      result.slice = Sides(top: slices[0], right: slices[1], bottom: slices[2], left: slices[3])
      result.fills = parts[4] == .keyword(.fill)
    }
    if case .list(let parts)? = borderImages[.borderImageWidth], parts.count == 4 {
      let widths = parts.map { value -> BorderImage.Width in
        switch value {
        case .keyword: .auto
        case .number(let factor): .number(factor)
        default: .length(lengthPercentage(value, isNonNegative: true))
        }
      }
      result.width = Sides(top: widths[0], right: widths[1], bottom: widths[2], left: widths[3])
    }
    if case .list(let parts)? = borderImages[.borderImageOutset], parts.count == 4 {
      let border = style.box.borderWidth
      let outsets = zip(parts, [border.top, border.right, border.bottom, border.left]).map { value, width in
        if case .number(let factor) = value { factor * width } else { positive(value) }
      }
      result.outset = Sides(top: outsets[0], right: outsets[1], bottom: outsets[2], left: outsets[3])
    }
    if case .list(let parts)? = borderImages[.borderImageRepeat], parts.count == 2 {
      result.repetition = Pair(borderRepetition(parts[0]), borderRepetition(parts[1]))
    }
    style.paint.borderImage = result
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
