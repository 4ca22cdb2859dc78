import FoundationEssentials
import Postgres

extension JobQueue {
  /// Makes kinds known, or changes their settings.
  /// - Throws: `QueueError` `.invalidArgument`, `.invalidDestination`.
  package func register(kinds: [KindSettings]) async throws {
    // In one order everywhere: two workers that start at once never wait for each other in a circle.
    for kind in kinds.sorted(by: { $0.name < $1.name }) {
      _ = try await query(
        Statements.registerKind,
        [
          .text(kind.name), .text(kind.queue), .integer(kind.maxAttempts), .double(kind.backoff.base.seconds),
          .double(kind.backoff.limit.seconds), .double(kind.backoff.jitter), .double(kind.timeout.seconds),
          .text(optional: kind.defaultDestination), .texts(kind.allowedDestinations), .texts(kind.deniedDestinations),
        ])
    }
  }

  /// - Throws: `QueueError` `.unknownKind`, `.destinationDenied`, `.invalidDestination`, `.invalidPayload`,
  ///   `.invalidArgument`, `.queueFull`, and `.wrongState` for a batch that is complete.
  package func enqueue(_ job: NewJob) async throws -> Enqueued {
    do {
      let rows = try await database.query(Statements.enqueue, Self.parameters(of: job, payload: .utf8(job.payload)))
      return try Self.enqueued(rows.single())
    } catch let error as PostgresError {
      throw Self.explain(error)
    }
  }

  /// Enqueues all or none; ids grow in the order given.
  /// - Throws: as `enqueue(_:)`, for the first job that is refused.
  package func enqueue(many jobs: [NewJob]) async throws -> [Enqueued] {
    do {
      return try await database.transaction { connection in
        if try await Self.mayCopy(jobs, connection) { return try await Self.copy(jobs, connection) }
        var enqueued: [Enqueued] = []
        enqueued.reserveCapacity(jobs.count)
        for batch in Self.batches(of: jobs) {
          var parameters = Self.parameters(of: jobs[batch.lowerBound], payload: .utf8s(jobs[batch].map(\.payload)))
          parameters[6] =
            jobs[batch.lowerBound].uniqueKey == nil ? .null : .texts(jobs[batch].map { $0.uniqueKey ?? "" })
          // They come in order as a rule, which nobody promises.
          let start = enqueued.count
          let answers = try await connection.query(Statements.enqueueMany, parameters)
          enqueued += Array(repeating: Enqueued(id: JobID(rawValue: 0), inserted: false), count: answers.count)
          for row in answers {
            let place = start + (try row.decode(0, as: Int.self)) - 1
            guard enqueued.indices.contains(place) else { continue }
            enqueued[place] = Enqueued(id: JobID(rawValue: try row.decode(1)), inserted: try row.decode(2))
          }
        }
        return enqueued
      }
    } catch let error as PostgresError {
      throw Self.explain(error)
    }
  }

  /// Runs of jobs that differ in payload and unique key only, each of no more than 5000 jobs and about 8 MB.
  static func batches(of jobs: [NewJob]) -> [Range<Int>] {
    var batches: [Range<Int>] = []
    var start = 0
    var bytes = 0
    for index in jobs.indices {
      if index > start, !isAlike(jobs[start], jobs[index]) || index - start >= 5000 || bytes > 8 << 20 {
        batches.append(start..<index)
        start = index
        bytes = 0
      }
      bytes += jobs[index].payload.count
    }
    if start < jobs.count { batches.append(start..<jobs.count) }
    return batches
  }

  /// Whether all but the payload and the unique key itself is the same.
  static func isAlike(_ a: NewJob, _ b: NewJob) -> Bool {
    a.kind == b.kind && a.tenant == b.tenant && a.destination == b.destination && a.priority == b.priority
      && a.runAt == b.runAt && a.maxAttempts == b.maxAttempts && a.queue == b.queue
      && (a.uniqueKey == nil) == (b.uniqueKey == nil) && a.batch == b.batch && a.uniqueFor == b.uniqueFor
  }

  private static func parameters(of job: NewJob, payload: Parameter) -> [Parameter] {
    [
      .text(job.kind), payload, .text(job.tenant), .text(optional: job.destination), .integer(job.priority),
      .timestamp(optional: job.runAt), .text(optional: job.uniqueKey), .integer(optional: job.maxAttempts),
      .text(optional: job.queue), .text(optional: job.batch),
      .text(optional: job.uniqueKey == nil ? nil : job.uniqueFor.map { "\($0.seconds) seconds" }),
    ]
  }

  private static func enqueued(_ row: Row) throws -> Enqueued {
    let id = try row.decode(0, as: Int64.self)
    return Enqueued(id: JobID(rawValue: Int64(clamping: id.magnitude)), inserted: id > 0)
  }

  private static func explain(_ error: PostgresError) -> any Error {
    switch error.sqlState {
    case "22P02", "22021":
      QueueError(code: .invalidPayload, message: "the payload is not JSON: \(error.detail ?? error.message)")
    default:
      QueueError(error) ?? error
    }
  }
}

extension Duration {
  /// As a number, for SQL.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
