import Application
import ArgumentParser
import JobQueue

struct QueueLimit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limit",
    abstract: "Set the limits of a queue, a tenant or a kind. Limits that are not given are removed.",
    discussion: "They apply to later claims and enqueues. Running jobs are not affected.")

  @OptionGroup var of: ScopeArguments

  @Option(help: "The largest number of running jobs.")
  var maxRunning: Int?

  @Option(help: "For a queue: number of ready jobs from which on enqueue is refused.")
  var maxDepth: Int?

  @Option(help: "For a queue or a tenant: claims per second on average, from 0.000001 to 1000000.")
  var rate: Double?

  @Option(help: "For a queue or a tenant: claims in one burst after a pause, from 1 to 1000000.")
  var burst: Double?

  @Flag(help: "Print the result as one JSON object.")
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
