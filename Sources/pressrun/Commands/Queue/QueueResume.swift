import Application
import ArgumentParser
import JobQueue

struct QueueResume: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "End a pause.")

  @OptionGroup var target: ScopeArguments

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  func run() async throws {
    let limit = try await Installation().withQueue { queue in
      try await queue.resume(target.scope)
      return try await queue.limit(of: target.scope)
    }
    if json {
      try printJSON(LimitJSON(limit))
    } else {
      printMessage("\(target.scope.words.scope) \(target.scope.words.name): resumed.")
    }
  }
}
