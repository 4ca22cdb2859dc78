import Layout
import Markup

/// Boxes in drawings: the contents of `foreignObject` elements.
extension PagePainter {
  /// Whether the fragment of a hidden element is a drawing with visible elements.
  func isShownIfHidden(_ fragment: Fragment) -> Bool {
    guard case .image(let image) = fragment.content else { return false }
    let id = document.pages[page].images[Int(image)].image
    return (pictures.images.drawing(id) as? InlineSVG)?.isShownIfHidden == true
  }

  /// Paints an image, and the boxes in it where its drawing has them.
  func paintPicture(_ image: PlacedImage, _ fragment: Fragment, _ index: PaintOrder.Index) {
    guard let contexts = order.drawn[index] else { return paintImage(image, fragment) }
    let boxes = BoxesInDrawing { [unowned self] node, transform, isInGroup, canvas in
      let context = contexts.first { fragments[Int(order.contexts[Int($0)].root)].node == node }
      guard let context, let toPage = transform.inverse else { return }
      if canvas === self.canvas {
        paint(context, toPage, isInGroup: isInGroup)
        // What follows belongs to the drawing.
        if !isInGroup { beginMark(index) }
      } else {
        PagePainter(self, on: canvas, isSearching: false).paint(context, toPage, isInGroup: true)
      }
    }
    paintImage(image, fragment, boxes)
    // Of an image that another program draws, the order is not known.
    if !boxes.arePlaced { for context in contexts { paintContext(context) } }
  }

  /// Paints a context on a canvas with other coordinates.
  /// - Parameter toPage: from the coordinates of the page to those of the canvas.
  private func paint(_ context: PaintOrder.Index, _ toPage: AffineTransform, isInGroup: Bool) {
    guard canvas.canApply(toPage) else { return }
    if isInGroup { tags?.beginGroup() }
    text.flush()
    let outerBase = clipBase
    clipBase = clips.count
    canvas.save()
    canvas.transform(toPage)
    paintContext(context)
    text.flush()
    while clips.count > clipBase { popClip() }
    canvas.restore()
    clipBase = outerBase
    if isInGroup { tags?.endGroup() }
  }
}
