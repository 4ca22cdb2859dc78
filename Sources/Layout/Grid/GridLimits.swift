import Style

/// Limits of the tracks of grids, and of the searches for free cells.
extension LayoutContext {
  /// The most tracks, beyond one per item, that all spans of a container together may cover, and those of a document.
  /// The input determines spans, and each track takes time.
  static let spanBudget = 200_000
  static let documentSpanBudget = 1_000_000

  /// The tracks that the spans of a container may cover. It stays the same when the container is placed again.
  func spanBudget(of container: BoxID) -> Int {
    caches.spanBudgets[container] ?? min(Self.spanBudget, max(0, Self.documentSpanBudget - effort.spannedTracks))
  }

  /// Records the tracks that the spans of a container cover.
  mutating func recordSpans(of container: BoxID, budget: Int, left: Int) {
    guard left < budget, caches.spanBudgets[container] == nil else { return }
    caches.spanBudgets[container] = budget
    effort.spannedTracks += budget - max(0, left)
    if left < 0 { warn("grid_limit", "The items of a grid span too many tracks; some span one track only", container) }
  }

  /// Reduces a span to one track when the budget is used up.
  func afford(_ span: GridSpan, _ budget: inout Int) -> GridSpan {
    guard span.count > 1 else { return span }
    budget -= span.count - 1
    guard budget < 0 else { return span }
    switch span {
    case .tracks(let range): return .tracks(range.lowerBound..<range.lowerBound + 1)
    case .count: return .count(1)
    }
  }

  /// Moves an item next to the other tracks if the budget does not allow for the empty ones between them.
  ///
  /// - Parameter range: the tracks of the explicit grid and of preceding items.
  func afford(_ span: GridSpan, in range: inout Range<Int>, _ budget: inout Int) -> GridSpan {
    guard case .tracks(var tracks) = span else { return span }
    let between = max(0, tracks.lowerBound - range.upperBound, range.lowerBound - tracks.upperBound)
    budget -= between
    if between > 0, budget < 0 {
      tracks =
        tracks.lowerBound >= range.upperBound
        ? range.upperBound..<range.upperBound + tracks.count : range.lowerBound - tracks.count..<range.lowerBound
    }
    range = min(range.lowerBound, tracks.lowerBound)..<max(range.upperBound, tracks.upperBound)
    return .tracks(tracks)
  }

  // MARK: - Searches for free cells

  /// Tracks that the searches of a container may visit: these numbers, and more for each item.
  private static let leastSteps = 1_000_000
  private static let leastStepsPerItem = 200
  private static let mostSteps = 10_000_000
  private static let mostStepsPerItem = 2_000
  /// Once the searches of a document have visited so many tracks, those of further containers may visit only the least
  /// numbers.
  private static let documentSteps = 50_000_000

  /// The tracks that the searches of a container may visit. The number stays the same when the container is placed
  /// again.
  func placementSteps(of container: BoxID, items: Int) -> Int {
    if let known = caches.placementSteps[container] { return known }
    let least = Self.leastSteps + Self.leastStepsPerItem * items
    let most = Self.mostSteps + Self.mostStepsPerItem * items
    return max(least, min(most, Self.documentSteps - effort.placementSteps))
  }

  /// Records the tracks that the searches of a container have visited, of those that they may visit.
  mutating func recordSteps(_ steps: Int, of most: Int, in container: BoxID) {
    guard steps > Self.leastSteps, caches.placementSteps[container] == nil else { return }
    caches.placementSteps[container] = most
    effort.placementSteps += steps
    if steps > most {
      warn("grid_limit", "The items of a grid take too long to place; some are placed after all others", container)
    }
  }
}
