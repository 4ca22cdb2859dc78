import Dispatch
import Synchronization

/// Runs the jobs of one actor on a dedicated thread, so that blocking calls do not occupy Swift's cooperative pool.
///
/// The thread ends when the executor is released. Until then it also is the parent of the child processes that the
/// actor starts: Linux reports the end of the parent thread to children that asked for it (`PR_SET_PDEATHSIG`).
package final class ThreadExecutor: SerialExecutor {
  private let queue: ExecutorQueue

  /// - Throws: `SystemError` if the system cannot create a thread.
  package init(name: String) throws(SystemError) {
    let queue = ExecutorQueue()
    self.queue = queue
    // The thread retains only the queue, so that the executor can be released while the thread waits.
    try startThread(name: name) { queue.runUntilClosed() }
  }

  deinit { queue.close() }

  package func enqueue(_ job: consuming ExecutorJob) {
    queue.append(UnownedJob(job), executor: asUnownedSerialExecutor())
  }
}

/// The jobs that the thread has not run yet.
private final class ExecutorQueue: Sendable {
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
