/// A token bucket: `rate` tokens per second on average. The burst is one second's tokens, at least one.
struct RateBucket: Hashable, Sendable {
  private let rate: Double
  private var tokens: Double
  private var time: ContinuousClock.Instant?

  init(rate: Double) {
    self.rate = rate
    tokens = max(1, rate)
  }

  /// The whole tokens at a time.
  func available(at now: ContinuousClock.Instant) -> Int { max(0, Int(level(at: now))) }

  /// Whether the bucket has as many tokens as a new one.
  func isFull(at now: ContinuousClock.Instant) -> Bool { level(at: now) >= max(1, rate) }

  /// Takes a token, which may make the level negative.
  mutating func take(at now: ContinuousClock.Instant) {
    tokens = level(at: now) - 1
    time = now
  }

  private func level(at now: ContinuousClock.Instant) -> Double {
    guard let time else { return tokens }
    return min(max(1, rate), tokens + rate * max(0, (now - time) / .seconds(1)))
  }
}
