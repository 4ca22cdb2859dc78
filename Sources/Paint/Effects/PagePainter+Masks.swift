import Layout
import Resources
import Style

/// The masks of a box that is painted as a group (css-masking-1).
extension PagePainter {
  /// The painter of `mask-border`; nil if there is none, or if its image cannot be shown.
  func maskBorder(_ root: Fragment, _ style: PaintStyle) -> (painter: BorderImagePainter, isLuminance: Bool)? {
    guard let mask = style.maskBorder else { return nil }
    let geometry = BoxGeometry(root, document.styles)
    let images = document.styles[Int(root.style.index)].text.images
    return BorderImagePainter(
      mask.image, images: images, canvas: canvas, pictures: pictures, border: geometry.border,
      widths: geometry.borderWidth, turn: turn(of: root)
    ).map { ($0, mask.isLuminance) }
  }

  /// The painter of `mask`; nil if there is none. The mask of a broken box is positioned on the whole box.
  func mask(_ index: PaintOrder.Index, _ style: PaintStyle) -> MaskPainter? {
    let layers = maskLayers(style)
    guard !layers.isEmpty else { return nil }
    var box = fragments[Int(index)]
    if let slice = sliced.slice(page: page, fragment: index) { box = slice.whole(box) }
    let geometry = BoxGeometry(box, document.styles)
    return MaskPainter(
      layers: layers, border: geometry.border, padding: geometry.padding,
      content: geometry.content(box, document.styles), pictures: pictures,
      images: document.styles[Int(box.style.index)].text.images, turn: turn(of: box))
  }

  /// How the vertical text in a box is turned; nil if it is horizontal.
  func turn(of box: Fragment) -> BoxTurn? { document.styles[Int(box.style.index)].text.vertical.turn }

  /// The layers of `mask`, and that of a `clipPath` element on top of them. References to elements that do not exist
  /// have no effect.
  private func maskLayers(_ style: PaintStyle) -> [MaskLayer] {
    var layers = style.masks.compactMap { layer -> MaskLayer? in
      guard let address = layer.element else { return layer }
      guard pictures.images.drawing(at: address) != nil else { return nil }
      // The positions and sizes of images do not apply to elements.
      var mask = MaskLayer(element: address, isClipped: true)
      mask.composite = layer.composite
      return mask
    }
    if case .element(let address)? = style.clipPath?.shape, pictures.images.drawing(at: address) != nil {
      var clip = MaskLayer(element: address, isClipped: false)
      if !layers.isEmpty { clip.composite = .intersect }
      layers.insert(clip, at: 0)
    }
    return layers
  }
}
