/// A point in CSS pixels; y points downwards.
package struct Point: Hashable, Sendable {
  package var x, y: Double
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
  package static let zero = Point(x: 0, y: 0)
}

/// Width and height in CSS pixels.
package struct Size: Hashable, Sendable {
  package var width, height: Double
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
  package static let zero = Size(width: 0, height: 0)
}

/// A rectangle in CSS pixels.
package struct Rect: Hashable, Sendable {
  package var x, y, width, height: Double
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
  package var maxX: Double { x + width }
  package var maxY: Double { y + height }
}
