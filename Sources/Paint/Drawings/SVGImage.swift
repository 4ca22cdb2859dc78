import Layout
import Markup
import Resources

/// An `image` element (SVG 2 §12.3), or the content of a `foreignObject` element.
struct SVGImage {
  enum Content {
    /// An image of the document.
    case stored(ImageID)
    /// An SVG file in a `data:` URL.
    case drawing(SVGDrawing, natural: Size?)
    /// Boxes of the page, by their element.
    case boxes(NodeID)
  }

  let content: Content
  var x = 0.0
  var y = 0.0
  /// It is nil for the natural size.
  var width: Double?
  var height: Double?
  var alignment = SVGAlignment()
  /// `image-rendering: pixelated`.
  var isPixelated = false

  var showsBoxes: Bool { if case .boxes = content { true } else { false } }

  /// The area of the element.
  /// - Parameter natural: the size of the image, if it has one.
  func area(_ natural: Size?) -> Rect {
    let ratio = natural.map { $0.height > 0 ? $0.width / $0.height : 1 } ?? 1
    let own = natural ?? Size(width: 300, height: 150)
    let width = width ?? height.map { $0 * ratio } ?? own.width
    let height = height ?? (self.width.map { $0 / ratio }) ?? own.height
    return Rect(x: x, y: y, width: width, height: height)
  }
}
