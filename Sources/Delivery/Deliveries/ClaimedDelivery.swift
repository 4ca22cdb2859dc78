import Foundation
import JobQueue

/// A delivery that a relay holds under a lease.
package struct ClaimedDelivery: Sendable {
  /// The delivery's job and the lease of this attempt.
  package var ref: LeaseRef
  /// The queue of the destination's endpoint, such as `deliveries.email`.
  package var queue: String
  package var tenant: String
  /// `kind:address`, as it was requested.
  package var destination: String
  /// The number of the attempt, from 1.
  package var attempt: Int
  /// The number of failed attempts after which the delivery fails permanently.
  package var maxAttempts: Int
  /// Whether the outcome of an earlier attempt is unknown, so that the document may have arrived already.
  package var mayHaveArrived: Bool
  /// A JSON object.
  package var options: [UInt8]
  /// The job that made the document, its kind, and its payload (JSON text).
  package var job: JobID
  package var kind: String
  package var payload: [UInt8]
  /// The files to send; at least one.
  package var files: [DeliveredFile]
  /// The output `html-mail` of the job, for deliveries by mail; nil if it has none.
  package var mailBody: DeliveredFile?
  /// The time at which the job was completed.
  package var completedAt: Date
  /// The time when this attempt was claimed, by the database's clock.
  package var claimedAt: Date
  /// Wall-clock limit of the attempt.
  package var timeout: Duration
  /// Trace context of the request that enqueued the job.
  package var traceParent: TraceParent?

  /// Identifies the delivery; the same in all attempts.
  package var id: JobID { ref.job }
}

/// An artifact to deliver.
package struct DeliveredFile: Hashable, Sendable, Decodable {
  /// The name of the file; nil if its kind has no template for names.
  package var fileName: String?
  package var sha256: String
  package var bytes: Int64
  package var mediaType: String
}

/// How many deliveries a relay takes from each queue, so that a slow destination does not occupy all of it.
package struct DeliveryCapacity: Hashable, Sendable {
  /// The number of deliveries that the relay takes from a queue that is not among `queues`.
  package var perQueue: Int
  /// The number of further deliveries that the relay accepts, by queue: its limit less the held ones. 0 for none.
  package var queues: [String: Int]

  package init(perQueue: Int = 8, queues: [String: Int] = [:]) {
    self.perQueue = perQueue
    self.queues = queues
  }
}
