import FoundationEssentials

/// An event: a CloudEvents 1.0 record.
public struct EventRecord: Sendable {
  /// A UUID.
  public var id: String
  /// Such as `pressrun.job.completed`.
  public var type: String
  /// The job; 0 for events of batches.
  public var job: JobID
  /// The time when it was written.
  public var time: Date
  /// The whole record as JSON.
  public var json: String
  /// Position of the event, to continue after it.
  public var cursor: EventCursor
}

/// A position in the stream of events. Reading after it misses none, not even of slow transactions.
public struct EventCursor: Hashable, Sendable {
  /// Sequence number of the last event that was read.
  public var sequence: Int64

  public init(sequence: Int64) { self.sequence = sequence }

  /// The position before the first event.
  public static let start = EventCursor(sequence: 0)
}

/// The reason for which a waiting worker should claim now.
package enum Wakeup: Hashable, Sendable {
  /// The listener connected or reconnected: notifications may have been missed.
  case connected
  /// Jobs became ready in this queue.
  case jobs(queue: String)
  /// Cancellation of a running job was requested.
  case cancelRequested(JobID)
}
