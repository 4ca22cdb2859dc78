import Layout
import Resources

extension SVGDrawing {
  /// Draws images of the document.
  typealias ImageDrawer = (_ image: Image, _ area: (Size?) -> Rect?, _ canvas: any Canvas) -> Void

  /// An image of the document.
  struct Image {
    let id: ImageID
    /// The pixels of an enlarged image are not smoothed.
    var isPixelated = false
  }

  /// Draws the image into an area.
  /// - Parameters:
  ///   - size: the size of an image without a view box; nil if it has none and adapts to any area.
  ///   - fonts: the fonts of the text.
  ///   - isClipped: whether nothing is drawn outside the area.
  ///   - layers: of the output.
  ///   - boxes: paints the contents of `foreignObject` elements.
  ///   - drawImage: draws the image of an `image` element.
  func draw(
    in area: Rect, size: Size?, fonts: FaceCache, isClipped: Bool = true, on canvas: any Canvas,
    layers: SVGLayerBudget = SVGLayerBudget(), boxes: BoxesInDrawing? = nil,
    drawImage: @escaping ImageDrawer = { _, _, _ in }
  ) {
    if isClipped {
      canvas.add(area)
      canvas.clip()
    }
    if let background { canvas.fill(area, background) }
    let transform: AffineTransform =
      if let viewBox {
        alignment.transform(from: viewBox, to: area)
      } else if let size {
        AffineTransform(a: area.width / size.width, d: area.height / size.height, e: area.x, f: area.y)
      } else {
        .translation(area.x, area.y)
      }
    guard canvas.canApply(transform) else { return }
    canvas.transform(transform)
    let viewport =
      viewBox.map { Size(width: $0.width, height: $0.height) } ?? size ?? Size(width: area.width, height: area.height)
    let painter = SVGPainter(self, fonts, canvas, viewport: viewport, layers: layers, drawImage: drawImage)
    painter.transforms = [transform]
    painter.boxes = boxes
    painter.draw(operations)
  }
}
