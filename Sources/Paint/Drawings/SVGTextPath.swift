import Glibc
import Layout
import Markup

/// The path of a `textPath` element as a line of points (SVG 2 §11.8).
struct SVGTextPath {
  /// The element that has the path.
  let source: NodeID
  /// The number of the `textPath` element in its text.
  var number = 0
  /// Where the text begins, from the start of the path.
  var start = 0.0
  /// The length of a unit in which the path's length is stated (`pathLength`).
  var scale = 1.0
  private let points: [Point]
  /// The distance of each point from the start of the path.
  private let distances: [Double]

  private static let maximumPoints = 20_000

  /// Fails if the path is longer than the limit.
  init?(_ path: SVGPath, of source: NodeID) {
    self.source = source
    var points: [Point] = []
    // The points at which subpaths begin. Text goes on there without a gap.
    var starts: Set<Int> = []
    var first = Point(x: 0, y: 0)
    for segment in path.segments {
      switch segment {
      case .move(let point):
        starts.insert(points.count)
        points.append(point)
        first = point
      case .line(let point): points.append(point)
      case .curve(let control1, let control2, let end):
        guard let start = points.last else { return nil }
        let curve = CubicCurve(start: start, control1: control1, control2: control2, end: end)
        for step in 1...32 { points.append(curve.point(at: Double(step) / 32)) }
      case .close: points.append(first)
      }
      guard points.count <= Self.maximumPoints else { return nil }
    }
    var distances: [Double] = []
    for (index, point) in points.enumerated() {
      let step =
        starts.contains(index) || index == 0 ? 0 : hypot(point.x - points[index - 1].x, point.y - points[index - 1].y)
      distances.append((distances.last ?? 0) + step)
    }
    (self.points, self.distances) = (points, distances)
    guard length.isFinite else { return nil }
  }

  var length: Double { distances.last ?? 0 }
  var end: Point? { points.last }

  /// The place at a distance from the start, and the direction there in degrees; nil if it is not on the path.
  func place(at distance: Double) -> (point: Point, angle: Double)? {
    guard distance >= 0, distance <= length, points.count > 1 else { return nil }
    var (low, high) = (0, points.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if distances[middle] <= distance { low = middle } else { high = middle }
    }
    let (from, to) = (points[low], points[high])
    let step = distances[high] - distances[low]
    let part = step > 0 ? (distance - distances[low]) / step : 0
    return (
      Point(x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y)),
      atan2(to.y - from.y, to.x - from.x) * 180 / .pi
    )
  }
}
