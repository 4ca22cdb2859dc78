import OperatingSystem
import Synchronization
import Web

/// The last pages that could not be drawn, so that a page which takes too long does not take that time for each request.
final class PictureFailures: Sendable {
  struct Key: Hashable {
    var sha256: String
    var page: Int
  }
  private struct Failure {
    var problem: Problem
    var until: ContinuousClock.Instant
    /// Pictures of this width, in pixels, and wider ones cannot be drawn.
    var width: Int
  }
  private struct State {
    var problems: [Key: Failure] = [:]
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

  /// Throws the problem of a page that could not be drawn so wide.
  func check(_ key: Key, width: Int = .max, at now: ContinuousClock.Instant = .now) throws(Problem) {
    if let known = state.withLock({ $0.problems[key] }), known.until > now, width >= known.width { throw known.problem }
  }

  /// - Parameter width: of pictures that cannot be drawn, in pixels; wider ones cannot either.
  func insert(_ problem: Problem, for key: Key, width: Int = 0, at now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      let known = state.problems[key].flatMap { $0.until > now ? $0.width : nil } ?? width
      let failure = Failure(problem: problem, until: now + lifetime, width: min(width, known))
      if state.problems.updateValue(failure, forKey: key) != nil { state.order.removeAll { $0 == key } }
      state.order.append(key)
      if state.order.count > limit { state.problems[state.order.removeFirst()] = nil }
    }
  }
}
