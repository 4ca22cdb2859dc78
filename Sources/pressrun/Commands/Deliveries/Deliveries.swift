import ArgumentParser
import Delivery

struct Deliveries: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliveries",
    abstract: "Show, retry and cancel deliveries of finished documents.",
    subcommands: [
      DeliveriesList.self, DeliveriesShow.self, DeliveriesRetry.self, DeliveriesCancel.self, DeliveriesEnable.self,
    ])
}

extension DeliveryState: ExpressibleByArgument {}
