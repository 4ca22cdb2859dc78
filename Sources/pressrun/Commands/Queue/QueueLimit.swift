import Application
import ArgumentParser
import JobQueue

struct QueueLimit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limit",
    abstract: "Set the limits of a queue, a tenant or a kind. What is not named is not limited any more.",
    discussion: "They hold for claims and enqueues from now on; what runs, runs on.")

  @OptionGroup var of: ScopeArguments

  @Option(help: "Jobs that may run at once.")
  var maxRunning: Int?

  @Option(help: "Of a queue: ready jobs beyond which enqueue is refused.")
  var maxDepth: Int?

  @Option(help: "Of a tenant: claims a second on average, from 0.000001 to 1000000.")
  var rate: Double?

  @Option(help: "Of a tenant: claims at once after a pause, from 1 to 1000000.")
  var burst: Double?

  @Flag(help: "Print what holds now as one JSON object.")
  var json = false

  func run() async throws {
    let limits = Limits(maxRunning: maxRunning, maxDepth: maxDepth, rate: rate, burst: burst)
    let limit = try await Installation().withQueue { queue in
      try await queue.setLimits(of: of.scope, to: limits)
      return try await queue.limit(of: of.scope)
    }
    if json { return try printJSON(LimitJSON(limit)) }
    complain("\(of.scope.words.scope) \(of.scope.words.name): \(limits == Limits() ? "not limited" : "limited").")
  }
}
