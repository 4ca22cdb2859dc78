/// Backgrounds and border images (css-backgrounds-3).
extension LonghandRows {
  mutating func addBackgrounds() {
    addColor(.backgroundColor, "background-color", \.paint.backgroundColor, .background, .firstLine) {
      $0.style.paint.backgroundColor = .transparent
      $0.style.currentColors.remove(.background)
    }
    addLayers(.backgroundImage, "background-image") { $0.keyword(.none) ?? $0.image() }
    addLayers(.backgroundPositionX, "background-position-x") { $0.positionAxis(.left, .right) }
    addLayers(.backgroundPositionY, "background-position-y") { $0.positionAxis(.top, .bottom) }
    addLayers(.backgroundSize, "background-size") { $0.backgroundSize() }
    addLayers(.backgroundRepeat, "background-repeat") { $0.backgroundRepeat() }
    addLayers(.backgroundOrigin, "background-origin") { $0.keyword(.borderBox, .paddingBox, .contentBox) }
    addLayers(.backgroundClip, "background-clip") {
      $0.keyword(.borderBox, .paddingBox, .contentBox, .text, .borderArea)
    }
    addLayers(.backgroundAttachment, "background-attachment") { $0.keyword(.scroll, .fixed, .local) }
    addLayers(.backgroundBlendMode, "background-blend-mode") { $0.blendMode() }
    addBorderImage(.border, "border-image", copy: { $0.paint.borderImage = $1.paint.borderImage })
    addBorderImage(.mask, "mask-border", copy: { $0.paint.maskBorder = $1.paint.maskBorder })
  }

  /// A comma-separated list with a value for each layer. The layers are built when all lists are known; `inherit`
  /// copies all layers.
  private mutating func addLayers(_ property: Property, _ name: String, layer: @escaping Longhand.Grammar) {
    add(property, name, .firstLine) {
      $0.commaSeparated(layer).map { .list($0) }
    } compute: {
      $0.backgrounds[property] = $0.items($1)
    } copy: {
      $0.paint.backgroundLayers = $1.paint.backgroundLayers
    } reset: {
      $0.backgrounds[property] = nil
    }
  }

  /// The longhands of `border-image` or `mask-border`, which is built when all of them are known; `inherit` copies the
  /// whole image.
  private mutating func addBorderImage(
    _ properties: BorderImageProperties, _ name: String,
    copy: @escaping Longhand.Copy
  ) {
    func add(_ property: Property, _ suffix: String, grammar: @escaping Longhand.Grammar) {
      self.add(
        property, name + suffix, grammar: grammar, compute: { $0.borderImages[property] = $1 }, copy: copy,
        reset: { $0.borderImages[property] = nil })
    }
    add(properties.source, "-source") { $0.keyword(.none) ?? $0.image() }
    add(properties.slice, "-slice") { $0.borderImageSlice() }
    add(properties.width, "-width") {
      $0.borderImageSides { $0.keyword(.auto) ?? $0.numeric([.number, .length, .percent], minimum: 0) }
    }
    add(properties.outset, "-outset") { $0.borderImageSides { $0.numeric([.number, .length], minimum: 0) } }
    add(properties.repetition, "-repeat") { $0.pair { $0.keyword(.stretch, .repeat, .round, .space) } }
    if let mode = properties.mode { add(mode, "-mode") { $0.identifier("alpha", "luminance") } }
  }
}

/// The longhands of `border-image` and those of `mask-border` (css-masking-1 §8).
struct BorderImageProperties: Sendable {
  let source, slice, width, outset, repetition: Property
  var mode: Property?

  static let border = BorderImageProperties(
    source: .borderImageSource, slice: .borderImageSlice, width: .borderImageWidth, outset: .borderImageOutset,
    repetition: .borderImageRepeat)
  static let mask = BorderImageProperties(
    source: .maskBorderSource, slice: .maskBorderSlice, width: .maskBorderWidth, outset: .maskBorderOutset,
    repetition: .maskBorderRepeat, mode: .maskBorderMode)

  /// The properties in the order of the shorthand.
  var all: [Property] { [source, slice, width, outset, repetition] + (mode.map { [$0] } ?? []) }
}
