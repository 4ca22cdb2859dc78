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

  @Argument(help: "The queue, such as deliveries.webhook.billing.")
  var queue: String

  func run() async throws {
    try await Installation().withQueue { try await DeliveryQueue($0).enable(queue: queue) }
    printMessage("queue \(queue): enabled.")
  }
}
