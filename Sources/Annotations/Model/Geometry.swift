import Foundation
import PDF

/// A point or vector in default user space.
package struct Point: Hashable, Sendable {
  package var x, y: Double

  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }

  var length: Double { (x * x + y * y).squareRoot() }
  /// Unit vector in the same direction; (1, 0) for a zero vector.
  var unit: Point { length > 1e-9 ? self * (1 / length) : Point(1, 0) }
  /// The vector rotated counterclockwise by 90 degrees.
  var normal: Point { Point(-y, x) }

  static func dot(_ a: Point, _ b: Point) -> Double { a.x * b.x + a.y * b.y }
  /// Positive if `b` is to the left of `a`.
  static func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }
  static func middle(_ a: Point, _ b: Point) -> Point { (a + b) * 0.5 }
}

/// Distances inwards from the sides of a rectangle, as in `/RD`.
package struct Insets: Hashable, Sendable {
  package var left, top, right, bottom: Double
  package static let none = Insets(left: 0, top: 0, right: 0, bottom: 0)

  package init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
}

extension PDFRectangle {
  /// The bounding box of points; nil without points.
  init?(around points: some Sequence<Point>) {
    var result: PDFRectangle?
    for point in points {
      result = result?.including(point) ?? PDFRectangle(x0: point.x, y0: point.y, x1: point.x, y1: point.y)
    }
    guard let result else { return nil }
    self = result
  }

  func including(_ point: Point) -> PDFRectangle {
    PDFRectangle(x0: min(x0, point.x), y0: min(y0, point.y), x1: max(x1, point.x), y1: max(y1, point.y))
  }

  func union(_ other: PDFRectangle) -> PDFRectangle {
    PDFRectangle(x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
  }

  /// The rectangle enlarged by `margin` on every side. A negative margin shrinks it to zero size at most.
  func expanded(by margin: Double) -> PDFRectangle {
    let (dx, dy) = (max(margin, -width / 2), max(margin, -height / 2))
    return PDFRectangle(x0: x0 - dx, y0: y0 - dy, x1: x1 + dx, y1: y1 + dy)
  }

  /// The rectangle without the insets; unchanged if nothing would remain.
  func inset(by insets: Insets) -> PDFRectangle {
    let (left, right) = (x0 + insets.left, x1 - insets.right)
    let (bottom, top) = (y0 + insets.bottom, y1 - insets.top)
    return left < right && bottom < top ? PDFRectangle(x0: left, y0: bottom, x1: right, y1: top) : self
  }

  func contains(_ other: PDFRectangle, tolerance: Double) -> Bool {
    other.x0 >= x0 - tolerance && other.y0 >= y0 - tolerance && other.x1 <= x1 + tolerance && other.y1 <= y1 + tolerance
  }

  var center: Point { Point((x0 + x1) / 2, (y0 + y1) / 2) }
  var corners: [Point] { [Point(x0, y0), Point(x1, y0), Point(x1, y1), Point(x0, y1)] }
}

/// Four points of `/QuadPoints` (ISO 32000-1, 12.5.6.10), in source order.
package struct Quadrilateral: Hashable, Sendable {
  private var first, second, third, fourth: Point

  package init(_ first: Point, _ second: Point, _ third: Point, _ fourth: Point) {
    self.first = first
    self.second = second
    self.third = third
    self.fourth = fourth
  }

  /// The corners in the order used by most writers: top left, top right, bottom left, bottom right.
  package init(_ rectangle: PDFRectangle) {
    self.init(
      Point(rectangle.x0, rectangle.y1), Point(rectangle.x1, rectangle.y1), Point(rectangle.x0, rectangle.y0),
      Point(rectangle.x1, rectangle.y0))
  }

  var all: [Point] { [first, second, third, fourth] }

  /// Whether it is an axis-aligned rectangle.
  var isRectangle: Bool {
    guard let box = PDFRectangle(around: all) else { return false }
    return all.allSatisfy { point in box.corners.contains { (point - $0).length < 0.01 } }
  }

  /// The corners relative to the text. The standard's order is around the quadrilateral, Acrobat's de facto order is by
  /// rows. They are distinguished by whether the two sides have the same direction. Text is not mirrored, so its top is
  /// to the left of its direction.
  var corners: (bottomLeft: Point, bottomRight: Point, topLeft: Point, topRight: Point) {
    let isByLines = Point.dot(second - first, fourth - third) >= 0
    let (a, b) = (first, second)
    let (c, d) = isByLines ? (third, fourth) : (fourth, third)
    let isFirstBelow = Point.cross(b - a, c - a) > 0
    return isFirstBelow ? (a, b, c, d) : (c, d, a, b)
  }
}

extension PDFMatrix {
  /// Counterclockwise rotation around `center`; multiples of 90 degrees are exact.
  static func rotation(degrees: Double, around center: Point) -> PDFMatrix {
    let turn = (degrees.truncatingRemainder(dividingBy: 360) + 360).truncatingRemainder(dividingBy: 360)
    let (sine, cosine): (Double, Double) =
      switch turn {
      case 0: (0, 1)
      case 90: (1, 0)
      case 180: (0, -1)
      case 270: (-1, 0)
      default: (sin(turn * .pi / 180), cos(turn * .pi / 180))
      }
    return PDFMatrix(
      a: cosine, b: sine, c: -sine, d: cosine, e: center.x - cosine * center.x + sine * center.y,
      f: center.y - sine * center.x - cosine * center.y)
  }

  func apply(_ point: Point) -> Point { Point(a * point.x + c * point.y + e, b * point.x + d * point.y + f) }
}
