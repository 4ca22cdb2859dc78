import Synchronization

/// A condition that becomes true once, and that any number of tasks can wait for.
final class Latch: Sendable {
  private struct State {
    var isSet = false
    var next = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }
  private let state = Mutex(State())

  var isSet: Bool { state.withLock { $0.isSet } }

  func set() {
    let waiters = state.withLock { state in
      state.isSet = true
      defer { state.waiters = [:] }
      return state.waiters.values.map { $0 }
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until the latch is set or the task is cancelled.
  func wait() async {
    let key = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.isSet || Task.isCancelled { return true }
          state.waiters[key] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: key) }?.resume()
    }
  }
}
