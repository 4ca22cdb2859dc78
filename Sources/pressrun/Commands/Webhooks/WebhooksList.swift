import Application
import ArgumentParser
import Delivery

struct WebhooksList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List subscriptions by tenant.")

  @Option(help: "Only subscriptions of a tenant.")
  var tenant: String?

  @Flag(help: "Print one JSON object per subscription.")
  var json = false

  func run() async throws {
    let subscriptions = try await Installation().withQueue { try await DeliveryQueue($0).subscriptions(of: tenant) }
    if json {
      for subscription in subscriptions { try printJSON(SubscriptionJSON(subscription)) }
      return
    }
    if subscriptions.isEmpty { return printMessage("No subscriptions.") }
    var table = Table(
      ("ID", .right), ("TENANT", .left), ("DESTINATION", .left), ("EVENTS", .left), ("STATE", .left), ("SINCE", .left))
    for item in subscriptions {
      table.add(
        "\(item.id)", item.tenant, item.destination, item.types.joined(separator: ", "),
        item.isActive ? "active" : "ended", timestamp(item.createdAt))
    }
    print(table.text, terminator: "")
  }
}
