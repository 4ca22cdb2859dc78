import Foundation

/// Converts a stroke of varying width to filled outlines.
enum StrokeOutline {
  /// One closed outline for each pair of neighbouring points: the convex hull of two circles. Their union is the area
  /// covered by a round pen of varying width. Outlines overlap and are counterclockwise.
  static func outlines(of stroke: Ink.Stroke) -> [[Point]] {
    guard stroke.points.count == stroke.widths.count, let first = stroke.points.first else { return [] }
    guard stroke.points.count > 1 else { return [circle(first, stroke.widths[0] / 2)] }
    var outlines: [[Point]] = []
    for index in 1..<stroke.points.count {
      outlines.append(
        capsule(stroke.points[index - 1], stroke.widths[index - 1] / 2, stroke.points[index], stroke.widths[index] / 2))
    }
    return outlines
  }

  /// The convex hull of two circles.
  private static func capsule(_ a: Point, _ ra: Double, _ b: Point, _ rb: Double) -> [Point] {
    let way = b - a
    let distance = way.length
    // If one circle contains the other, it is the hull.
    guard distance > abs(ra - rb) + 1e-9 else { return ra >= rb ? circle(a, ra) : circle(b, rb) }
    let direction = atan2(way.y, way.x)
    // The tangents touch the circles at this angle from the connecting line.
    let angle = acos((ra - rb) / distance)
    return arc(b, rb, from: direction - angle, to: direction + angle)
      + arc(a, ra, from: direction + angle, to: direction + 2 * .pi - angle)
  }

  private static func circle(_ center: Point, _ radius: Double) -> [Point] {
    Array(arc(center, radius, from: 0, to: 2 * .pi).dropLast())
  }

  /// Maximum error of chords in units, about a third of a printer dot.
  private static let flatness = 0.04

  /// Points on an arc, spaced so that no chord deviates by more than `flatness`.
  private static func arc(_ center: Point, _ radius: Double, from start: Double, to end: Double) -> [Point] {
    let step = radius > flatness ? 2 * acos(1 - flatness / radius) : .pi
    // The step of a very large arc is 0.
    let count = Int(min(max(1, ((end - start) / step).rounded(.up)), 64))
    return (0...count).map { index in
      let angle = start + (end - start) * Double(index) / Double(count)
      return Point(center.x + radius * cos(angle), center.y + radius * sin(angle))
    }
  }
}
