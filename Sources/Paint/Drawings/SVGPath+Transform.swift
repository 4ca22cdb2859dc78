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

extension SVGPath {
  /// The path in which subpaths without a length are so long that readers draw their caps (SVG 2 §13.5.4).
  var withDots: SVGPath {
    var dots: [Int] = []
    var start = Point(x: 0, y: 0)
    // The index of the first segment of a subpath that is a dot so far.
    var first: Int?
    func end(_ index: Int) { if let first, index > first { dots.append(first) } }
    for (index, segment) in segments.enumerated() {
      switch segment {
      case .move(let point):
        end(index)
        (start, first) = (point, index + 1)
      case .line(let point): if point != start { first = nil }
      case .curve(let control1, let control2, let point):
        if point != start || control1 != start || control2 != start { first = nil }
      case .close: break
      }
    }
    end(segments.count)
    guard !dots.isEmpty else { return self }
    // Only the first line of a dot remains: a closed subpath has no caps.
    var result: [Segment] = []
    var isDot = false
    var next = dots[...]
    for (index, segment) in segments.enumerated() {
      if case .move(let point) = segment {
        isDot = next.first == index + 1
        result.append(segment)
        if isDot {
          result.append(.line(Point(x: point.x + Self.dot, y: point.y)))
          next.removeFirst()
        }
      } else if !isDot {
        result.append(segment)
      }
    }
    return SVGPath(segments: result)
  }

  /// The length of the line that replaces a dot, px.
  private static let dot = 0.002
}

extension AffineTransform {
  func applied(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + e, y: b * point.x + d * point.y + f)
  }
}
