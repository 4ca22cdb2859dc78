import Dispatch
import Glibc
import Synchronization

/// Runs the jobs of one actor on a thread of its own, so that blocking calls never hold up Swift's shared threads.
final class ThreadExecutor: SerialExecutor {
  private let queue: JobList

  /// - Throws: `PostgresError` where the system has no thread to give.
  init() throws(PostgresError) {
    let queue = JobList()
    self.queue = queue
    // The thread holds the list and not the executor, which therefore can go, and takes the thread with it.
    try startThread { queue.runUntilClosed() }
  }

  deinit { queue.close() }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.append(UnownedJob(job), executor: asUnownedSerialExecutor())
  }
}

/// The jobs that wait for the thread.
private final class JobList: Sendable {
  private struct State {
    var jobs: [(UnownedJob, UnownedSerialExecutor)] = []
    var isClosed = false
  }
  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)

  func append(_ job: UnownedJob, executor: UnownedSerialExecutor) {
    state.withLock { $0.jobs.append((job, executor)) }
    signal.signal()
  }

  func close() {
    state.withLock { $0.isClosed = true }
    signal.signal()
  }

  func runUntilClosed() {
    while true {
      signal.wait()
      let (jobs, isClosed) = state.withLock { state in
        let jobs = state.jobs
        state.jobs.removeAll(keepingCapacity: true)
        return (jobs, state.isClosed)
      }
      for (job, executor) in jobs { job.runSynchronously(on: executor) }
      if isClosed { return }
    }
  }
}

private final class ThreadBody {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a detached thread.
/// - Throws: `PostgresError` where the system has no thread to give.
func startThread(_ body: @escaping @Sendable () -> Void) throws(PostgresError) {
  let context = Unmanaged.passRetained(ThreadBody(body))
  var thread = pthread_t()
  let failure = pthread_create(
    &thread, nil,
    { context in
      guard let context else { return nil }
      Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }, context.toOpaque())
  guard failure == 0 else {
    context.release()
    throw PostgresError(
      code: .connectionFailed, message: "no thread for a connection: \(String(cString: strerror(failure)))")
  }
  pthread_detach(thread)
}

/// Runs blocking code on a thread of its own and waits for it without holding one of Swift's shared threads.
func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
  try await withCheckedThrowingContinuation { continuation in
    do {
      try startThread { continuation.resume(with: Result { try body() }) }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}
