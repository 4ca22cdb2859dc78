import FoundationEssentials
import Postgres

extension JobQueue {
  /// Counts jobs that are not in a final state.
  /// - Parameters:
  ///   - queues: empty for all.
  ///   - soon: jobs scheduled for a later time count as `later`.
  package func pending(queues: [String] = [], soon: Duration = .seconds(60)) async throws -> Pending {
    let row = try await query(Statements.pending, [.texts(queues), .text("\(soon.seconds) seconds")]).single()
    return Pending(
      available: try row.decode(0), running: try row.decode(1), waiting: try row.decode(2), later: try row.decode(3),
      nextDue: try row.decode(4), now: try row.decode(5))
  }

  /// Counts jobs that are not in a final state, by the obstacle that keeps them from being claimed.
  /// - Parameters:
  ///   - queues: empty for all.
  ///   - soon: jobs scheduled for a later time are left out.
  ///   - kinds: jobs of other kinds are unserved; nil if there are none.
  package func unfinished(
    queues: [String] = [], soon: Duration = .seconds(60), kinds: [String]? = nil
  ) async throws -> [UnfinishedJobs] {
    try await query(
      Statements.unfinished, [.texts(queues), .text("\(soon.seconds) seconds"), .texts(optional: kinds)]
    ).map(UnfinishedJobs.init)
  }

  /// Jobs, newest first.
  public func jobs(_ filter: JobFilter = JobFilter()) async throws -> [JobRecord] {
    if let id = filter.ids?.first, filter.ids?.count == 1 {
      // PostgreSQL plans the statement with an array anew for each call, which takes longer than the call.
      return try await query(Statements.jobByID, [.integer(id.rawValue)]).map(JobRecord.init)
    }
    if let ids = filter.ids {
      return try await query(Statements.jobsByID, [.integers(ids.map(\.rawValue))]).map(JobRecord.init)
    }
    return try await query(
      Statements.jobs,
      [
        .texts(filter.states.map(\.rawValue)), .text(optional: filter.kind), .text(optional: filter.tenant),
        filter.before.map { .integer($0.rawValue) } ?? .null, .integer(max(0, filter.limit)),
      ]
    ).map(JobRecord.init)
  }

  /// A job with its attempts, artifacts and events.
  /// - Throws: `QueueError` `.unknownJob`.
  public func job(_ id: JobID) async throws -> JobDetails {
    guard let record = try await jobs(JobFilter(ids: [id])).first else {
      throw QueueError(code: .unknownJob, message: "there is no job \(id)")
    }
    let key = [Parameter.integer(id.rawValue)]
    return JobDetails(
      job: record,
      attempts: try await attempts(of: id),
      artifacts: try await files(of: id),
      assets: try await query(Statements.jobAssets, key).map(JobAsset.init),
      events: try await query(Statements.jobEvents, key).map(EventRecord.init))
  }

  /// The output files of a job, the document first; empty for an unknown job.
  package func files(of id: JobID) async throws -> [Artifact] {
    try await query(Statements.jobArtifacts, [.integer(id.rawValue)]).map(Artifact.init)
  }

  /// A job of a tenant, or of any tenant for nil. Jobs of other tenants are reported as unknown.
  /// - Throws: `QueueError` `.unknownJob`.
  package func job(_ id: JobID, of tenant: String?) async throws -> JobDetails {
    if let tenant, try await jobs(JobFilter(ids: [id])).first?.tenant != tenant {
      throw QueueError(code: .unknownJob, message: "there is no job \(id)")
    }
    return try await job(id)
  }

  /// The attempts of a job, in the order in which they started.
  package func attempts(of id: JobID) async throws -> [AttemptRecord] {
    try await query(Statements.jobAttempts, [.integer(id.rawValue)]).map(AttemptRecord.init)
  }

  /// Events in order. A reader that continues after the last cursor misses none: an event of an open transaction holds
  /// back newer ones until that transaction ends.
  public func events(after cursor: EventCursor = .start, limit: Int = 100) async throws -> [EventRecord] {
    try await query(
      Statements.events, [.integer(cursor.sequence), .integer(min(max(0, limit), 100_000))]
    ).map(EventRecord.init)
  }

  /// A summary of jobs, queues and workers.
  package func status() async throws -> QueueStatus {
    QueueStatus(
      counts: try await query(Statements.jobCounts).map(JobCount.init),
      queues: try await query(Statements.queueDepth).map(QueueDepth.init),
      workers: try await query(Statements.workerStatus).map(WorkerRecord.init),
      unservedKinds: try await query(Statements.unservedKinds).map { try $0.decode(0) },
      brokenKinds: try await brokenKinds())
  }
}

// MARK: - Decoding

extension JobState: ColumnDecodable {
  public static func decode(column: UnsafeBufferPointer<UInt8>?) -> JobState? {
    column.flatMap { JobState(rawValue: String(decoding: $0, as: UTF8.self)) }
  }
}

