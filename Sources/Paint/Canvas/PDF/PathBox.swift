import Layout

/// The box around a path, and its current point.
struct PathBox {
  private(set) var left = Double.infinity, top = Double.infinity
  private(set) var right = -Double.infinity, bottom = -Double.infinity
  private(set) var current = Point(x: 0, y: 0)

  mutating func add(_ point: Point) {
    left = min(left, point.x)
    right = max(right, point.x)
    top = min(top, point.y)
    bottom = max(bottom, point.y)
    current = point
  }

  /// Adds a cubic Bézier curve from the current point.
  mutating func add(_ control1: Point, _ control2: Point, _ end: Point) {
    let start = current
    add(end)
    // The curve is within the box around its four points.
    guard !contains(control1) || !contains(control2) else { return }
    for (a, b, c, d) in [(start.x, control1.x, control2.x, end.x), (start.y, control1.y, control2.y, end.y)] {
      for t in Self.extremes(a, b, c, d) {
        let u = 1 - t
        func at(_ p: Double, _ q: Double, _ r: Double, _ s: Double) -> Double {
          u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s
        }
        add(Point(x: at(start.x, control1.x, control2.x, end.x), y: at(start.y, control1.y, control2.y, end.y)))
      }
    }
    current = end
  }

  private func contains(_ point: Point) -> Bool {
    point.x >= left && point.x <= right && point.y >= top && point.y <= bottom
  }

  /// Where the derivative of a coordinate is 0, between 0 and 1.
  private static func extremes(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
    let (p, q, r) = (d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a)
    let roots: [Double]
    if abs(p) < 1e-12 {
      roots = abs(q) < 1e-12 ? [] : [-r / q]
    } else {
      let discriminant = q * q - 4 * p * r
      guard discriminant >= 0 else { return [] }
      let root = discriminant.squareRoot()
      roots = [(-q + root) / (2 * p), (-q - root) / (2 * p)]
    }
    return roots.filter { $0 > 0 && $0 < 1 }
  }

  var rect: Rect {
    left <= right && top <= bottom
      ? Rect(x: left, y: top, width: right - left, height: bottom - top) : Rect(x: 0, y: 0, width: 0, height: 0)
  }
}
