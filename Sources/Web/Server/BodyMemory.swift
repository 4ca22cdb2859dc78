import Synchronization

/// Bounds the bytes of the bodies of all requests that a server is answering: each client may send a large one, and
/// handlers hold what they have read.
final class BodyMemory: Sendable {
  private struct State {
    /// The bytes that are held.
    var held = 0
    /// Callers of `waitUntilEmpty`.
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// - Throws: `Problem` if too much is held.
  func take(_ bytes: Int) throws(Problem) {
    let isFree = state.withLock { state in
      guard state.held + bytes <= limit else { return false }
      state.held += bytes
      return true
    }
    guard isFree else {
      throw Problem(
        .unavailable, "too many large requests are being answered; try again", headers: ["Retry-After": "1"])
    }
  }

  func give(_ bytes: Int) {
    let waiters = state.withLock { state in
      state.held -= bytes
      return state.held == 0 ? exchange(&state.waiters, with: []) : []
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until no bytes are held.
  func waitUntilEmpty() async {
    await withCheckedContinuation { waiter in
      let isEmpty = state.withLock { state in
        if state.held > 0 { state.waiters.append(waiter) }
        return state.held == 0
      }
      if isEmpty { waiter.resume() }
    }
  }
}
