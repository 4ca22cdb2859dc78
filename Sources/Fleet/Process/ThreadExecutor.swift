import Foundation
import Synchronization

/// One thread that runs one actor, which may then block in system calls without holding up anybody else.
///
/// The thread also is the parent of what the actor spawns: Linux tells a child of its parent's end by the thread
/// (`PR_SET_PDEATHSIG`), so it must be one that stays.
final class ThreadExecutor: SerialExecutor {
  private let mailbox = Mailbox()

  init(name: String) {
    let thread = Thread { [mailbox] in
      // Signals are for the rest of the process; a broken pipe is then an error of `write`.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      while let (job, executor) = mailbox.next() { job.runSynchronously(on: executor) }
    }
    thread.name = name
    thread.start()
  }

  deinit { mailbox.close() }

  func enqueue(_ job: consuming ExecutorJob) {
    mailbox.put(UnownedJob(job), asUnownedSerialExecutor())
  }
}

/// What waits for the thread.
private final class Mailbox: Sendable {
  private struct Contents {
    var jobs: [(UnownedJob, UnownedSerialExecutor)] = []
    var isClosed = false
  }
  private let contents = Mutex(Contents())
  private let arrivals = DispatchSemaphore(value: 0)

  func put(_ job: UnownedJob, _ executor: UnownedSerialExecutor) {
    contents.withLock { $0.jobs.append((job, executor)) }
    arrivals.signal()
  }

  func close() {
    contents.withLock { $0.isClosed = true }
    arrivals.signal()
  }

  /// Waits for the next job; nil when the mailbox is closed and empty.
  func next() -> (UnownedJob, UnownedSerialExecutor)? {
    while true {
      arrivals.wait()
      let (job, isClosed) = contents.withLock { contents in
        (contents.jobs.isEmpty ? nil : contents.jobs.removeFirst(), contents.isClosed)
      }
      if let job { return job }
      if isClosed { return nil }
    }
  }
}
