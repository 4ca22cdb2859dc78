import Synchronization

/// The connections of a client. Each has its own thread, because libcurl waits for the answer to a message without
/// returning to its caller.
final class SMTPConnectionPool: Sendable {
  private struct State {
    /// The last one was used last, so that as few connections as possible are open.
    var idle: [CurlLoop] = []
    var count = 0
    var waiters: [(number: Int, continuation: CheckedContinuation<CurlLoop?, Never>)] = []
    var nextNumber = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  init(count: Int) { limit = max(1, count) }

  /// Waits for a connection that is not in use. Returns nil if the task is cancelled.
  func acquire() async -> CurlLoop? {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enum Result {
          case loop(CurlLoop?)
          case wait
        }
        let result = state.withLock { state -> Result in
          if Task.isCancelled { return .loop(nil) }
          if let loop = state.idle.popLast() { return .loop(loop) }
          if state.count < limit {
            state.count += 1
            return .loop(CurlLoop(name: "smtp"))
          }
          state.waiters.append((number, continuation))
          return .wait
        }
        if case .loop(let loop) = result { continuation.resume(returning: loop) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: nil)
    }
  }

  func release(_ loop: CurlLoop) {
    let waiter = state.withLock { state -> CheckedContinuation<CurlLoop?, Never>? in
      if !state.waiters.isEmpty { return state.waiters.removeFirst().continuation }
      state.idle.append(loop)
      return nil
    }
    waiter?.resume(returning: loop)
  }

  /// Closes the connections that are not in use: a loop closes its connections when it is released.
  func closeIdle() {
    state.withLock { state in
      state.count -= state.idle.count
      state.idle = []
    }
  }
}
