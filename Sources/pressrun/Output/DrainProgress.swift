import JobQueue
import Worker

/// Shows on the terminal how far a worker that drains is.
struct DrainProgress {
  private let task: Task<Void, Never>

  /// Fails if no progress is to be shown; see `ProgressLine`.
  init?(_ worker: Worker, _ queue: JobQueue, _ queues: [String]) {
    guard let line = ProgressLine(after: .zero) else { return nil }
    task = Task {
      // At least once, also if the drain ends before this task starts.
      repeat {
        let counts = await worker.counts
        let left = try? await queue.pending(queues: queues).total
        line.show(Self.progress(counts, left: left))
        try? await Task.sleep(for: .milliseconds(200))
      } while !Task.isCancelled
      line.clear()
    }
  }

  /// - Parameter left: jobs that have not finished, those that run included; nil if the database does not answer.
  static func progress(_ counts: WorkerCounts, left: Int?) -> Progress {
    let done = counts.completed + counts.discarded + counts.cancelled
    var progress = Progress(done: done, total: left.map { done + $0 }, unit: "jobs")
    if counts.discarded > 0 { progress.details.append("\(counts.discarded) discarded") }
    return progress
  }

  /// Removes the line.
  func end() async {
    task.cancel()
    await task.value
  }
}
