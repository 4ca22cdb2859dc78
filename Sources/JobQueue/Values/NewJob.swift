import FoundationEssentials

/// A job to enqueue.
package struct NewJob: Sendable {
  package var kind: String
  /// JSON text, kept to the letter.
  package var payload: [UInt8]
  package var tenant: String
  /// Such as `email:pm@fund.example`, `print`, `folder:reports`; nil for the kind's default.
  package var destination: String?
  /// Higher goes first.
  package var priority: Int
  /// Nil for now.
  package var runAt: Date?
  /// While a job of the same kind, tenant and key is not finished, enqueuing again returns that one.
  package var uniqueKey: String?
  /// The key also holds for so long from now, whether or not the job is finished; nil for no longer than that.
  package var uniqueFor: Duration?
  /// The tenant's batch that it belongs to, made where there is none; nil for none.
  package var batch: String?
  /// Nil for the kind's.
  package var maxAttempts: Int?
  package var queue: String?

  package init(
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
package struct Enqueued: Hashable, Sendable {
  package var id: JobID
  /// False where the unique key is another job's, `id`.
  package var inserted: Bool
  package init(id: JobID, inserted: Bool) {
    self.id = id
    self.inserted = inserted
  }
}
