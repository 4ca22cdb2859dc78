import ArgumentParser
import Fleet
import JobQueue

struct JobsRetry: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Make discarded or cancelled jobs available again; their history is kept.")

  @Argument(help: "The jobs' ids.")
  var ids: [JobID]

  func run() async throws {
    try await Installation().withQueue { queue in
      for id in ids {
        try await queue.retry(id)
        print(id)
      }
    }
  }
}
