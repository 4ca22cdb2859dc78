import Application
import ArgumentParser
import Delivery
import JobQueue

struct DeliveriesEnable: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: "Close the circuit breaker of a delivery queue, so that its deliveries are tried now.",
    discussion: """
      'pressrun status' shows the circuit breakers that are open, and the queues that their destination has disabled: it \
      asked for no further deliveries.
      """)

  @Argument(help: "The queue, such as deliveries.webhook.billing, or its destination, such as webhook:billing.")
  var queue: String

  func run() async throws {
    let queue = Self.queue(of: queue)
    try await Installation().withQueue { try await DeliveryQueue($0).enable(queue: queue) }
    printMessage("queue \(queue): enabled.")
  }

  /// The queue that a person names by itself or by its destination.
  static func queue(of name: String) -> String {
    name.hasPrefix("deliveries.") ? name : "deliveries." + name.replacing(":", with: ".")
  }
}
