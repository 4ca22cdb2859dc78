import Application
import ArgumentParser
import Delivery
import JobQueue

struct JobsShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a job with its attempts, its artifact and its deliveries.")

  @Argument(help: "The job's id.")
  var id: JobID

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() async throws {
    let installation = Installation()
    let (details, deliveries) = try await installation.withQueue { queue in
      (
        try await queue.job(id),
        Array(try await DeliveryQueue(queue).list(DeliveryFilter(job: id, limit: 1000)).reversed())
      )
    }
    if json { return try printJSON(JobDetailsJSON(details, deliveries: deliveries)) }
    print(describe(details, deliveries: deliveries, store: try installation.artifactStore()), terminator: "")
  }
}
