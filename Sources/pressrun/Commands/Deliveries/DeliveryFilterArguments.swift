import ArgumentParser
import Delivery
import JobQueue

/// Criteria of deliveries, all of which must match.
struct DeliveryFilterArguments: ParsableArguments {
  @Option(help: "Deliveries in this state; repeatable.")
  var state: [DeliveryState] = []

  @Option(help: "Deliveries to this destination, or to this kind of destinations, such as email.")
  var destination: String?

  @Option(help: "Deliveries of this tenant.")
  var tenant: String?

  @Option(help: "Deliveries of this queue, such as deliveries.s3.reports.")
  var queue: String?

  @Option(help: "Deliveries of this job's document.")
  var job: JobID?

  @Option(help: "Deliveries whose last error has this code.")
  var error: String?

  var isEmpty: Bool {
    state.isEmpty && job == nil && [destination, tenant, queue, error].allSatisfy { $0 == nil }
  }

  var filter: DeliveryFilter {
    DeliveryFilter(
      states: state, destination: destination, tenant: tenant, queue: queue, job: job, errorCode: error)
  }
}
