import Synchronization

/// Lets one task sleep until something happens, or for a while. A ring that nobody waits for is kept for the next wait;
/// now and then a wait ends without cause, so whoever wakes looks for itself.
final class Bell: Sendable {
  private struct State {
    var hasRung = false
    var sleeper: CheckedContinuation<Void, Never>?
  }
  private let state = Mutex(State())

  func ring() {
    let sleeper = state.withLock { state in
      let sleeper = state.sleeper.take()
      state.hasRung = sleeper == nil
      return sleeper
    }
    sleeper?.resume()
  }

  /// Sleeps until the bell rings, `duration` has passed, or the task is cancelled.
  func wait(atMost duration: Duration) async {
    let timer = Task {
      if (try? await Task.sleep(for: duration)) != nil { ring() }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.hasRung {
            state.hasRung = false
            return true
          }
          state.sleeper = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      ring()
    }
    timer.cancel()
  }
}
