import Foundation
import JobQueue
import Worker

/// A line on the terminal with a worker's progress, which is rewritten in place.
struct ProgressLine {
  private let task: Task<Void, Never>

  /// Nil if stderr is not a terminal or `NO_COLOR` is set.
  init?(_ worker: Worker, _ queue: JobQueue, _ queues: [String]) {
    let environment = ProcessInfo.processInfo.environment
    guard isatty(2) == 1, environment["NO_COLOR"] ?? "" == "", environment["TERM"] != "dumb" else { return nil }
    task = Task {
      while !Task.isCancelled {
        let counts = await worker.counts
        let left = (try? await queue.pending(queues: queues).total).map { ", \($0) left" } ?? ""
        let failed = counts.discarded > 0 ? ", \(counts.discarded) discarded" : ""
        Self.show("\(counts.completed) completed\(failed), \(counts.running) running\(left)")
        try? await Task.sleep(for: .milliseconds(200))
      }
      Self.show("")
    }
  }

  /// Removes the line.
  func end() async {
    task.cancel()
    await task.value
  }

  /// Leaves the cursor at the beginning of the line, so that a log line overwrites it.
  private static func show(_ text: String) {
    FileHandle.standardError.write(Data("\u{1B}[2K\(text)\r".utf8))
  }
}
