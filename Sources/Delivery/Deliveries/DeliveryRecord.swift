import Foundation
import JobQueue

/// The state of a delivery.
package enum DeliveryState: String, CaseIterable, Hashable, Sendable, Codable {
  /// Waits for a relay, or for its next attempt.
  case pending
  /// A relay holds it under a lease.
  case delivering
  case delivered
  /// No attempt succeeded, or an error was permanent. It may be retried.
  case failed
  case cancelled
  /// A policy refused it.
  case refused
}

/// The current state of a delivery: a row of the view `pressrun.delivery_overview`.
package struct DeliveryRecord: Sendable {
  package var id: JobID
  /// The job that made the document, and its kind.
  package var job: JobID
  package var kind: String
  package var tenant: String
  package var destination: String
  /// The queue of the destination, such as `deliveries.email`.
  package var queue: String
  package var state: DeliveryState
  /// Number of the current or last attempt; 0 before the first.
  package var attempt: Int
  /// The number of failed attempts after which the delivery fails permanently.
  package var maxAttempts: Int
  /// A relay was asked to stop.
  package var cancelRequested: Bool
  /// It is false if the destination is the default of the kind, which nobody chose.
  package var isChosen: Bool
  /// When it was requested: by the completion of the job, or by a share.
  package var requestedAt: Date
  /// Earliest start of the next attempt; nil if it was refused at once.
  package var runAt: Date?
  /// When a relay claimed it last; nil before the first time.
  package var claimedAt: Date?
  /// The time at which the delivery reached a final state; nil before.
  package var finishedAt: Date?
  /// The relay that claimed it last; nil before the first time.
  package var relay: WorkerID?
  package var sha256: String
  package var bytes: Int64
  package var mediaType: String
  /// The rule that refused it.
  package var refusal: String?
  /// Error of the last failed attempt.
  package var errorCode: String?
  /// The message of that error.
  package var errorMessage: String?
  /// Whether the document may have arrived although that attempt did not succeed.
  package var isOutcomeUnknown: Bool
  /// The receipt; nil unless the document was delivered.
  package var receipt: Receipt?
  /// Trace context of the request that enqueued the job that made the document.
  package var traceParent: TraceParent?
}

/// A delivery with its options and its attempts.
package struct DeliveryDetails: Sendable {
  package var delivery: DeliveryRecord
  /// A JSON object.
  package var options: [UInt8]
  /// The attempts in the order in which they started.
  package var attempts: [AttemptRecord]
}

/// Criteria of a list of deliveries, newest first. All criteria must match.
package struct DeliveryFilter: Sendable {
  /// The states of the deliveries to list; empty for all.
  package var states: [DeliveryState]
  /// A destination, or a kind of destinations.
  package var destination: String?
  package var tenant: String?
  package var queue: String?
  /// The job that made the document.
  package var job: JobID?
  /// The error code of the last failed attempt.
  package var errorCode: String?
  /// The longest list.
  package var limit: Int
  /// Only deliveries with a smaller id, for the next page.
  package var before: JobID?

  package init(
    states: [DeliveryState] = [], destination: String? = nil, tenant: String? = nil, queue: String? = nil,
    job: JobID? = nil, errorCode: String? = nil, limit: Int = 100, before: JobID? = nil
  ) {
    self.states = states
    self.destination = destination
    self.tenant = tenant
    self.queue = queue
    self.job = job
    self.errorCode = errorCode
    self.limit = limit
    self.before = before
  }
}
