import Foundation
import Synchronization

/// Runs `work` on a thread with a stack of `size` bytes, because deep documents need more than a test's thread has.
package func onLargeStack<Value: Sendable>(_ size: Int = 64 << 20, _ work: @escaping @Sendable () -> Value) -> Value? {
  let result = Result<Value>()
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    result.value.withLock { $0 = work() }
    done.signal()
  }
  thread.stackSize = size
  thread.start()
  done.wait()
  return result.value.withLock { $0 }
}

private final class Result<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
