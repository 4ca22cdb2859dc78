import OperatingSystem
import Synchronization
import Web

/// The last pages that could not be drawn, so that a page which takes too long does not take that time for each request.
final class PictureFailures: Sendable {
  struct Key: Hashable {
    var sha256: String
    var page: Int
  }
  private struct State {
    var problems: [Key: (problem: Problem, until: ContinuousClock.Instant)] = [:]
    /// The oldest first.
    var order: [Key] = []
  }

  private let limit: Int
  private let lifetime: Duration
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limit: the number of pages that are kept.
  ///   - lifetime: after it a page is tried again, as the cause may have been the machine.
  init(limit: Int = 1000, lifetime: Duration = .seconds(600)) {
    self.limit = limit
    self.lifetime = lifetime
  }

  /// Throws the problem of a page that could not be drawn.
  func check(_ key: Key, at now: ContinuousClock.Instant = .now) throws(Problem) {
    if let known = state.withLock({ $0.problems[key] }), known.until > now { throw known.problem }
  }

  func insert(_ problem: Problem, for key: Key, at now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      if state.problems.updateValue((problem, now + lifetime), forKey: key) == nil { state.order.append(key) }
      if state.order.count > limit { state.problems[state.order.removeFirst()] = nil }
    }
  }
}
