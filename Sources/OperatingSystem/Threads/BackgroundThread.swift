import Dispatch
import Synchronization

/// A thread that computes something for other threads while they go on. It starts with the first work and never ends.
///
/// Dispatch queues cannot be used where documents are rendered: they read files of `/proc` that a sandboxed process
/// cannot open, and wait without end if the system refuses a thread.
package final class BackgroundThread: Sendable {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var isStarted = false
  }

  private let name: String
  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)

  /// The size of the stack in bytes. It counts towards the memory of a process, so that it is small.
  private static let stackSize = 256 << 10

  /// - Parameter name: shown by debuggers; cut off after 15 bytes.
  package init(name: String) { self.name = name }

  /// Lets the thread do some work, after all that it was given before.
  /// - Returns: whether it will; false if the system cannot create the thread.
  package func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    let isAccepted = state.withLock { state in
      if !state.isStarted { state.isStarted = start() }
      if state.isStarted { state.work.append(work) }
      return state.isStarted
    }
    if isAccepted { available.signal() }
    return isAccepted
  }

  private func start() -> Bool {
    do {
      try startThread(name: name, stackSize: Self.stackSize) { [self] in
        while true {
          available.wait()
          let next = state.withLock { $0.work.removeFirst() }
          next()
        }
      }
      return true
    } catch {
      return false
    }
  }
}
