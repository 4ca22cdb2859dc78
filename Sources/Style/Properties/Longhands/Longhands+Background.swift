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
    addLayers(.backgroundClip, "background-clip") { $0.keyword(.borderBox, .paddingBox, .contentBox, .text) }
    addLayers(.backgroundAttachment, "background-attachment") { $0.keyword(.scroll, .fixed, .local) }
    addBorderImage(.borderImageSource, "border-image-source") { $0.keyword(.none) ?? $0.image() }
    addBorderImage(.borderImageSlice, "border-image-slice") { $0.borderImageSlice() }
    addBorderImage(.borderImageWidth, "border-image-width") {
      $0.borderImageSides { $0.keyword(.auto) ?? $0.numeric([.number, .length, .percent], minimum: 0) }
    }
    addBorderImage(.borderImageOutset, "border-image-outset") {
      $0.borderImageSides { $0.numeric([.number, .length], minimum: 0) }
    }
    addBorderImage(.borderImageRepeat, "border-image-repeat") {
      $0.pair { $0.keyword(.stretch, .repeat, .round, .space) }
    }
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

  /// A longhand of `border-image`, which is built when all of them are known; `inherit` copies the whole border image.
  private mutating func addBorderImage(_ property: Property, _ name: String, grammar: @escaping Longhand.Grammar) {
    add(property, name, grammar: grammar) {
      $0.borderImages[property] = $1
    } copy: {
      $0.paint.borderImage = $1.paint.borderImage
    } reset: {
      $0.borderImages[property] = nil
    }
  }
}
