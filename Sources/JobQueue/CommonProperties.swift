import FoundationEssentials

/// The properties that the jobs of one statement have in common: all of a job without unique key, options and assets
/// except its payload.
struct CommonProperties: Hashable, Sendable {
  var kind: String
  var tenant: String
  var destination: String?
  var priority: Int
  var runAt: Date?
  var maxAttempts: Int?
  var queue: String?
  var batch: String?
  var traceParent: TraceParent?

  init(_ job: NewJob) {
    kind = job.kind
    tenant = job.tenant
    destination = job.destination
    priority = job.priority
    runAt = job.runAt
    maxAttempts = job.maxAttempts
    queue = job.queue
    batch = job.batch
    traceParent = job.traceParent
  }
}
