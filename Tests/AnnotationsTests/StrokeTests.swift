import Foundation
import TestTraits
import Testing

@testable import Annotations

@Suite(.hangLimit) struct StrokeTests {
  /// A deterministic line with jitter.
  static let recorded: [Point] = (0..<500).map { index in
    let time = Double(index) / 40
    let tremble = Double((index * 7_919) % 13) / 13 - 0.5
    return Point(time * 10 + sin(time) * 30 + tremble, 200 + cos(time * 1.7) * 80 - tremble * 0.7)
  }

  /// The largest distance from the points and midpoints of `line` to `other`.
  static func deviation(of line: [Point], from other: [Point]) -> Double {
    var largest = 0.0
    for (a, b) in zip(line, line.dropFirst()) {
      for step in 0...4 {
        let point = a + (b - a) * (Double(step) / 4)
        let nearest = zip(other, other.dropFirst()).map { StrokeSmoothing.distance(point, $0, $1).distance }.min() ?? 0
        largest = max(largest, nearest)
      }
    }
    return largest
  }

  @Test(arguments: [0.1, 0.4, 1, 3])
  func smoothingStaysWithinItsTolerance(tolerance: Double) {
    let smooth = StrokeSmoothing(tolerance: tolerance).smooth(Ink.Stroke(Self.recorded)).points
    #expect(Self.deviation(of: smooth, from: Self.recorded) <= tolerance + 1e-9)
    #expect(Self.deviation(of: Self.recorded, from: smooth) <= tolerance + 1e-9)
    #expect(smooth.first == Self.recorded.first && smooth.last == Self.recorded.last)
  }

  @Test func smoothingRemovesJitterAndPoints() {
    func turning(_ points: [Point]) -> Double {
      zip(zip(points, points.dropFirst()), points.dropFirst(2)).reduce(0) { sum, next in
        let (a, b, c) = (next.0.0, next.0.1, next.1)
        return sum + abs(atan2(Point.cross(b - a, c - b), Point.dot(b - a, c - b)))
      }
    }
    let smooth = StrokeSmoothing(tolerance: 1).smooth(Ink.Stroke(Self.recorded)).points
    #expect(smooth.count < Self.recorded.count / 4)
    #expect(turning(smooth) < turning(Self.recorded) / 4)
  }

  @Test func smoothingIsDeterministic() {
    let smoothing = StrokeSmoothing(tolerance: 0.4)
    #expect(smoothing.smooth(Ink.Stroke(Self.recorded)) == smoothing.smooth(Ink.Stroke(Self.recorded)))
  }

  @Test func dotsAndShortLinesAreKept() {
    for count in 0...2 {
      let stroke = Ink.Stroke(Array(Self.recorded.prefix(count)))
      #expect(StrokeSmoothing(tolerance: 1).smooth(stroke) == stroke)
    }
  }

  @Test func widthFollowsForce() {
    #expect(PenWidth.widths(forces: [0, 0.5, 1], nominal: 4) == [2, 4, 6])
    #expect(PenWidth.widths(forces: [0.3, 0.3], nominal: 4).isEmpty)
  }

  @Test func widthsAreKeptWithPoints() {
    let widths = Self.recorded.indices.map { 1 + Double($0) / 1_300 }
    let smooth = StrokeSmoothing(tolerance: 0.4).smooth(Ink.Stroke(Self.recorded, widths: widths))
    #expect(smooth.widths.count == smooth.points.count)
    #expect(smooth.widths.first == widths.first && smooth.widths.last == widths.last)
    #expect(zip(smooth.widths, smooth.widths.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// Whether one of the shapes contains a point.
  @Test func outlinesCoverRoundPen() {
    let stroke = Ink.Stroke([Point(0, 0), Point(20, 0), Point(20, 15)], widths: [4, 8, 2])
    let outlines = StrokeOutline.outlines(of: stroke)
    func isCovered(_ point: Point) -> Bool {
      outlines.contains { outline in
        zip(outline, outline.dropFirst() + outline.prefix(1)).allSatisfy { Point.cross($1 - $0, point - $0) >= -1e-9 }
      }
    }
    // The radius is interpolated between points; chords can be up to 0.02 inside.
    for (part, radius) in [(0.0, 2.0), (0.5, 3.0), (1, 4.0)] {
      #expect(isCovered(Point(20 * part, 0.05 - radius)) && !isCovered(Point(20 * part, -0.15 - radius)))
    }
    #expect(isCovered(Point(-1.9, 0)) && !isCovered(Point(-2.1, 0)))
    #expect(isCovered(Point(20, 15.95)) && !isCovered(Point(20, 16.05)))
  }

  /// The angle between the points of a very large circle is too small for a number.
  @Test func hugeCirclesHaveFewPoints() {
    #expect(StrokeOutline.outlines(of: Ink.Stroke([Point(0, 0)], widths: [1e300]))[0].count == 64)
  }

  @Test func containedCircleIsIgnored() {
    let outlines = StrokeOutline.outlines(of: Ink.Stroke([Point(0, 0), Point(1, 0)], widths: [10, 2]))
    #expect(outlines.count == 1 && outlines[0].allSatisfy { ($0.length - 5).magnitude < 1e-9 })
  }
}
