import Glibc
import Layout

/// A vertex of a path, with the directions of the path before and after it.
struct SVGVertex {
  let point: Point
  /// Radians.
  var incoming: Double?
  var outgoing: Double?

  /// The direction of a marker (SVG 2 §13.7.4): the bisector of both directions.
  var degrees: Double {
    guard let incoming, let outgoing else { return (incoming ?? outgoing ?? 0) * 180 / .pi }
    var turn = outgoing - incoming
    if turn > .pi { turn -= 2 * .pi }
    if turn < -.pi { turn += 2 * .pi }
    return (incoming + turn / 2) * 180 / .pi
  }
}

extension SVGPath {
  /// The vertices at the ends of its segments. A segment without a length has the direction of the one before it.
  var vertices: [SVGVertex] {
    var vertices: [SVGVertex] = []
    var start = 0
    var point = Point(x: 0, y: 0)
    func leave(_ direction: Double?) {
      if let direction, let last = vertices.indices.last, vertices[last].outgoing == nil {
        vertices[last].outgoing = direction
      }
    }
    func arrive(at end: Point, _ direction: Double?) {
      vertices.append(SVGVertex(point: end, incoming: direction ?? vertices.last?.incoming))
      point = end
    }
    for (index, segment) in segments.enumerated() {
      switch segment {
      case .move(let end):
        start = vertices.count
        vertices.append(SVGVertex(point: end))
        point = end
      case .line(let end):
        leave(Self.direction(point, end))
        arrive(at: end, Self.direction(point, end))
      case .curve(let control1, let control2, let end):
        leave(Self.direction(point, control1, control2, end))
        if inner.contains(index) {
          point = end
        } else {
          arrive(at: end, Self.direction(end, control2, control1, point).map { $0 > 0 ? $0 - .pi : $0 + .pi })
        }
      case .close:
        guard vertices.indices.contains(start) else { continue }
        let first = vertices[start].point
        let direction = Self.direction(point, first)
        leave(direction)
        arrive(at: first, direction)
        vertices[vertices.count - 1].outgoing = vertices[start].outgoing
        vertices[start].incoming = vertices[vertices.count - 1].incoming
      }
    }
    return vertices
  }

  /// The direction from a point to the first one that is elsewhere, within ±π.
  private static func direction(_ from: Point, _ others: Point...) -> Double? {
    others.first { $0 != from }.map { atan2($0.y - from.y, $0.x - from.x) }
  }
}
