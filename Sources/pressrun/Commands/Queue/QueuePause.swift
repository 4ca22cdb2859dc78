import Application
import ArgumentParser
import JobQueue

struct QueuePause: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Stop claims from a queue, a tenant or a kind; running jobs are finished.")

  @OptionGroup var target: ScopeArguments

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  func run() async throws {
    let limit = try await Installation().withQueue { queue in
      try await queue.pause(target.scope)
      return try await queue.limit(of: target.scope)
    }
    if json {
      try printJSON(LimitJSON(limit))
    } else {
      printMessage("\(target.scope.words.scope) \(target.scope.words.name): paused.")
    }
  }
}
