import Application
import ArgumentParser
import JobQueue

struct QueuePause: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Stop claims from a queue, a tenant or a kind; running jobs are finished.")

  @OptionGroup var of: ScopeArguments

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  func run() async throws {
    let limit = try await Installation().withQueue { queue in
      try await queue.pause(of.scope)
      return try await queue.limit(of: of.scope)
    }
    if json {
      try printJSON(LimitJSON(limit))
    } else {
      complain("\(of.scope.words.scope) \(of.scope.words.name): paused.")
    }
  }
}
