import Application
import ArgumentParser
import Delivery

struct WebhooksAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Deliver the events of a tenant to a webhook from now on.",
    discussion:
      "Adding a webhook that the tenant has already changes the event types. The policy of the tenant must allow the webhook."
  )

  @Argument(help: "webhook:NAME for a configured one, or webhook:URL.")
  var destination: String

  @Option(help: "The tenant.")
  var tenant: String

  @Option(
    name: .customLong("event"),
    help: "An event type, in which * matches any text, such as pressrun.job.*; repeatable. The default is all.")
  var types: [String] = []

  @Flag(help: "Print the subscription as one JSON object.")
  var json = false

  func run() async throws {
    let (id, all) = try await Installation().withQueue { queue in
      let deliveries = DeliveryQueue(queue)
      let id = try await deliveries.subscribe(tenant: tenant, to: destination, types: types.isEmpty ? ["*"] : types)
      return (id, try await deliveries.subscriptions(of: tenant))
    }
    guard let subscription = all.first(where: { $0.id == id }) else {
      throw Failure("subscription \(id) was removed meanwhile", hint: "see 'pressrun webhooks list'")
    }
    if json { return try printJSON(SubscriptionJSON(subscription)) }
    printMessage(
      "subscription \(id): \(subscription.destination) receives \(subscription.types.joined(separator: ", ")).")
  }
}
