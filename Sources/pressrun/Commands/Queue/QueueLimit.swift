import Application
import ArgumentParser
import JobQueue

struct QueueLimit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limit",
    abstract: "Change limits of a queue, a tenant or a kind. Limits that are not named stay as they are.",
    discussion: "They apply to later claims and enqueues. Running jobs are not affected.")

  @OptionGroup var target: ScopeArguments

  @Option(help: "The largest number of running jobs, or none.")
  var maxRunning: Limit<Int>?

  @Option(help: "For a queue: number of ready jobs from which on enqueue is refused, or none.")
  var maxDepth: Limit<Int>?

  @Option(help: "For a queue or a tenant: claims per second on average, from 0.000001 to 1000000, or none.")
  var rate: Limit<Double>?

  @Option(help: "For a queue or a tenant: claims in one burst after a pause, from 1 to 1000000, or none.")
  var burst: Limit<Double>?

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  func validate() throws {
    guard maxRunning != nil || maxDepth != nil || rate != nil || burst != nil else {
      throw ValidationError("Name a limit to change, such as --max-running 4 or --max-running none.")
    }
  }

  func run() async throws {
    let limit = try await Installation().withQueue { queue in
      try await queue.changeLimits(of: target.scope) { [maxRunning, maxDepth, rate, burst] limits in
        if let maxRunning { limits.maxRunning = maxRunning.value }
        if let maxDepth { limits.maxDepth = maxDepth.value }
        if let rate { limits.rate = rate.value }
        if let burst { limits.burst = burst.value }
      }
      return try await queue.limit(of: target.scope)
    }
    if json { return try printJSON(LimitJSON(limit)) }
    printMessage(
      "\(target.scope.words.scope) \(target.scope.words.name): \(limit.limits == Limits() ? "not limited" : "limited")."
    )
  }
}

/// An argument that sets a limit, or removes it with `none`.
struct Limit<Value: LosslessStringConvertible & Sendable>: ExpressibleByArgument, Sendable {
  /// It is nil if there is no limit.
  var value: Value?

  init?(argument: String) {
    if argument == "none" { return }
    guard let value = Value(argument) else { return nil }
    self.value = value
  }
}
