import Application
import ArgumentParser
import Delivery
import Foundation
import JobQueue

struct Share: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Deliver the document of a completed job, and print the ids of the deliveries.",
    discussion: "With several destinations, all deliveries are requested or none.")

  @Argument(help: "The job's id.")
  var job: JobID

  @Argument(help: "Where to deliver to: email:pm@fund.example, folder:out, s3:reports.")
  var destinations: [String]

  @OptionGroup var options: DeliveryOptionArguments

  @Flag(help: "Print one JSON object per delivery.")
  var json = false

  func validate() throws {
    guard !destinations.isEmpty else { throw ValidationError("Name at least one destination.") }
  }

  func run() async throws {
    let options = try options.json()
    let ids = try await Installation().withQueue { jobs in
      try await DeliveryQueue(jobs).share(job, with: destinations, options: options)
    }
    for (id, destination) in zip(ids, destinations) {
      if json { try printJSON(Shared(id: id.rawValue, destination: destination)) } else { print(id) }
    }
  }

  private struct Shared: Encodable {
    var id: Int64
    var destination: String
  }
}
