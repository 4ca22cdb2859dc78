import FoundationEssentials
import Postgres

extension JobQueue {
  /// Registers kinds, or changes their settings. The login needs the role `pressrun_registrar`, because the settings
  /// include the destinations that are allowed.
  /// - Throws: `QueueError` `.invalidArgument`, `.invalidDestination`.
  package func register(kinds: [KindSettings]) async throws {
    // Always in this order, so that two processes that register at the same time cannot deadlock.
    for kind in kinds.sorted(by: { $0.name < $1.name }) {
      _ = try await query(Statements.registerKind, Self.parameters(of: kind))
    }
  }

  /// The names of those kinds that are not registered, or with other settings.
  package func unregistered(of kinds: [KindSettings]) async throws -> [String] {
    var names: [String] = []
    for kind in kinds {
      let isRegistered: Bool = try await query(Statements.isRegistered, Self.parameters(of: kind)).single().decode(0)
      if !isRegistered { names.append(kind.name) }
    }
    return names
  }

  private static func parameters(of kind: KindSettings) -> [Parameter] {
    [
      .text(kind.name), .text(kind.queue), .integer(kind.maxAttempts), .double(kind.backoff.base.seconds),
      .double(kind.backoff.limit.seconds), .double(kind.backoff.jitter), .double(kind.timeout.seconds),
      .text(optional: kind.defaultDestination), .texts(kind.allowedDestinations), .texts(kind.deniedDestinations),
      kind.schema.map { .utf8($0) } ?? .null,
    ]
  }

  /// Enqueues a job in a separate transaction.
  /// - Throws: `QueueError` `.unknownKind`, `.destinationDenied`, `.invalidDestination`, `.invalidPayload`,
  ///   `.invalidArgument`, `.queueFull`, and `.wrongState` for a batch that is complete; `PostgresError`.
  public func enqueue(_ job: NewJob) async throws -> Enqueued {
    try await Self.convertingErrors {
      try Self.enqueued(await database.query(Statements.enqueue, Self.parameters(of: job)))
    }
  }

  /// Enqueues a job in the transaction of a connection (`Database.transaction`). The job exists if the transaction
  /// commits.
  /// - Throws: as `enqueue(_:)`. The transaction has then failed and must be ended by throwing.
  public func enqueue(_ job: NewJob, in connection: Connection) async throws -> Enqueued {
    try await Self.convertingErrors {
      try Self.enqueued(await connection.query(Statements.enqueue, Self.parameters(of: job)))
    }
  }

  /// Enqueues a job with its own files in the transaction of a connection. The job keeps the files; they do not become
  /// assets that other jobs of the tenant can use, unless they are already.
  /// - Parameter files: by the paths by which the document refers to them.
  /// - Throws: as `enqueue(_:in:)` and `addAsset`.
  package func enqueue(_ job: NewJob, files: [String: NewAsset], in connection: Connection) async throws -> Enqueued {
    try await Self.convertingErrors {
      var job = job
      var added: [String] = []
      // Always in this order, so that two transactions cannot deadlock.
      for (path, file) in files.sorted(by: { $0.key < $1.key }) {
        job.assets[path] = "artifact:\(file.sha256)"
        let isNew: Bool = try await connection.query(
          Statements.addAsset,
          [
            .text(job.tenant), .text(file.sha256), .integer(file.bytes), .text(file.mediaType), .text(file.name),
            .null,
          ]
        ).single().decode(0)
        if isNew { added.append(file.sha256) }
      }
      let enqueued = try await enqueue(job, in: connection)
      for sha256 in added {
        _ = try await connection.query(Statements.deleteAsset, [.text(job.tenant), .text(sha256)])
      }
      return enqueued
    }
  }

  /// Enqueues all of the jobs or none. Ids increase in the order given. Jobs that differ only in their payloads are
  /// fastest.
  /// - Returns: the results in the order given.
  /// - Throws: as `enqueue(_:)`, for the first job that is refused.
  public func enqueue(many jobs: [NewJob]) async throws -> [Enqueued] {
    try await enqueue(many: jobs, progress: nil)
  }

  /// The same, with the number of jobs that were sent so far.
  package func enqueue(many jobs: [NewJob], progress: (@Sendable (Int) -> Void)?) async throws -> [Enqueued] {
    try await Self.convertingErrors { try await database.transaction { try await Self.enqueue(jobs, $0, progress) } }
  }

  /// Enqueues jobs in the transaction of a connection; see `enqueue(_:in:)` and `enqueue(many:)`.
  public func enqueue(many jobs: [NewJob], in connection: Connection) async throws -> [Enqueued] {
    try await Self.convertingErrors { try await Self.enqueue(jobs, connection) }
  }

