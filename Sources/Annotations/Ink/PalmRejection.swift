/// Palm rejection: decides which recorded strokes are ink. The decision for a set of strokes does not depend on their
/// order.
///
/// The first rule that applies to a stroke decides:
///  1. A stroke without touches is dropped.
///  2. A cancelled stroke is dropped, and ignored for the other rules.
///  3. A finger stroke that is in progress when a stylus lands is dropped.
///  4. A finger stroke that overlaps a stylus stroke in time, extended by a margin before and after, is dropped.
///
/// A stylus stroke is never dropped because of a finger stroke.
package struct PalmRejection: Hashable, Sendable {
  /// Why a stroke was dropped.
  package enum Reason: String, Hashable, Sendable {
    case empty
    case cancelled
    case underWayWhenStylusLanded
    case overlapsStylus
  }

  /// A stroke that was dropped.
  package struct Dropped: Hashable, Sendable {
    /// Index of the stroke.
    package var stroke: Int
    package var reason: Reason
    /// Index of the stylus stroke that caused it; the earliest if there are several, then the lowest index.
    package var stylus: Int?
  }

  /// Margin in milliseconds before a stylus lands, since the palm often touches first.
  package var before = 500.0
  /// Margin in milliseconds after a stylus lifts, since the palm often leaves last.
  package var after = 500.0

  package init(before: Double = 500, after: Double = 500) {
    self.before = before
    self.after = after
  }

  /// - Returns: indices of the strokes to keep and the dropped strokes, both ascending. Each stroke is in one of them.
  package func decide(_ strokes: [TouchStroke]) -> (kept: [Int], dropped: [Dropped]) {
    // Ordered by start time, then by index.
    let styluses = strokes.indices
      .compactMap { index -> Contact? in
        guard strokes[index].input == .stylus, !strokes[index].isCancelled else { return nil }
        return strokes[index].duration.map { Contact(stroke: index, start: $0.lowerBound, end: $0.upperBound) }
      }
      .sorted { ($0.start, $0.stroke) < ($1.start, $1.stroke) }
    // Latest end time among the first n strokes, to find the first stroke that can overlap a finger stroke by binary
    // search.
    var latest: [Double] = []
    for contact in styluses { latest.append(max(latest.last ?? -.infinity, contact.end)) }

    var kept: [Int] = []
    var dropped: [Dropped] = []
    for index in strokes.indices {
      let stroke = strokes[index]
      if let duration = stroke.duration, !stroke.isCancelled {
        if stroke.input == .finger, let found = rival(of: duration, styluses, latest) {
          dropped.append(Dropped(stroke: index, reason: found.reason, stylus: found.stylus))
        } else {
          kept.append(index)
        }
      } else {
        dropped.append(Dropped(stroke: index, reason: stroke.touches.isEmpty ? .empty : .cancelled, stylus: nil))
      }
    }
    return (kept, dropped)
  }

  private struct Contact {
    var stroke: Int
    var start, end: Double
  }

  private func rival(
    of finger: ClosedRange<Double>, _ styluses: [Contact], _ latest: [Double]
  ) -> (reason: Reason, stylus: Int)? {
    if let landing = styluses[Self.firstIndex(styluses.count) { styluses[$0].start >= finger.lowerBound }...].first,
      landing.start <= finger.upperBound
    {
      return (.underWayWhenStylusLanded, landing.stroke)
    }
    // Only strokes that land before the end of the margin can overlap; the first of these that lifts late enough does.
    let first = Self.firstIndex(latest.count) { latest[$0] + after >= finger.lowerBound }
    guard first < styluses.count, styluses[first].start - before <= finger.upperBound else { return nil }
    return (.overlapsStylus, styluses[first].stroke)
  }

  /// Binary search: the first index below `count` for which `holds` is true, if it is true for all later ones; `count`
  /// if there is none.
  private static func firstIndex(_ count: Int, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
