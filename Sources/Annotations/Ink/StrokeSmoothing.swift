/// Takes the trembling out of a recorded line, and the points that it can do without, and stays near it: no point of the
/// new line is further than `tolerance` from the recorded one, nor the other way round.
struct StrokeSmoothing {
  /// In the units of the points.
  var tolerance: Double

  /// - Parameters:
  ///   - points: with a width each, or none.
  /// - Returns: the new line; its ends are the recorded ones.
  func smooth(_ stroke: Ink.Stroke) -> Ink.Stroke {
    guard stroke.points.count > 2, tolerance > 0 else { return stroke }
    let points = averaged(stroke.points)
    let widths = stroke.widths.count == points.count ? averaged(stroke.widths) : []
    let kept = needed(points, widths)
    return Ink.Stroke(kept.map { points[$0] }, widths: widths.isEmpty ? [] : kept.map { widths[$0] })
  }

  /// Each point moved towards its neighbours, by at most half the tolerance: what lies between two points then moves by
  /// no more than that either.
  private func averaged(_ points: [Point]) -> [Point] {
    let limit = tolerance / 2
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

  /// How many points are looked at together, so that time stays in proportion to their number.
  private static let stretch = 512

  /// The points that must stay for the line to be within the other half of the tolerance (Douglas and Peucker's way),
  /// and its width within a tenth.
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
      var worst = 1.0, split: Int?
      for index in first + 1..<max(last, first + 1) {
        let (distance, part) = Self.distance(points[index], points[first], points[last])
        var fault = distance / (tolerance / 2)
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

  /// From a point to the way between two others, and the part of that way where it is nearest.
  static func distance(_ point: Point, _ a: Point, _ b: Point) -> (distance: Double, part: Double) {
    let way = b - a
    let square = Point.dot(way, way)
    let part = square > 0 ? min(max(Point.dot(point - a, way) / square, 0), 1) : 0
    return ((point - (a + way * part)).length, part)
  }
}
