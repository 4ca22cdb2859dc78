import CLinux
import Dispatch
import Glibc
import Synchronization

/// Starts a detached thread.
///
/// The thread blocks all signals that can be sent to a process, so that they are delivered to other threads and writing
/// to a broken pipe is an error of `write`. Faults of the thread itself (`SIGSEGV` and the like) keep their effect.
///
/// - Parameters:
///   - name: shown by debuggers; cut off after 15 bytes.
///   - stackSize: in bytes; nil for the system's default.
/// - Throws: `SystemError` if the system cannot create a thread.
package func startThread(
  name: String, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
) throws(SystemError) {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
  let context = Unmanaged.passRetained(ThreadBody(name: name, run: body))
  var thread = pthread_t()
  let failure = pthread_create(
    &thread, &attributes,
    { context in
      guard let context else { return nil }
      let body = Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
      clinux_name_thread(body.name)
      clinux_block_signals()
      body.run()
      return nil
    }, context.toOpaque())
  guard failure == 0 else {
    context.release()
    throw SystemError("pthread_create", errno: failure)
  }
}

private final class ThreadBody {
  let name: String
  let run: @Sendable () -> Void

  init(name: String, run: @escaping @Sendable () -> Void) {
    self.name = name
    self.run = run
  }
}

/// Runs blocking code on a new thread, so that it does not occupy a thread of Swift's cooperative pool.
package func onThread<Value: Sendable>(
  name: String, _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    do {
      try startThread(name: name) { continuation.resume(with: Result { try body() }) }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}

/// Runs `work` on a thread with a stack of `size` bytes and waits for it.
///
/// Pango, libxml2 and image decoders expect the eight megabytes of a main thread; threads of Swift's cooperative pool
/// have less. Traps if the system cannot create a thread.
package func withLargeStack<Value: Sendable>(
  _ size: Int = 16 << 20, _ work: @escaping @Sendable () -> Value
) -> Value {
  let result = ResultBox<Value>()
  let done = DispatchSemaphore(value: 0)
  do {
    try startThread(name: "large stack", stackSize: size) {
      result.value.withLock { $0 = work() }
      done.signal()
    }
  } catch {
    fatalError("a thread with a stack of \(size) bytes cannot be created: \(error)")
  }
  done.wait()
  guard let value = result.value.withLock({ $0 }) else { preconditionFailure("the work has set no result") }
  return value
}

private final class ResultBox<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
