import FoundationEssentials

/// A job as the queue knows it.
package struct JobRecord: Sendable {
  package var id: JobID
  package var kind: String
  package var queue: String
  package var tenant: String
  package var state: JobState
  package var priority: Int
  package var attempt: Int
  package var maxAttempts: Int
  package var destination: String
  package var uniqueKey: String?
  package var cancelRequested: Bool
  package var enqueuedAt: Date
  package var runAt: Date
  package var claimedAt: Date?
  package var finishedAt: Date?
  package var worker: WorkerID?
  /// Of the last attempt that ended badly.
  package var lastError: String?
  package var lastErrorCode: String?
  /// Of the completed job.
  package var artifact: ArtifactSummary?
  package var eventID: String?
  /// The batch's name.
  package var batch: String?
  /// Set so far in the running attempt, as its last heartbeat told.
  package var pagesDone: Int?
}

/// The artifact's row without its page map.
package struct ArtifactSummary: Hashable, Sendable {
  package var sha256: String
  package var bytes: Int64
  package var mediaType: String
  package var pages: Int
}

/// One attempt at a job. The running one has no end and no outcome.
package struct AttemptRecord: Sendable {
  package enum Outcome: String, Sendable {
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

  package var attempt: Int
  package var lease: Int64
  package var worker: WorkerID?
  package var startedAt: Date
  package var finishedAt: Date?
  package var outcome: Outcome?
  package var errorCode: String?
  package var errorMessage: String?
  package var warnings: [String]
  /// Milliseconds by stage.
  package var timings: [String: Double]
}

/// A job with all that belongs to it.
package struct JobDetails: Sendable {
  package var job: JobRecord
  package var attempts: [AttemptRecord]
  package var artifact: Artifact?
  package var events: [EventRecord]

  /// The attempts since the job last came to an end and was made ready anew; all of them where it never did.
  package var attemptsSinceItsEnd: [AttemptRecord] {
    let end = events.filter { $0.type != "pressrun.job.progress" }.map(\.time).max() ?? .distantPast
    return attempts.filter { $0.startedAt > end }
  }
}

/// A CloudEvents 1.0 record that the queue wrote.
package struct EventRecord: Sendable {
  package var id: String
  /// Such as `pressrun.job.completed`.
  package var type: String
  package var job: JobID
  package var time: Date
  /// The whole record as JSON.
  package var json: String
  package var cursor: EventCursor
}

/// A place in the stream of events. Reading after it misses none, also of transactions that were slow to commit.
package struct EventCursor: Hashable, Sendable {
  package var sequence: Int64

  package init(sequence: Int64) { self.sequence = sequence }

  /// Before the first event.
  package static let start = EventCursor(sequence: 0)
}

/// Which jobs to list, newest first.
package struct JobFilter: Sendable {
  package var states: [JobState]
  package var kind: String?
  package var tenant: String?
  /// Only these.
  package var ids: [JobID]?
  package var limit: Int
  /// Only jobs with a smaller id, to page on.
  package var before: JobID?

  package init(
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
