import TestTraits
import Testing

@testable import Annotations

@Suite(.hangLimit) struct PalmRejectionTests {
  static func stroke(_ input: TouchStroke.Input, _ start: Double, _ end: Double, cancelled: Bool = false) -> TouchStroke
  {
    TouchStroke(
      input, [Touch(time: start, x: 0, y: 0), Touch(time: end, x: 1, y: 1)], isCancelled: cancelled)
  }

  static func decide(_ strokes: [TouchStroke], before: Double = 100, after: Double = 200) -> [PalmRejection.Reason?] {
    let (kept, dropped) = PalmRejection(before: before, after: after).decide(strokes)
    return strokes.indices.map { index in
      kept.contains(index) ? nil : dropped.first { $0.stroke == index }?.reason
    }
  }

  @Test func fingerOverlappingStylusIsDropped() {
    #expect(
      Self.decide([Self.stroke(.stylus, 1_000, 2_000), Self.stroke(.finger, 1_500, 3_000)]) == [nil, .overlapsStylus])
    #expect(
      Self.decide([Self.stroke(.finger, 1_200, 1_300), Self.stroke(.stylus, 1_000, 2_000)]) == [.overlapsStylus, nil])
  }

  @Test(
    arguments: [
      (800.0, 899.0, nil), (800, 900, PalmRejection.Reason.overlapsStylus), (2_200, 2_300, .overlapsStylus),
      (2_201, 2_300, nil),
    ] as [(Double, Double, PalmRejection.Reason?)])
  func marginsApplyBeforeAndAfter(start: Double, end: Double, reason: PalmRejection.Reason?) {
    #expect(Self.decide([Self.stroke(.stylus, 1_000, 2_000), Self.stroke(.finger, start, end)]) == [nil, reason])
  }

  @Test func fingerInProgressWhenStylusLandsIsDropped() {
    let strokes = [Self.stroke(.finger, 0, 5_000), Self.stroke(.stylus, 4_000, 4_100)]
    #expect(Self.decide(strokes) == [.underWayWhenStylusLanded, nil])
  }

  @Test func cancelledStrokesAreDroppedAndIgnored() {
    let strokes = [Self.stroke(.stylus, 1_000, 2_000, cancelled: true), Self.stroke(.finger, 1_500, 1_600)]
    #expect(Self.decide(strokes) == [.cancelled, nil])
    #expect(Self.decide([Self.stroke(.finger, 0, 1, cancelled: true)]) == [.cancelled])
  }

  @Test func strokeWithoutTouchesIsDropped() {
    #expect(Self.decide([TouchStroke(.stylus, [])]) == [.empty])
  }

  @Test func fingersWithoutStylusAreKept() {
    #expect(Self.decide([Self.stroke(.finger, 0, 10), Self.stroke(.finger, 5, 20)]) == [nil, nil])
  }

  @Test func decidingStylusIsNamed() {
    let strokes = [
      Self.stroke(.stylus, 5_000, 6_000), Self.stroke(.stylus, 1_000, 4_950), Self.stroke(.finger, 5_010, 5_020),
    ]
    let dropped = PalmRejection(before: 100, after: 200).decide(strokes).dropped
    #expect(dropped == [PalmRejection.Dropped(stroke: 2, reason: .overlapsStylus, stylus: 1)])
  }

  /// The binary search gives the same result as comparing all pairs.
  @Test func searchEqualsComparisonOfAllPairs() {
    var state: UInt64 = 9
    func random(_ bound: UInt64) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double((state >> 33) % bound)
    }
    for _ in 0..<500 {
      let strokes = (0..<8).map { _ in
        let start = random(50)
        return Self.stroke(random(2) == 0 ? .stylus : .finger, start, start + random(12), cancelled: random(6) == 0)
      }
      let expected = strokes.map { stroke -> PalmRejection.Reason? in
        guard let own = stroke.duration, !stroke.isCancelled else { return .cancelled }
        guard stroke.input == .finger else { return nil }
        let styluses = strokes.filter { $0.input == .stylus && !$0.isCancelled }.compactMap(\.duration)
        if styluses.contains(where: { own.contains($0.lowerBound) }) { return .underWayWhenStylusLanded }
        let overlaps = styluses.contains { $0.lowerBound - 3 <= own.upperBound && own.lowerBound <= $0.upperBound + 4 }
        return overlaps ? .overlapsStylus : nil
      }
      #expect(Self.decide(strokes, before: 3, after: 4) == expected)
    }
  }
}
