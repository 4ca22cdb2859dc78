import Layout
import PDF

extension AffineTransform {
  var pdf: PDFMatrix { PDFMatrix(a: a, b: b, c: c, d: d, e: e, f: f) }

  /// It is nil if the transform is singular.
  var inverse: AffineTransform? {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    return AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      e: (c * f - d * e) / determinant, f: (b * e - a * f) / determinant)
  }

  func point(_ point: Point) -> Point { Point(x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f) }

  /// The box around a transformed rectangle.
  func box(of rect: Rect) -> Rect {
    let first = point(rect.topLeft)
    if b == 0, c == 0 {
      let last = Point(x: a * rect.maxX + e, y: d * rect.maxY + f)
      return Rect(
        x: min(first.x, last.x), y: min(first.y, last.y), width: abs(last.x - first.x), height: abs(last.y - first.y))
    }
    let points = [first, point(rect.topRight), point(rect.bottomRight), point(rect.bottomLeft)]
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }
}

extension Rect {
  var pdf: PDFRectangle { PDFRectangle(x0: x, y0: y, x1: maxX, y1: maxY) }

  /// The area that two rectangles have in common; its width or height is 0 if there is none.
  func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
  }
}
