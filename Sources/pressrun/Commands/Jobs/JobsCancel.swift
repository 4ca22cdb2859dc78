import Application
import ArgumentParser
import JobQueue

struct JobsCancel: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel jobs: waiting ones immediately, running ones when their worker is notified.",
    discussion: "A filter without --state means all unfinished jobs.")

  @OptionGroup var jobs: JobSelectionArguments

  func run() async throws {
    try await Installation().withQueue { queue in
      if let selection = jobs.selection {
        return try await queue.cancel(matching: selection) { try jobs.output.report($0) }
      }
      for id in jobs.ids {
        let state = try await queue.cancel(id)
        try jobs.output.report(id, state: jobs.json || state != .running ? state.rawValue : "running, asked to stop")
      }
    }
  }
}
