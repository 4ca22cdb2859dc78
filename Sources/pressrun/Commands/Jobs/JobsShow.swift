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
    let (details, deliveries, holds) = try await installation.withQueue { queue in
      let deliveries = Array(try await DeliveryQueue(queue).list(DeliveryFilter(job: id, limit: 1000)).reversed())
      return (try await queue.job(id), deliveries, try await queue.holds(of: [id] + deliveries.map(\.id)))
    }
    if json { return try printJSON(JobDetailsJSON(details, deliveries: deliveries, holds: holds)) }
    print(
      describe(details, deliveries: deliveries, holds: holds, store: try installation.artifactStore()), terminator: "")
  }
}
