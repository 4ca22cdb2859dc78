/// Smooths a recorded line and removes unneeded points. No point of either line is further than `tolerance` from the
/// other line.
struct StrokeSmoothing {
  /// Maximum distance, in the units of the points.
  var tolerance: Double

  /// - Returns: the smoothed line; its end points are unchanged.
  func smooth(_ stroke: Ink.Stroke) -> Ink.Stroke {
    guard stroke.points.count > 2, tolerance > 0 else { return stroke }
    let points = averaged(stroke.points)
    let widths = stroke.widths.count == points.count ? averaged(stroke.widths) : []
    let kept = needed(points, widths)
    return Ink.Stroke(kept.map { points[$0] }, widths: widths.isEmpty ? [] : kept.map { widths[$0] })
  }

  /// Fractions of the tolerance used by averaging and by thinning. Corners are more visible than a displacement, so
  /// averaging gets more.
  private static let averaging = 0.75, thinning = 0.2

  /// Moves each point towards its neighbours by at most a fraction of the tolerance, so that the line between two
  /// points also moves by no more than that.
  private func averaged(_ points: [Point]) -> [Point] {
    let limit = tolerance * Self.averaging
    var current = points
    for _ in 0..<3 {
      var next = current
      for index in 1..<points.count - 1 {
        let mean = (current[index - 1] + current[index] * 2 + current[index + 1]) * 0.25
        let shift = mean - points[index]
        next[index] = shift.length <= limit ? mean : points[index] + shift.unit * limit
      }
      current = next
    }
    return current
  }

  private func averaged(_ widths: [Double]) -> [Double] {
    var current = widths
    for _ in 0..<2 {
      var next = current
      for index in 1..<widths.count - 1 {
        next[index] = (current[index - 1] + current[index] * 2 + current[index + 1]) / 4
      }
      current = next
    }
    return current
  }

  /// Points per block; blocks keep the time linear in the number of points.
  private static let stretch = 512

  /// Indices of the points needed to keep the line within its fraction of the tolerance (Douglas–Peucker), and the
  /// width within a tenth.
  private func needed(_ points: [Point], _ widths: [Double]) -> [Int] {
    var isNeeded = [Bool](repeating: false, count: points.count)
    var waiting: [Range<Int>] = []
    for start in stride(from: 0, to: points.count - 1, by: Self.stretch) {
      waiting.append(start..<min(start + Self.stretch, points.count - 1))
    }
    for range in waiting {
      isNeeded[range.lowerBound] = true
      isNeeded[range.upperBound] = true
    }
    while let range = waiting.popLast() {
      let (first, last) = (range.lowerBound, range.upperBound)
      var worst = 1.0
      var split: Int?
      for index in first + 1..<max(last, first + 1) {
        let (distance, part) = Self.distance(points[index], points[first], points[last])
        var fault = distance / (tolerance * Self.thinning)
        if !widths.isEmpty {
          let width = widths[first] + (widths[last] - widths[first]) * part
          fault = max(fault, (widths[index] - width).magnitude / max(widths[index] * 0.1, 0.05))
        }
        if fault > worst { (worst, split) = (fault, index) }
      }
      guard let split else { continue }
      isNeeded[split] = true
      waiting += [first..<split, split..<last]
    }
    return points.indices.filter { isNeeded[$0] }
  }

  /// Distance from a point to a line segment, and the position of the nearest point on it.
  static func distance(_ point: Point, _ a: Point, _ b: Point) -> (distance: Double, part: Double) {
    let way = b - a
    let square = Point.dot(way, way)
    let part = square > 0 ? min(max(Point.dot(point - a, way) / square, 0), 1) : 0
    return ((point - (a + way * part)).length, part)
  }
}
