import Application
import ArgumentParser
import JobQueue

struct JobsRetry: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Make discarded or cancelled jobs available again; their history is kept.",
    discussion: "A filter without --state means discarded jobs.")

  @OptionGroup var jobs: JobSelectionArguments

  func run() async throws {
    try await Installation().withQueue { queue in
      if let selection = jobs.selection {
        return try await queue.retry(matching: selection) { try jobs.output.report($0) }
      }
      for id in jobs.ids {
        try await queue.retry(id)
        try jobs.output.report([(id, nil)])
      }
    }
  }
}
