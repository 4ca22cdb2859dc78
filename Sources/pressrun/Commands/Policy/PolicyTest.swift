import Application
import ArgumentParser
import Delivery

struct PolicyTest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Tell whether a tenant may send documents to a destination, and which rule decides.",
    discussion: "The exit status is 0 if the destination is allowed, and 1 if it is refused.")

  @Argument(help: "The tenant.")
  var tenant: String

  @Argument(help: "The destination, such as email:pm@fund.example.")
  var destination: String

  @Option(help: "A job kind, whose rules then apply too.")
  var kind: String?

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  func run() async throws {
    let canonical = try Destination(destination).description
    let decision = try await Installation().withQueue {
      try await PolicyStore(queue: $0).test(canonical, tenant: tenant, kind: kind)
    }
    if json {
      try printJSON(DecisionJSON(destination: canonical, allowed: decision.isAllowed, rule: decision.rule))
    } else {
      print("\(canonical): \(decision.isAllowed ? "allowed" : "refused")\(decision.rule.map { ": \($0)" } ?? "")")
    }
    if !decision.isAllowed { throw ExitCode(Failure.failed) }
  }
}

private struct DecisionJSON: Encodable {
  var destination: String
  var allowed: Bool
  var rule: String?
}
