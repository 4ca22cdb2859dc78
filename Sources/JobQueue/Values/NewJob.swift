import FoundationEssentials

/// A job to enqueue.
public struct NewJob: Sendable {
  /// The name of a file in `Jobs/`.
  public var kind: String
  /// JSON text, kept to the letter.
  public var payload: [UInt8]
  /// Whose it is: tenants take turns, and each has its own limits and policy.
  public var tenant: String
  /// Such as `email:pm@fund.example`, `print`, `folder:reports`; nil for the kind's default.
  public var destination: String?
  /// Higher goes first.
  public var priority: Int
  /// Nil for now.
  public var runAt: Date?
  /// While a job of the same kind, tenant and key is not finished, enqueuing again returns that one.
  public var uniqueKey: String?
  /// The key also holds for so long from now, whether or not the job is finished; nil for no longer than that.
  public var uniqueFor: Duration?
  /// The tenant's batch that it belongs to, made where there is none; nil for none.
  public var batch: String?
  /// Nil for the kind's.
  public var maxAttempts: Int?
  /// Where it waits; nil for the kind's.
  public var queue: String?

  public init(
    kind: String, payload: [UInt8], tenant: String = "default", destination: String? = nil, priority: Int = 0,
    runAt: Date? = nil, uniqueKey: String? = nil, maxAttempts: Int? = nil, queue: String? = nil,
    uniqueFor: Duration? = nil, batch: String? = nil
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
  }
}

/// The answer to an enqueue.
public struct Enqueued: Hashable, Sendable {
  /// The new job's, or that of the one with the same key.
  public var id: JobID
  /// False where the unique key is another job's, `id`.
  public var inserted: Bool
  public init(id: JobID, inserted: Bool) {
    self.id = id
    self.inserted = inserted
  }
}
