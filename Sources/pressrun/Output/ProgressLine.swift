import Foundation
import JobQueue
import Worker

/// A line on the terminal that says how far a worker has got, rewritten in place.
struct ProgressLine {
  private let task: Task<Void, Never>

  /// Nil where stderr is no terminal, or `NO_COLOR` asks for plain output.
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

  /// Takes the line away.
  func end() async {
    task.cancel()
    await task.value
  }

  /// Leaves the cursor at the line's beginning, so that a log line goes over it.
  private static func show(_ text: String) {
    FileHandle.standardError.write(Data("\u{1B}[2K\(text)\r".utf8))
  }
}
