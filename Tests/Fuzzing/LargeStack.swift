import Foundation

/// Runs `body` on a thread with a stack of `size` bytes: deep documents need more than a test's thread has.
package func onLargeStack(_ size: Int = 64 << 20, _ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.stackSize = size
  thread.start()
  done.wait()
}
