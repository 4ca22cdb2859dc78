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
    let (details, holds) = try await Installation().withQueue { queue in
      (try await DeliveryQueue(queue).show(id), try await queue.holds(of: [id])[id] ?? [])
    }
    if json { return try printJSON(DeliveryDetailsJSON(details, holds)) }
    print(describe(details, holds), terminator: "")
  }
}
