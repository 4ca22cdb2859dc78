import Synchronization
import Web

/// Limits how often an address may fail to sign in. Kept in memory, per process; tokens are random and cannot be
/// guessed in any case, so that the limit saves work and makes attempts visible.
final class SignInLimit: Sendable {
  private struct Failures {
    var count = 0
    var until: ContinuousClock.Instant
  }
  private struct State {
    var failures: [String: Failures] = [:]
  }

  private let state = Mutex(State())
  private let limit: Int
  private let period: Duration
  /// Addresses that are stored; further ones are treated as one.
  private let capacity = 10_000

  init(limit: Int = 10, period: Duration = .seconds(60)) {
    self.limit = limit
    self.period = period
  }

  /// Seconds until the address may try again; nil if it may now.
  func wait(_ address: String?, now: ContinuousClock.Instant = .now) -> Int? {
    state.withLock { state in
      guard let entry = state.failures[key(address, state)], entry.until > now, entry.count >= limit else { return nil }
      return Int((entry.until - now).components.seconds) + 1
    }
  }

  func fail(_ address: String?, now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      if state.failures.count >= capacity { state.failures = state.failures.filter { $0.value.until > now } }
      let key = key(address, state)
      var entry = state.failures[key].flatMap { $0.until > now ? $0 : nil } ?? Failures(until: now + period)
      entry.count += 1
      state.failures[key] = entry
    }
  }

  private func key(_ address: String?, _ state: State) -> String {
    let address = ClientNetwork.name(of: address ?? "")
    return state.failures[address] != nil || state.failures.count < capacity ? address : ""
  }
}
