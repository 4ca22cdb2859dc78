/// Measures consecutive durations.
struct Stopwatch {
  private var start = ContinuousClock.now

  /// The time since the previous call, or since creation.
  mutating func lap() -> Duration {
    let now = ContinuousClock.now
    defer { start = now }
    return now - start
  }
}