  /// Enqueues jobs that differ only in payload and trace context, all or none, in one statement. Faster than
  /// `enqueue(many:)` for few jobs, because the session caches the validation of identical ones.
  /// - Parameter jobs: without unique keys, options and assets.
  /// - Returns: the results in the order given.
  func enqueue(each jobs: [NewJob]) async throws -> [Enqueued] {
    guard let first = jobs.first else { return [] }
    return try await Self.convertingErrors {
      let rows = try await database.query(
        Statements.enqueueEach,
        [
          .text(first.kind), .text(first.tenant), .text(optional: first.destination), .integer(first.priority),
          .timestamp(optional: first.runAt), .integer(optional: first.maxAttempts), .text(optional: first.queue),
          .text(optional: first.batch), .utf8s(jobs.map(\.payload)), .texts(jobs.map { $0.traceParent?.text ?? "" }),
        ])
      // The order of the rows is not guaranteed.
      var ids: [Int: Int64] = [:]
      for row in rows { ids[try row.decode(0)] = try row.decode(1) }
      return try jobs.indices.map { index in
        guard let id = ids[index + 1] else {
          throw PostgresError(code: .undecodable, message: "no row for job \(index + 1)", statement: "enqueue_each")
        }
        return Enqueued(id: JobID(rawValue: id), inserted: true)
      }
    }
  }

  private static func enqueue(
    _ jobs: [NewJob], _ connection: Connection, _ progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> [Enqueued] {
    if try await mayCopy(jobs, connection) { return try await copy(jobs, connection, progress) }
    var enqueued: [Enqueued] = []
    enqueued.reserveCapacity(jobs.count)
    for batch in batches(of: jobs) {
      var parameters = try parameters(of: jobs[batch.lowerBound])
      parameters[1] = .utf8s(jobs[batch].map(\.payload))
      parameters[6] = jobs[batch.lowerBound].uniqueKey == nil ? .null : .texts(jobs[batch].map { $0.uniqueKey ?? "" })
      // The order of the rows is not guaranteed.
      let start = enqueued.count
      let answers = try await connection.query(Statements.enqueueMany, parameters)
      enqueued += Array(repeating: Enqueued(id: JobID(rawValue: 0), inserted: false), count: answers.count)
      for row in answers {
        let place = start + (try row.decode(0, as: Int.self)) - 1
        guard enqueued.indices.contains(place) else { continue }
        enqueued[place] = Enqueued(id: JobID(rawValue: try row.decode(1)), inserted: try row.decode(2))
      }
      progress?(enqueued.count)
    }
    return enqueued
  }

  /// Divides jobs into runs that differ only in payload and unique key, each of at most 5000 jobs and about 8 MB.
  static func batches(of jobs: [NewJob]) -> [Range<Int>] {
    var batches: [Range<Int>] = []
    var start = 0
    var bytes = 0
    for index in jobs.indices {
      if index > start, !haveSameProperties(jobs[start], jobs[index]) || index - start >= 5000 || bytes > 8 << 20 {
        batches.append(start..<index)
        start = index
        bytes = 0
      }
      bytes += jobs[index].payload.count
    }
    if start < jobs.count { batches.append(start..<jobs.count) }
    return batches
  }

  /// Whether two jobs differ only in payload and unique key.
  static func haveSameProperties(_ a: NewJob, _ b: NewJob) -> Bool {
    a.kind == b.kind && a.tenant == b.tenant && a.destination == b.destination && a.priority == b.priority
      && a.runAt == b.runAt && a.maxAttempts == b.maxAttempts && a.queue == b.queue
      && (a.uniqueKey == nil) == (b.uniqueKey == nil) && a.batch == b.batch && a.uniqueFor == b.uniqueFor
      && a.deliveryOptions == b.deliveryOptions && a.traceParent == b.traceParent && a.assets == b.assets
  }

  private static func parameters(of job: NewJob) throws -> [Parameter] {
    [
      .text(job.kind), .utf8(job.payload), .text(job.tenant), .text(optional: job.destination), .integer(job.priority),
      .timestamp(optional: job.runAt), .text(optional: job.uniqueKey), .integer(optional: job.maxAttempts),
      .text(optional: job.queue), .text(optional: job.batch),
      .text(optional: job.uniqueKey == nil ? nil : job.uniqueFor.map { "\($0.seconds) seconds" }),
      job.deliveryOptions.map { .utf8($0) } ?? .null, .text(optional: job.traceParent?.text),
      try job.assets.isEmpty ? .null : .utf8(Array(JSONEncoder().encode(job.assets))),
    ]
  }

  private static func enqueued(_ rows: Rows) throws -> Enqueued {
    let id = try rows.single().decode(0, as: Int64.self)
    return Enqueued(id: JobID(rawValue: Int64(clamping: id.magnitude)), inserted: id > 0)
  }

  /// Converts errors that the queue's functions raise into `QueueError`.
  private static func convertingErrors<T>(_ body: () async throws -> T) async throws -> T {
    do {
      return try await body()
    } catch let error as PostgresError where ["22P02", "22021"].contains(error.sqlState) {
      throw QueueError(code: .invalidPayload, message: "the payload is not JSON: \(error.detail ?? error.message)")
    } catch let error as PostgresError {
      throw QueueError(error) ?? error
    }
  }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
