import Layout

/// A cubic Bézier curve.
struct CubicCurve {
  let start: Point, control1: Point, control2: Point, end: Point

  /// - Parameter t: 0 at the start, 1 at the end.
  func point(at t: Double) -> Point {
    let u = 1 - t
    let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return Point(
      x: a * start.x + b * control1.x + c * control2.x + d * end.x,
      y: a * start.y + b * control1.y + c * control2.y + d * end.y)
  }

  /// Where the derivative of a coordinate is 0, between the start and the end.
  func extremes(of coordinate: KeyPath<Point, Double>) -> [Double] {
    let (a, b, c, d) = (
      start[keyPath: coordinate], control1[keyPath: coordinate], control2[keyPath: coordinate],
      end[keyPath: coordinate]
    )
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
}
