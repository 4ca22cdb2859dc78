import Glibc
import Layout

/// A straight line of a shape.
struct SVGSegment {
  let start, end: Point

  var length: Double { hypot(end.x - start.x, end.y - start.y) }

  /// The number of pairs of lines that cross each other, or come closer than the width of their strokes; neighbours do
  /// not count. Of many lines it is an estimate from pairs that are chosen by a fixed sequence, for which few pairs are
  /// as good as none.
  static func crossings(_ lines: [SVGSegment], width: Double) -> Double {
    guard lines.count > 64 else {
      return lines.indices.reduce(0) { sum, first in
        sum + Double(lines.indices.dropFirst(first + 2).count { lines[first].touches(lines[$0], width: width) })
      }
    }
    var state: UInt64 = 1
    func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(lines.count))
    }
    let tests = min(8192, 16 * lines.count)
    let hits = (0..<tests).count { _ in
      let (first, second) = (next(), next())
      return abs(first - second) > 1 && lines[first].touches(lines[second], width: width)
    }
    return hits < 4 ? 0 : Double(lines.count) * Double(lines.count) / 2 * Double(hits) / Double(tests)
  }

  /// Whether another line crosses it or is nearer than `width`.
  private func touches(_ other: SVGSegment, width: Double) -> Bool {
    let isApart =
      max(start.x, end.x) + width < min(other.start.x, other.end.x)
      || max(other.start.x, other.end.x) + width < min(start.x, end.x)
      || max(start.y, end.y) + width < min(other.start.y, other.end.y)
      || max(other.start.y, other.end.y) + width < min(start.y, end.y)
    if isApart { return false }
    if side(other.start) * side(other.end) <= 0, other.side(start) * other.side(end) <= 0 { return true }
    return min(distance(other.start), distance(other.end), other.distance(start), other.distance(end)) < width
  }

  /// A number whose sign tells on which side of the line a point is.
  private func side(_ point: Point) -> Double {
    (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
  }

  private func distance(_ point: Point) -> Double {
    let (x, y) = (end.x - start.x, end.y - start.y)
    let square = x * x + y * y
    let along = square > 0 ? ((point.x - start.x) * x + (point.y - start.y) * y) / square : 0
    let place = min(1, max(0, along))
    return hypot(start.x + place * x - point.x, start.y + place * y - point.y)
  }
}
