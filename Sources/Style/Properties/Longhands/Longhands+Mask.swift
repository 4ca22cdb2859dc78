/// Masks (css-masking-1 §5). The layers are built when all lists are known; `inherit` copies all layers.
extension LonghandRows {
  mutating func addMasks() {
    addLayers(.maskImage, "mask-image") { $0.maskImage() }
    addLayers(.maskPositionX, "mask-position-x") { $0.positionAxis(.left, .right) }
    addLayers(.maskPositionY, "mask-position-y") { $0.positionAxis(.top, .bottom) }
    addLayers(.maskSize, "mask-size") { $0.backgroundSize() }
    addLayers(.maskRepeat, "mask-repeat") { $0.backgroundRepeat() }
    addLayers(.maskOrigin, "mask-origin") { $0.maskBox() }
    addLayers(.maskClip, "mask-clip") { $0.maskBox() ?? $0.identifier("no-clip") }
    addLayers(.maskComposite, "mask-composite") { $0.maskComposite() }
    addLayers(.maskMode, "mask-mode") { $0.maskMode() }
  }

  private mutating func addLayers(_ property: Property, _ name: String, layer: @escaping Longhand.Grammar) {
    add(property, name) {
      $0.maskLayers(layer).map { .list($0) }
    } compute: {
      $0.masks[property] = $0.items($1)
    } copy: {
      $0.paint.masks = $1.paint.masks
    } reset: {
      $0.masks[property] = nil
    }
  }
}
