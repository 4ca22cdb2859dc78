import Synchronization

/// Limits how many processes for one kind of task run, and how many tasks wait for one.
final class ProcessSlots: Sendable {
  private struct State {
    var running = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let limit: Int
  private let queueLimit: Int
  private let state = Mutex(State())

  init(limit: Int, queueLimit: Int) {
    self.limit = limit
    self.queueLimit = queueLimit
  }

  /// Calls `body` when fewer than `limit` others run.
  /// - Throws: `RenderingError` `.busy` if too many wait; the errors of `body`.
  func run<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    try await begin()
    defer { end() }
    return try await body()
  }

  private func begin() async throws {
    let mayRun: Bool? = state.withLock { state in
      if state.running < limit {
        state.running += 1
        return true
      }
      return state.waiting.count < queueLimit ? false : nil
    }
    guard let mayRun else {
      throw RenderingError(code: .busy, message: "too many requests of this kind wait; try again later")
    }
    if mayRun { return }
    await withCheckedContinuation { continuation in
      let isNext = state.withLock { state in
        if state.running < limit {
          state.running += 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isNext { continuation.resume() }
    }
  }

  /// The slot of a task that is done goes to the next one that waits.
  private func end() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
