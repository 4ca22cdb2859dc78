import Synchronization

/// An event that one task waits for, and that any thread may signal.
///
/// A signal without a waiter is kept for the next wait; further ones before that wait have no effect. A wait may also
/// end without a signal, so the caller must check what it waited for.
package final class AsyncEvent: Sendable {
  private struct State {
    var isSignalled = false
    var waiter: CheckedContinuation<Void, Never>?
  }
  private let state = Mutex(State())

  package init() {}

  /// Ends the wait, or the next one if nobody waits. Never blocks.
  package func signal() {
    let waiter = state.withLock { state in
      let waiter = state.waiter.take()
      state.isSignalled = waiter == nil
      return waiter
    }
    waiter?.resume()
  }

  /// Waits until the event is signalled, `duration` has passed, or the task is cancelled.
  package func wait(atMost duration: Duration) async {
    let timer = Task {
      if (try? await Task.sleep(for: duration)) != nil { signal() }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isSignalled = state.withLock { state in
          if state.isSignalled {
            state.isSignalled = false
            return true
          }
          state.waiter = continuation
          return false
        }
        if isSignalled { continuation.resume() }
      }
    } onCancel: {
      signal()
    }
    timer.cancel()
  }
}
