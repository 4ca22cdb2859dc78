import Layout

extension SVGPath {
  func transformed(by transform: AffineTransform) -> SVGPath {
    guard transform != .identity else { return self }
    return SVGPath(
      segments: segments.map { segment in
        switch segment {
        case .move(let point): .move(transform.applied(to: point))
        case .line(let point): .line(transform.applied(to: point))
        case .curve(let control1, let control2, let end):
          .curve(transform.applied(to: control1), transform.applied(to: control2), transform.applied(to: end))
        case .close: .close
        }
      })
  }
}

extension AffineTransform {
  func applied(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f)
  }
}
