/// A rectangle in default user space units, normalised: `x0 <= x1`, `y0 <= y1`.
package struct PDFRectangle: Hashable, Sendable {
  package var x0, y0, x1, y1: Double

  /// Two opposite corners in any order.
  package init(x0: Double, y0: Double, x1: Double, y1: Double) {
    (self.x0, self.x1) = (min(x0, x1), max(x0, x1))
    (self.y0, self.y1) = (min(y0, y1), max(y0, y1))
  }

  package var width: Double { x1 - x0 }
  package var height: Double { y1 - y0 }

  /// US Letter: the media box of a page without a valid one, as in other readers.
  package static let letter = PDFRectangle(x0: 0, y0: 0, x1: 612, y1: 792)

  /// Returns nil if the two have no area in common.
  func intersection(_ other: PDFRectangle) -> PDFRectangle? {
    let (left, right) = (max(x0, other.x0), min(x1, other.x1))
    let (bottom, top) = (max(y0, other.y0), min(y1, other.y1))
    return left < right && bottom < top ? PDFRectangle(x0: left, y0: bottom, x1: right, y1: top) : nil
  }
}

/// A page with its size attributes (ISO 32000-1, 7.7.3.3), including inherited ones.
package struct PDFPage: Hashable, Sendable {
  /// The index of the page, from 0.
  package var index: Int
  /// It is nil if the page is a direct object in its parent, which some programs write although it is not allowed.
  package var reference: PDFReference?
  /// `/MediaBox`, in units of user space.
  package var mediaBox: PDFRectangle
  /// The visible part, within the media box.
  package var cropBox: PDFRectangle
  /// Clockwise: 0, 90, 180 or 270 degrees.
  package var rotation: Int
  /// The length of a unit in 1/72 inch.
  package var userUnit: Double

  /// Width as seen, in points.
  package var width: Double { (rotation % 180 == 0 ? cropBox.width : cropBox.height) * userUnit }
  /// Height as seen, in points.
  package var height: Double { (rotation % 180 == 0 ? cropBox.height : cropBox.width) * userUnit }
}
