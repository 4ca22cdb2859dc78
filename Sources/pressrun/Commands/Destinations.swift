import Application
import ArgumentParser
import Delivery

struct Destinations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "destinations",
    abstract: "List the configured destinations, whether a tenant may use each, and the rule that decides.")

  @Option(help: "The tenant.")
  var tenant = "default"

  @Option(help: "The job kind.")
  var kind: String

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() async throws {
    let options = try await Installation().withQueue {
      try await PolicyStore(queue: $0).shareOptions(tenant: tenant, kind: kind)
    }
    if options.isEmpty { printMessage("No destination is configured (Jobs/destinations.yaml).") }
    var table = Table(("DESTINATION", .left), ("ALLOWED", .left), ("RULE", .left), ("EXCEPT", .left))
    for option in options {
      guard json else {
        table.add(
          option.destination, option.isAllowed ? "yes" : "no", option.rule,
          option.exceptions.isEmpty ? "-" : option.exceptions.joined(separator: ", "))
        continue
      }
      var writer = JSONWriter()
      writer.object {
        $0.field("destination", option.destination)
        $0.field("allowed", option.isAllowed)
        $0.field("rule", option.rule)
        $0.key("addresses")
        $0.array(option.addresses) { $0.string($1) }
        $0.key("exceptions")
        $0.array(option.exceptions) { $0.string($1) }
        $0.field("settings", json: option.settings)
        $0.field("options", json: option.options)
      }
      try writer.finish()
    }
    if !json, !options.isEmpty { print(table.text, terminator: "") }
  }
}
