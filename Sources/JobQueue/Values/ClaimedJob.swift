import FoundationEssentials

/// A job that a worker holds under a lease.
package struct ClaimedJob: Sendable {
  /// The job and its lease, which every write about this attempt must name.
  package var ref: LeaseRef
  package var kind: String
  package var queue: String
  package var tenant: String
  /// The number of the attempt, from 1.
  package var attempt: Int
  /// The number of failed attempts after which the job is discarded.
  package var maxAttempts: Int
  /// Jobs with a higher priority are claimed first, within a tenant.
  package var priority: Int
  /// `none` if the artifact is not delivered.
  package var destination: String
  /// JSON text, unchanged.
  package var payload: [UInt8]
  package var enqueuedAt: Date
  /// The time when this attempt was claimed, by the database's clock.
  package var claimedAt: Date
  /// Wall-clock limit of the attempt.
  package var timeout: Duration
  /// Trace context of the request that enqueued the job.
  package var traceParent: TraceParent?
  /// The SHA-256 of each file that the document can refer to, by its path.
  package var assets: [String: String]
  /// The version of the kind with which it is rendered; nil if its worker has announced none.
  package var template: String?
}

/// The state of the leases that a worker named in a heartbeat.
package struct HeartbeatReply: Sendable {
  /// Leases still held, now extended.
  package var held: [LeaseRef]
  /// Leases the worker no longer holds: stop working on them.
  package var lost: [LeaseRef]
  /// Leases held for jobs whose cancellation was requested: stop, and call `cancelled`.
  package var cancelled: [LeaseRef]
}
