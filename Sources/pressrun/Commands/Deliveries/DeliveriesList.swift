import Application
import ArgumentParser
import Delivery
import JobQueue

struct DeliveriesList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List deliveries, newest first.")

  @OptionGroup var criteria: DeliveryFilterArguments

  @Option(help: "The largest number of deliveries.")
  var limit = 100

  @Option(help: "Only deliveries with a smaller id; for the next page, the last id of this one.")
  var before: JobID?

  @Flag(help: "Print one JSON object per delivery.")
  var json = false

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
  }

  func run() async throws {
    var filter = criteria.filter
    filter.limit = limit
    filter.before = before
    let deliveries = try await Installation().withQueue { [filter] in try await DeliveryQueue($0).list(filter) }
    if json {
      for delivery in deliveries { try printJSON(DeliveryJSON(delivery)) }
    } else if deliveries.isEmpty {
      printMessage("No deliveries.")
    } else {
      print(deliveryTable(deliveries), terminator: "")
    }
  }
}
