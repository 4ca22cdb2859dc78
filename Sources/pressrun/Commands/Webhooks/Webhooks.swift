import ArgumentParser
import Delivery
import Foundation

struct Webhooks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webhooks",
    abstract: "Show, add and remove subscriptions of tenants to events.",
    subcommands: [WebhooksList.self, WebhooksAdd.self, WebhooksRemove.self])
}

/// A subscription as `--json` prints it.
struct SubscriptionJSON: Encodable {
  var id: Int64
  var tenant, destination: String
  var types: [String]
  var active: Bool
  var createdAt: Date

  init(_ subscription: EventSubscription) {
    id = subscription.id
    tenant = subscription.tenant
    destination = subscription.destination
    types = subscription.types
    active = subscription.isActive
    createdAt = subscription.createdAt
  }
}
