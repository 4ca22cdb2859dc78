import Layout
import Markup

/// The boxes of a page that a drawing shows among its shapes: the contents of `foreignObject` elements.
final class BoxesInDrawing {
  /// Paints the box of an element.
  /// - Parameters:
  ///   - transform: from the coordinates of the canvas to those of the page.
  ///   - isInGroup: whether the canvas draws a group, whose content is tagged as a whole.
  typealias Painter = (_ node: NodeID, _ transform: AffineTransform, _ isInGroup: Bool, _ canvas: any Canvas) -> Void

  let paint: Painter
  /// Whether the drawing determines where and when the boxes are painted.
  var arePlaced = false

  init(_ paint: @escaping Painter) { self.paint = paint }
}
