import FoundationEssentials

/// A job that a worker holds under a lease.
package struct ClaimedJob: Sendable {
  package var ref: LeaseRef
  package var kind: String
  package var queue: String
  package var tenant: String
  /// From 1.
  package var attempt: Int
  package var maxAttempts: Int
  package var priority: Int
  /// `none` where nothing is to be shared.
  package var destination: String
  /// JSON text as it was enqueued.
  package var payload: [UInt8]
  package var enqueuedAt: Date
  /// When this attempt was claimed, by the database's clock.
  package var claimedAt: Date
  /// Wall-clock limit of the attempt.
  package var timeout: Duration
}

/// What became of the jobs a worker said it holds.
package struct HeartbeatReply: Sendable {
  /// Leases still held, now extended.
  package var held: [LeaseRef]
  /// Leases the worker no longer holds: stop working on them.
  package var lost: [LeaseRef]
  /// Leases held of jobs whose cancellation was asked for: stop, and call `cancelled`.
  package var cancelled: [LeaseRef]
}
