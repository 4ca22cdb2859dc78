/// Exponential backoff: the delay doubles each time up to a limit, with a jitter of 20 % so that many workers do not
/// retry at the same time.
package struct RetryDelay: Sendable {
  private let first: Duration
  private let limit: Duration
  /// Failures since the last success.
  package private(set) var failures = 0

  /// - Parameters:
  ///   - first: the delay after the first failure, before the jitter.
  ///   - limit: the longest delay, before the jitter.
  package init(first: Duration, limit: Duration) {
    self.first = first
    self.limit = limit
  }

  /// Counts a failure.
  /// - Returns: how long to wait before the next attempt.
  package mutating func next() -> Duration {
    let doubled = first * (1 << min(failures, 20))
    failures += 1
    return min(doubled, limit) * Double.random(in: 0.8...1.2)
  }

  /// Call it after a success.
  package mutating func reset() { failures = 0 }
}
