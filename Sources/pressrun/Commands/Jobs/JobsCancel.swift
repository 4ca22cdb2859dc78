import ArgumentParser
import Fleet
import JobQueue

struct JobsCancel: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel jobs: waiting ones at once, running ones as soon as their worker hears of it.")

  @Argument(help: "The jobs' ids.")
  var ids: [JobID]

  func run() async throws {
    try await Installation().withQueue { queue in
      for id in ids {
        let state = try await queue.cancel(id)
        print("\(id) \(state == .running ? "running, asked to stop" : state.rawValue)")
      }
    }
  }
}