extension JobRecord {
  init(_ row: Row) throws {
    id = JobID(rawValue: try row.decode("job_id"))
    kind = try row.decode("kind")
    queue = try row.decode("queue")
    tenant = try row.decode("tenant")
    state = try row.decode("state")
    priority = try row.decode("priority")
    attempt = try row.decode("attempt")
    maxAttempts = try row.decode("max_attempts")
    destination = try row.decode("destination")
    uniqueKey = try row.decode("unique_key")
    cancelRequested = try row.decode("cancel_requested")
    enqueuedAt = try row.decode("enqueued_at")
    runAt = try row.decode("run_at")
    claimedAt = try row.decode("claimed_at")
    finishedAt = try row.decode("finished_at")
    worker = try row.decode("worker_id", as: Int64?.self).map(WorkerID.init)
    lastErrorCode = try row.decode("error_code")
    lastError = try row.decode("error_message")
    eventID = try row.decode("event_id")
    batch = try row.decode("batch")
    pagesDone = try row.decode("pages_done")
    traceParent = try row.decode("traceparent", as: String?.self).flatMap { TraceParent($0) }
    template = try row.decode("template")
    artifact = nil
    if let sha256 = try row.decode("sha256", as: String?.self) {
      artifact = ArtifactSummary(
        sha256: sha256, bytes: try row.decode("bytes"), mediaType: try row.decode("media_type"),
        pages: try row.decode("pages"))
    }
  }
}

extension AttemptRecord {
  init(_ row: Row) throws {
    attempt = try row.decode("attempt")
    lease = try row.decode("lease")
    worker = try row.decode("worker_id", as: Int64?.self).map(WorkerID.init)
    startedAt = try row.decode("started_at")
    finishedAt = try row.decode("finished_at")
    outcome = try row.decode("outcome", as: String?.self).flatMap(Outcome.init)
    errorCode = try row.decode("error_code")
    errorMessage = try row.decode("error_message")
    warnings = try row.json("warnings") ?? []
    timings = try row.json("timings") ?? [:]
    isOutcomeUnknown = try row.decode("outcome_unknown", as: Bool?.self) ?? false
  }
}

extension Artifact {
  init(_ row: Row) throws {
    let sizes: [[Double]] = try row.json("page_sizes") ?? []
    self.init(
      output: try row.decode("output"), fileName: try row.decode("file_name", as: String?.self) ?? "",
      sha256: try row.decode("sha256"), bytes: try row.decode("bytes"), mediaType: try row.decode("media_type"),
      pages: sizes.map { PagePoints(width: $0.first ?? 0, height: $0.last ?? 0) },
      parts: try row.json("parts") ?? [], fonts: try row.json("fonts") ?? [])
  }
}

extension EventRecord {
  init(_ row: Row) throws {
    id = try row.decode("id")
    type = try row.decode("type")
    job = JobID(rawValue: try row.decode("job_id"))
    time = try row.decode("time")
    json = try row.decode("record")
    cursor = EventCursor(sequence: try row.decode("sequence"))
  }
}

extension JobCount {
  init(_ row: Row) throws {
    self.init(
      kind: try row.decode("kind"), tenant: try row.decode("tenant"), state: try row.decode("state"),
      jobs: try row.decode("jobs"))
  }
}

extension UnfinishedJobs {
  init(_ row: Row) throws {
    let obstacle = try row.decode(0, as: String?.self).map { reason in
      Obstacle(reason: reason, scope: try row.decode(1), name: try row.decode(2))
    }
    self.init(obstacle: obstacle, count: try row.decode(3))
  }
}

extension QueueDepth {
  init(_ row: Row) throws {
    self.init(
      queue: try row.decode("queue"), available: try row.decode("available"), running: try row.decode("running"),
      waiting: try row.decode("waiting"), oldestSeconds: try row.decode("oldest_seconds"),
      isPaused: try row.decode("paused"), maxRunning: try row.decode("max_running"),
      maxDepth: try row.decode("max_depth"))
  }
}

extension WorkerRecord {
  init(_ row: Row) throws {
    self.init(
      id: WorkerID(rawValue: try row.decode("id")), host: try row.decode("host"), pid: try row.decode("pid"),
      version: try row.decode("version"), slots: try row.decode("slots"), running: try row.decode("running"),
      heartbeatAgeSeconds: try row.decode("heartbeat_age_seconds"),
      capabilities: WorkerCapabilities(
        kinds: try row.decode("kinds"), fonts: try row.decode("fonts"), libraries: try row.decode("libraries")),
      problem: try row.decode("problem"), problemSince: try row.decode("problem_since"),
      storage: try StorageSpace(row))
  }
}

extension StorageSpace {
  init?(_ row: Row) throws {
    guard let size = try row.decode("storage_bytes", as: Int?.self),
      let free = try row.decode("storage_free_bytes", as: Int?.self)
    else { return nil }
    self.init(size: size, free: free)
  }
}

extension Row {
  fileprivate func json<T: Decodable>(_ column: String) throws -> T? {
    guard let bytes = try decode(column, as: [UInt8]?.self) else { return nil }
    do {
      return try JSONDecoder().decode(T.self, from: Data(bytes))
    } catch {
      throw PostgresError(
        code: .undecodable, message: "column \"\(column)\" has unexpected JSON: \(error)")
    }
  }
}
