import FoundationEssentials

/// A job to enqueue.
public struct NewJob: Sendable {
  /// The name of a file in `Jobs/`.
  public var kind: String
  /// JSON text, stored unchanged.
  public var payload: [UInt8]
  /// Tenants are served in rotation, and each has its own limits and policy.
  public var tenant: String
  /// Such as `email:pm@fund.example`, `print`, `folder:reports`; nil for the kind's default.
  public var destination: String?
  /// Options of the delivery: a JSON object of at most 16 kB, such as `{"subject": "Report"}`; nil for none.
  public var deliveryOptions: [UInt8]?
  /// Jobs with a higher priority are claimed first, within a tenant.
  public var priority: Int
  /// The earliest time at which the job may start; nil means immediately.
  public var runAt: Date?
  /// While a job of the same kind, tenant and key is unfinished, enqueuing again returns that job.
  public var uniqueKey: String?
  /// How long the key holds, from now, even if the job has finished; nil for until the job has finished.
  public var uniqueFor: Duration?
  /// Name of the tenant's batch, which is created if it does not exist; nil for none.
  public var batch: String?
  /// The greatest number of attempts; nil for the default of the kind.
  public var maxAttempts: Int?
  /// The queue; nil for the default of the kind.
  public var queue: String?
  /// Trace context of the request that enqueues the job, which its events, deliveries and log lines repeat; nil for
  /// none.
  public var traceParent: TraceParent?
  /// Files that the document refers to, by their paths: artifacts of the tenant, such as `["logo.png":
  /// "artifact:SHA-256"]`.
  public var assets: [String: String]

  public init(
    kind: String, payload: [UInt8], tenant: String = "default", destination: String? = nil, priority: Int = 0,
    runAt: Date? = nil, uniqueKey: String? = nil, maxAttempts: Int? = nil, queue: String? = nil,
    uniqueFor: Duration? = nil, batch: String? = nil, deliveryOptions: [UInt8]? = nil,
    traceParent: TraceParent? = nil, assets: [String: String] = [:]
  ) {
    self.kind = kind
    self.payload = payload
    self.tenant = tenant
    self.destination = destination
    self.priority = priority
    self.runAt = runAt
    self.uniqueKey = uniqueKey
    self.maxAttempts = maxAttempts
    self.queue = queue
    self.uniqueFor = uniqueFor
    self.batch = batch
    self.deliveryOptions = deliveryOptions
    self.traceParent = traceParent
    self.assets = assets
  }
}

/// The result of an enqueue.
public struct Enqueued: Hashable, Sendable {
  /// The new job, or the job with the same unique key.
  public var id: JobID
  /// It is false if the job `id` has the same unique key.
  public var inserted: Bool
  public init(id: JobID, inserted: Bool) {
    self.id = id
    self.inserted = inserted
  }
}
