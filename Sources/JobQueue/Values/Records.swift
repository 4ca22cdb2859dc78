import FoundationEssentials

/// The current state of a job.
public struct JobRecord: Sendable {
  /// Increases from job to job.
  public var id: JobID
  /// The name of a file in `Jobs/`.
  public var kind: String
  /// Queue.
  public var queue: String
  /// Tenant.
  public var tenant: String
  /// State.
  public var state: JobState
  /// Jobs with a higher priority are claimed first, within a tenant.
  public var priority: Int
  /// Number of the current or last attempt; 0 before the first.
  public var attempt: Int
  /// After this many failed attempts the job is discarded.
  public var maxAttempts: Int
  /// Destination of the artifact, or `none`.
  public var destination: String
  /// See `NewJob.uniqueKey`.
  public var uniqueKey: String?
  /// The job runs, and its worker was asked to stop.
  public var cancelRequested: Bool
  /// By the database's clock, as all times of this type.
  public var enqueuedAt: Date
  /// Earliest start; after a failed attempt, of the next one.
  public var runAt: Date
  /// When the last attempt began.
  public var claimedAt: Date?
  /// When the job entered its final state.
  public var finishedAt: Date?
  /// The worker that claimed it last.
  public var worker: WorkerID?
  /// Error message of the last failed attempt.
  public var lastError: String?
  /// For programs, such as `invalid_payload`, `timeout`, `crashed`.
  public var lastErrorCode: String?
  /// The document that the job made.
  public var artifact: ArtifactSummary?
  /// The completion event.
  public var eventID: String?
  /// Name of the batch.
  public var batch: String?
  /// Finished pages of the running attempt, as of its last heartbeat.
  public var pagesDone: Int?
}

/// An artifact without its page sizes.
public struct ArtifactSummary: Hashable, Sendable {
  /// 64 hexadecimal digits: the name of the file in the artifact store.
  public var sha256: String
  /// Length of the file.
  public var bytes: Int64
  /// Media type, such as `application/pdf`.
  public var mediaType: String
  /// Number of pages.
  public var pages: Int
}

/// One attempt at a job. A running one has no end and no outcome.
public struct AttemptRecord: Sendable {
  /// How it ended.
  public enum Outcome: String, Sendable {
    case completed, failed
    /// The lease expired.
    case expired
    /// Returned to the queue; the attempt does not count.
    case released
    /// Returned to the queue for a later time; the attempt does not count.
    case snoozed
    case cancelled
    /// The policy refused the destination.
    case refused
  }

  /// From 1; an attempt after a released or snoozed one has the same number.
  public var attempt: Int
  /// The lease that every write of this attempt names.
  public var lease: Int64
  /// Worker.
  public var worker: WorkerID?
  /// When it was claimed.
  public var startedAt: Date
  /// Nil while it runs.
  public var finishedAt: Date?
  /// Nil while it runs.
  public var outcome: Outcome?
  /// Of a failed attempt, for programs.
  public var errorCode: String?
  /// Of a failed attempt, for people.
  public var errorMessage: String?
  /// Warnings about the document, such as missing glyphs and images.
  public var warnings: [String]
  /// Milliseconds by stage.
  public var timings: [String: Double]
}

/// A job with its attempts, artifact and events.
public struct JobDetails: Sendable {
  /// The job itself.
  public var job: JobRecord
  /// In the order in which they started.
  public var attempts: [AttemptRecord]
  package var artifact: Artifact?
  /// In the order in which they were written.
  public var events: [EventRecord]

  /// The attempts since the job last finished and was retried; all of them if it never finished.
  public var attemptsSinceItsEnd: [AttemptRecord] {
    let end = events.filter { $0.type != "pressrun.job.progress" }.map(\.time).max() ?? .distantPast
    return attempts.filter { $0.startedAt > end }
  }
}

/// An event: a CloudEvents 1.0 record.
public struct EventRecord: Sendable {
  /// A UUID.
  public var id: String
  /// Such as `pressrun.job.completed`.
  public var type: String
  /// The job; 0 for events of batches.
  public var job: JobID
  /// When it was written.
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

  /// Before the first event.
  public static let start = EventCursor(sequence: 0)
}

/// Which jobs to list, newest first.
public struct JobFilter: Sendable {
  /// Empty for all.
  public var states: [JobState]
  /// Nil for all.
  public var kind: String?
  /// Nil for all.
  public var tenant: String?
  /// Only these.
  public var ids: [JobID]?
  /// Maximum number of jobs.
  public var limit: Int
  /// Only jobs with a smaller id, for the next page.
  public var before: JobID?

  public init(
    states: [JobState] = [], kind: String? = nil, tenant: String? = nil, ids: [JobID]? = nil, limit: Int = 100,
    before: JobID? = nil
  ) {
    self.states = states
    self.kind = kind
    self.tenant = tenant
    self.ids = ids
    self.limit = limit
    self.before = before
  }
}

/// Number of unfinished jobs.
package struct Pending: Sendable {
  /// Ready now.
  package var available: Int
  /// Claimed by any worker.
  package var running: Int
  /// `retryable`, and `scheduled` for soon.
  package var waiting: Int
  /// `scheduled` for a later time.
  package var later: Int
  /// When the first waiting job is due, or the first lease expires; nil if no job waits or runs.
  package var nextDue: Date?
  /// The database's clock; compare `nextDue` with this, not with the local clock.
  package var now: Date
  /// All except `later`.
  package var total: Int { available + running + waiting }
}

/// One row of the view `pressrun.job_counts`.
package struct JobCount: Hashable, Sendable {
  package var kind: String
  package var tenant: String
  package var state: JobState
  package var jobs: Int
}

/// One row of the view `pressrun.queue_depth`.
package struct QueueDepth: Hashable, Sendable {
  package var queue: String
  package var available: Int
  package var running: Int
  package var waiting: Int
  /// How long the oldest ready job has been ready.
  package var oldestSeconds: Double?
  package var isPaused: Bool
  /// Jobs that may run at once; nil for no limit.
  package var maxRunning: Int?
  /// Number of ready jobs beyond which enqueue is refused; nil for no limit.
  package var maxDepth: Int?
}

/// A registered worker.
package struct WorkerRecord: Sendable {
  package var id: WorkerID
  package var host: String
  package var pid: Int
  package var version: String
  package var slots: Int
  package var running: Int
  package var startedAt: Date
  package var heartbeatAgeSeconds: Double
}

/// The summary that `pressrun status` shows.
package struct QueueStatus: Sendable {
  package var counts: [JobCount]
  package var queues: [QueueDepth]
  package var workers: [WorkerRecord]
}

/// Properties of a worker for its registration.
package struct WorkerDescription: Sendable {
  package var host: String
  package var pid: Int
  package var version: String
  /// Jobs it can run at once.
  package var slots: Int
  /// Empty for all.
  package var queues: [String]
  package init(host: String, pid: Int, version: String, slots: Int, queues: [String] = []) {
    self.host = host
    self.pid = pid
    self.version = version
    self.slots = slots
    self.queues = queues
  }
}

/// Why a waiting worker should claim now.
package enum Wakeup: Hashable, Sendable {
  /// The listener connected or reconnected: notifications may have been missed.
  case connected
  /// Jobs became ready in this queue.
  case jobs(queue: String)
  /// Cancellation of a running job was requested.
  case cancelRequested(JobID)
}
