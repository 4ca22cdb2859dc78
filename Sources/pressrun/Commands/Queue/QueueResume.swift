import Application
import ArgumentParser
import JobQueue

struct QueueResume: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "End a pause.")

  @OptionGroup var of: ScopeArguments

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  func run() async throws {
    let limit = try await Installation().withQueue { queue in
      try await queue.resume(of.scope)
      return try await queue.limit(of: of.scope)
    }
    if json {
      try printJSON(LimitJSON(limit))
    } else {
      complain("\(of.scope.words.scope) \(of.scope.words.name): resumed.")
    }
  }
}
