import Synchronization

/// Limits how often something happens for each of many keys, such as addresses: a bucket of tokens for each, in memory
/// only.
///
/// The number of keys is bounded. Beyond it, full buckets are removed first, then all of them: a flood of
/// addresses cannot fill the memory.
final class KeyedRateLimit<Key: Hashable & Sendable>: Sendable {
  private struct Bucket {
    var tokens: Double
    var updated: ContinuousClock.Instant
  }

  private let perMinute: Double
  private let burst: Double
  private let maximumKeys: Int
  private let buckets = Mutex<[Key: Bucket]>([:])

  init(perMinute: Int, burst: Int, maximumKeys: Int = 20_000) {
    self.perMinute = Double(perMinute)
    self.burst = Double(burst)
    self.maximumKeys = maximumKeys
  }

  /// Takes a token of the key.
  /// - Returns: nil if there was one, or the time until there is one.
  func take(_ key: Key, now: ContinuousClock.Instant = .now) -> Duration? {
    buckets.withLock { buckets in
      var bucket = buckets[key] ?? Bucket(tokens: burst, updated: now)
      bucket.tokens = refilled(bucket, now)
      bucket.updated = now
      let wait: Duration? = bucket.tokens >= 1 ? nil : .seconds((1 - bucket.tokens) * 60 / perMinute)
      if wait == nil { bucket.tokens -= 1 }
      if buckets[key] == nil, buckets.count >= maximumKeys {
        buckets = buckets.filter { refilled($0.value, now) < burst }
        if buckets.count >= maximumKeys { buckets = [:] }
      }
      buckets[key] = bucket
      return wait
    }
  }

  private func refilled(_ bucket: Bucket, _ now: ContinuousClock.Instant) -> Double {
    min(burst, bucket.tokens + (now - bucket.updated) / .seconds(60) * perMinute)
  }
}
