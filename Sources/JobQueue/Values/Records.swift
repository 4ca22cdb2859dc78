import FoundationEssentials

/// A job as the queue knows it.
public struct JobRecord: Sendable {
  public var id: JobID
  public var kind: String
  public var queue: String
  public var tenant: String
  public var state: JobState
  public var priority: Int
  public var attempt: Int
  public var maxAttempts: Int
  public var destination: String
  public var uniqueKey: String?
  public var cancelRequested: Bool
  public var enqueuedAt: Date
  public var runAt: Date
  public var claimedAt: Date?
  public var finishedAt: Date?
  public var worker: WorkerID?
  /// Of the last attempt that ended badly.
  public var lastError: String?
  public var lastErrorCode: String?
  /// Of the completed job.
  public var artifact: ArtifactSummary?
  public var eventID: String?
  /// The batch's name.
  public var batch: String?
  /// Set so far in the running attempt, as its last heartbeat told.
  public var pagesDone: Int?
}

/// The artifact's row without its page map.
public struct ArtifactSummary: Hashable, Sendable {
  public var sha256: String
  public var bytes: Int64
  public var mediaType: String
  public var pages: Int
}

/// One attempt at a job. The running one has no end and no outcome.
public struct AttemptRecord: Sendable {
  public enum Outcome: String, Sendable {
    case completed, failed
    /// The lease ran out.
    case expired
    /// Given back without using up an attempt.
    case released
    /// Given back until later without using up an attempt.
    case snoozed
    case cancelled
    /// The policy refused the destination.
    case refused
  }

  public var attempt: Int
  public var lease: Int64
  public var worker: WorkerID?
  public var startedAt: Date
  public var finishedAt: Date?
  public var outcome: Outcome?
  public var errorCode: String?
  public var errorMessage: String?
  public var warnings: [String]
  /// Milliseconds by stage.
  public var timings: [String: Double]
}

/// A job with all that belongs to it.
public struct JobDetails: Sendable {
  public var job: JobRecord
  public var attempts: [AttemptRecord]
  package var artifact: Artifact?
  public var events: [EventRecord]

  /// The attempts since the job last came to an end and was made ready anew; all of them where it never did.
  public var attemptsSinceItsEnd: [AttemptRecord] {
    let end = events.filter { $0.type != "pressrun.job.progress" }.map(\.time).max() ?? .distantPast
    return attempts.filter { $0.startedAt > end }
  }
}

/// A CloudEvents 1.0 record that the queue wrote.
public struct EventRecord: Sendable {
  public var id: String
  /// Such as `pressrun.job.completed`.
  public var type: String
  public var job: JobID
  public var time: Date
  /// The whole record as JSON.
  public var json: String
  public var cursor: EventCursor
}

/// A place in the stream of events. Reading after it misses none, also of transactions that were slow to commit.
public struct EventCursor: Hashable, Sendable {
  public var sequence: Int64

  public init(sequence: Int64) { self.sequence = sequence }

  /// Before the first event.
  public static let start = EventCursor(sequence: 0)
}

/// Which jobs to list, newest first.
public struct JobFilter: Sendable {
  public var states: [JobState]
  public var kind: String?
  public var tenant: String?
  /// Only these.
  public var ids: [JobID]?
  public var limit: Int
  /// Only jobs with a smaller id, to page on.
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

/// What is left to do.
package struct Pending: Sendable {
  /// Ready now.
  package var available: Int
  /// Held by any worker.
  package var running: Int
  /// `retryable`, and `scheduled` for soon.
  package var waiting: Int
  /// `scheduled` for a time further off.
  package var later: Int
  /// When the first waiting job is due, or the first lease runs out; nil where nothing waits or runs.
  package var nextDue: Date?
  /// By the database's clock; compare `nextDue` with this, not with the machine's.
  package var now: Date
  /// What is to be waited for: all but `later`.
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
  /// Seconds that the oldest ready job has been waiting.
  package var oldestSeconds: Double?
  package var isPaused: Bool
  /// Jobs that may run at once; nil for any number.
  package var maxRunning: Int?
  /// Ready jobs beyond which enqueue is refused; nil for any number.
  package var maxDepth: Int?
}

/// A worker as it described itself, and when it was last heard of.
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

/// All that `pressrun status` shows.
package struct QueueStatus: Sendable {
  package var counts: [JobCount]
  package var queues: [QueueDepth]
  package var workers: [WorkerRecord]
}

/// A worker that registers itself.
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

/// A numbered change of the schema, and whether the database has it.
package struct MigrationStatus: Hashable, Sendable {
  package var version: Int
  package var name: String
  package var isApplied: Bool
  /// True where this very call applied it.
  package var isNew: Bool
}

/// Why a worker that waits should look at the queue.
package enum Wakeup: Hashable, Sendable {
  /// The listener was connected (again): anything may have happened.
  case connected
  /// Jobs became ready in this queue.
  case jobs(queue: String)
  /// Cancellation of a running job was asked for.
  case cancelRequested(JobID)
}
