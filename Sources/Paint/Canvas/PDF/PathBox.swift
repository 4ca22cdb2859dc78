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
    let curve = CubicCurve(start: start, control1: control1, control2: control2, end: end)
    for t in curve.extremes(of: \.x) + curve.extremes(of: \.y) { add(curve.point(at: t)) }
    current = end
  }

  private func contains(_ point: Point) -> Bool {
    point.x >= left && point.x <= right && point.y >= top && point.y <= bottom
  }

  var rect: Rect {
    left <= right && top <= bottom
      ? Rect(x: left, y: top, width: right - left, height: bottom - top) : Rect(x: 0, y: 0, width: 0, height: 0)
  }
}
