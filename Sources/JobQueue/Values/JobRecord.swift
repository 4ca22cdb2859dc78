import FoundationEssentials

/// The current state of a job.
public struct JobRecord: Sendable {
  /// Increases from job to job.
  public var id: JobID
  /// The name of a file in `Jobs/`.
  public var kind: String
  /// The queue from which it is claimed.
  public var queue: String
  /// The tenant that owns the job.
  public var tenant: String
  /// The state at the time of the query.
  public var state: JobState
  /// Jobs with a higher priority are claimed first, within a tenant.
  public var priority: Int
  /// Number of the current or last attempt; 0 before the first.
  public var attempt: Int
  /// The number of failed attempts after which the job is discarded.
  public var maxAttempts: Int
  /// Destination of the artifact, or `none`.
  public var destination: String
  /// See `NewJob.uniqueKey`.
  public var uniqueKey: String?
  /// The job runs, and its worker was asked to stop.
  public var cancelRequested: Bool
  /// The time of enqueueing, by the database's clock, as all times of this type.
  public var enqueuedAt: Date
  /// Earliest start; after a failed attempt, of the next one.
  public var runAt: Date
  /// The start of the last attempt.
  public var claimedAt: Date?
  /// The time when the job entered its final state.
  public var finishedAt: Date?
  /// The worker that claimed it last.
  public var worker: WorkerID?
  /// Error message of the last failed attempt.
  public var lastError: String?
  /// A code for programs, such as `invalid_payload`, `timeout`, `crashed`.
  public var lastErrorCode: String?
  /// The document that the job made.
  public var artifact: ArtifactSummary?
  /// The completion event.
  public var eventID: String?
  /// Name of the batch.
  public var batch: String?
  /// Finished pages of the running attempt, as of its last heartbeat.
  public var pagesDone: Int?
  /// Trace context of the request that enqueued the job.
  public var traceParent: TraceParent?
  /// The version of the kind with which it is rendered; nil before the first attempt.
  package var template: String?
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

/// Criteria of a list of jobs, newest first.
public struct JobFilter: Sendable {
  /// The states of the jobs to list; empty for all.
  public var states: [JobState]
  /// The kind of the jobs to list; nil for all.
  public var kind: String?
  /// The tenant of the jobs to list; nil for all.
  public var tenant: String?
  /// The ids of the jobs to list; nil for all.
  public var ids: [JobID]?
  /// Maximum number of jobs.
  public var limit: Int
  /// The last id of the previous page; only jobs with smaller ids are listed.
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
