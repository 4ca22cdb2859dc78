import Application
import ArgumentParser
import Delivery

struct WebhooksRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "End a subscription.",
    discussion: "Deliveries that were requested before are still made.")

  @Argument(help: "The number of the subscription, as in pressrun webhooks list.")
  var id: Int64

  func run() async throws {
    let wasActive = try await Installation().withQueue { try await DeliveryQueue($0).unsubscribe(id) }
    guard wasActive else { throw Failure("there is no active subscription \(id)") }
    printMessage("subscription \(id): ended.")
  }
}
