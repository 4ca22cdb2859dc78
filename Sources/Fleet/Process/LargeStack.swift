import Foundation
import Synchronization

/// Runs `work` to its end on a thread with a stack of `size` bytes: Pango, libxml2 and image decoders were written
/// for the eight megabytes of a main thread, and a task's thread promises less.
package func withLargeStack<Value: Sendable>(
  _ size: Int = 16 << 20, _ work: @escaping @Sendable () -> Value
) -> Value {
  let result = Handover<Value>()
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    result.put(work())
    done.signal()
  }
  thread.stackSize = size
  thread.start()
  done.wait()
  return result.take()
}

private final class Handover<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func put(_ new: Value) { value.withLock { $0 = new } }

  func take() -> Value {
    guard let value = value.withLock({ $0 }) else { preconditionFailure("taken before it was put") }
    return value
  }
}
