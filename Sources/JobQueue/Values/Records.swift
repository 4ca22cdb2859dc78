import FoundationEssentials

/// A job as the queue knows it.
public struct JobRecord: Sendable {
  /// Grows with each job.
  public var id: JobID
  /// The name of a file in `Jobs/`.
  public var kind: String
  /// Where it waits.
  public var queue: String
  /// Whose it is.
  public var tenant: String
  /// Where it stands.
  public var state: JobState
  /// Higher goes first among its tenant's.
  public var priority: Int
  /// The number of the attempt that runs or was the last; 0 before the first.
  public var attempt: Int
  /// After so many that failed it is discarded.
  public var maxAttempts: Int
  /// As it was named, or its kind's; `none` where it goes nowhere.
  public var destination: String
  /// See `NewJob.uniqueKey`.
  public var uniqueKey: String?
  /// It runs, and its worker was asked to stop.
  public var cancelRequested: Bool
  /// By the database's clock, as all times here.
  public var enqueuedAt: Date
  /// Not before this time; where it failed, when it is tried again.
  public var runAt: Date
  /// When its last attempt began.
  public var claimedAt: Date?
  /// When it came into its final state.
  public var finishedAt: Date?
  /// Whose it is while it runs.
  public var worker: WorkerID?
  /// Of the last attempt that ended badly.
  public var lastError: String?
  /// A word for programs, such as `invalid_payload`, `timeout`, `crashed`.
  public var lastErrorCode: String?
  /// Of the completed job.
  public var artifact: ArtifactSummary?
  /// Of the event of its completion.
  public var eventID: String?
  /// The batch's name.
  public var batch: String?
  /// Set so far in the running attempt, as its last heartbeat told.
  public var pagesDone: Int?
}

/// The artifact's row without its page map.
public struct ArtifactSummary: Hashable, Sendable {
  /// Of the file, 64 hexadecimal digits: its name in the artifact store.
  public var sha256: String
  /// The file's length.
  public var bytes: Int64
  /// `application/pdf`.
  public var mediaType: String
  /// How many.
  public var pages: Int
}

/// One attempt at a job. The running one has no end and no outcome.
public struct AttemptRecord: Sendable {
  /// How it ended.
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

  /// From 1; the same again after one that was given back.
  public var attempt: Int
  /// The number that every write of this attempt names.
  public var lease: Int64
  /// Who made it.
  public var worker: WorkerID?
  /// When it was claimed.
  public var startedAt: Date
  /// Nil while it runs.
  public var finishedAt: Date?
  /// Nil while it runs.
  public var outcome: Outcome?
  /// Where it failed: a word for programs.
  public var errorCode: String?
  /// Where it failed: what was wrong, for people.
  public var errorMessage: String?
  /// What the document's reader should know of: fonts without a glyph, images left out.
  public var warnings: [String]
  /// Milliseconds by stage.
  public var timings: [String: Double]
}

/// A job with all that belongs to it.
public struct JobDetails: Sendable {
  /// The job itself.
  public var job: JobRecord
  /// In the order in which they began.
  public var attempts: [AttemptRecord]
  package var artifact: Artifact?
  /// In the order in which they were written.
  public var events: [EventRecord]

  /// The attempts since the job last came to an end and was made ready anew; all of them where it never did.
  public var attemptsSinceItsEnd: [AttemptRecord] {
    let end = events.filter { $0.type != "pressrun.job.progress" }.map(\.time).max() ?? .distantPast
    return attempts.filter { $0.startedAt > end }
  }
}

/// A CloudEvents 1.0 record that the queue wrote.
public struct EventRecord: Sendable {
  /// A UUID, unlike in all events.
  public var id: String
  /// Such as `pressrun.job.completed`.
  public var type: String
  /// Whose it is; 0 for a batch's.
  public var job: JobID
  /// When it was written.
  public var time: Date
  /// The whole record as JSON.
  public var json: String
  /// To read on after it.
  public var cursor: EventCursor
}

/// A place in the stream of events. Reading after it misses none, also of transactions that were slow to commit.
public struct EventCursor: Hashable, Sendable {
  /// Of the last event that was read.
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
  /// At most so many.
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
