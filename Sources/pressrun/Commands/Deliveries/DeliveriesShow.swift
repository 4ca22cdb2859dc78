import Application
import ArgumentParser
import Delivery
import JobQueue

struct DeliveriesShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a delivery with its attempts and its receipt.")

  @Argument(help: "The delivery's id.")
  var id: JobID

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() async throws {
    let details = try await Installation().withQueue { try await DeliveryQueue($0).show(id) }
    if json { return try printJSON(DeliveryDetailsJSON(details)) }
    print(describe(details), terminator: "")
  }
}
