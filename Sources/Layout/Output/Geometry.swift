/// A point in CSS pixels; y points downwards.
package struct Point: Hashable, Sendable {
  package var x, y: Double
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
  /// The origin.
  package static let zero = Point(x: 0, y: 0)
}

/// Width and height in CSS pixels.
package struct Size: Hashable, Sendable {
  /// px.
  package var width, height: Double
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
  /// An empty size.
  package static let zero = Size(width: 0, height: 0)
}

/// A rectangle in CSS pixels.
package struct Rect: Hashable, Sendable {
  /// The top left corner and the size, px.
  package var x, y, width, height: Double
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
  /// The right edge, px.
  package var maxX: Double { x + width }
  /// The bottom edge, px.
  package var maxY: Double { y + height }

  /// The smallest rectangle around both.
  package func union(_ other: Rect) -> Rect {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle moved by `x` and `y`, px.
  package func offset(x: Double, y: Double) -> Rect {
    Rect(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}
