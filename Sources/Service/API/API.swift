import Delivery
import JobQueue
import Web

/// The HTTP API for programs, under `/v1` (docs/api.md). It calls the same functions of the queue as the command and
/// the Swift library.
struct API: Sendable {
  let service: Service
  let events: EventWatch
  let builds = BuildLimit(4)
  /// Combines the jobs of concurrent requests into few statements.
  let enqueues: EnqueueCoalescer

  init(_ service: Service) {
    self.service = service
    events = EventWatch(service.queue)
    enqueues = EnqueueCoalescer(service.queue)
  }

  var queue: JobQueue { service.queue }
  var deliveries: DeliveryQueue { DeliveryQueue(service.queue) }

  var routes: [Route] {
    submissionRoutes + readingRoutes + actionRoutes + bulkRoutes + sharingRoutes + artifactRoutes + eventRoutes
      + documentRoutes
  }

  static let jobID = Parameter<Int64>.path("id", .identifier, "The job's id.")

  /// A job that a principal may see. Others look like unknown ones.
  /// - Throws: `QueueError` `.unknownJob`.
  func job(_ id: Int64, in scope: TenantScope) async throws -> JobRecord {
    guard let job = try await queue.jobs(JobFilter(ids: [JobID(rawValue: id)])).first,
      scope.contains(job.tenant), !job.kind.hasPrefix("deliver.")
    else { throw QueueError(code: .unknownJob, message: "there is no job \(id)") }
    return job
  }

  /// The tenant for which a request acts.
  /// - Parameter name: the tenant that it names, if any.
  /// - Throws: `Problem` if the principal may not act for it, or has several tenants and names none.
  func tenant(_ name: String?, of principal: Principal) throws(Problem) -> String {
    guard let name else {
      if principal.tenants == .all { return "default" }
      if let only = principal.tenants.single { return only }
      throw Problem(
        .invalidArgument,
        "the token is for several tenants; name one: \(principal.tenants.names?.joined(separator: ", ") ?? "")",
        field: "tenant")
    }
    guard principal.tenants.contains(name) else {
      throw Problem(.tenantDenied, "the token is not for this tenant", field: "tenant")
    }
    return name
  }
}
