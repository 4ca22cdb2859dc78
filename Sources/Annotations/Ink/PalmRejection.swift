/// Decides which recorded strokes were meant as ink. Pure: the same strokes give the same decisions, in whatever order
/// they come.
///
/// The rules, for a stroke the first that holds:
///  1. a stroke without touches is dropped;
///  2. a cancelled stroke is dropped, and has no say in what follows;
///  3. a finger stroke that is under way when a stylus lands is dropped whole;
///  4. a finger stroke that overlaps a stylus stroke in time, widened by a margin before and after, is dropped.
/// A stylus stroke is never dropped for a finger's sake.
package struct PalmRejection: Hashable, Sendable {
  package enum Reason: String, Hashable, Sendable {
    case empty
    case cancelled
    case underWayWhenStylusLanded
    case overlapsStylus
  }

  package struct Dropped: Hashable, Sendable {
    /// Index of the stroke.
    package var stroke: Int
    package var reason: Reason
    /// Index of the stylus stroke that decided; of several the one that landed first, and then the first in order.
    package var stylus: Int?
  }

  /// Milliseconds before a stylus lands in which a finger stroke that ends there is dropped too: the palm comes down
  /// first.
  package var before = 500.0
  /// Milliseconds after a stylus lifts in which a finger stroke that begins there is dropped too: the palm leaves last.
  package var after = 500.0

  package init(before: Double = 500, after: Double = 500) {
    self.before = before
    self.after = after
  }

  /// - Returns: the strokes to keep and the dropped ones, both by index, ascending; each stroke is in one of them.
  package func decide(_ strokes: [TouchStroke]) -> (kept: [Int], dropped: [Dropped]) {
    // By landing; of those that land together, by index.
    let styluses = strokes.indices
      .compactMap { index -> Contact? in
        guard strokes[index].input == .stylus, !strokes[index].isCancelled else { return nil }
        return strokes[index].duration.map { Contact(stroke: index, start: $0.lowerBound, end: $0.upperBound) }
      }
      .sorted { ($0.start, $0.stroke) < ($1.start, $1.stroke) }
    // The latest lifting among the first n: says at once where none of them reaches a finger stroke.
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
    // Only those that land before the margin's end can overlap, and of these the first that lifts late enough does.
    let first = Self.firstIndex(latest.count) { latest[$0] + after >= finger.lowerBound }
    guard first < styluses.count, styluses[first].start - before <= finger.upperBound else { return nil }
    return (.overlapsStylus, styluses[first].stroke)
  }

  /// The first index below `count` for which `holds`, which holds for all after it; `count` where there is none.
  private static func firstIndex(_ count: Int, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
