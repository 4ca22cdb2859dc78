import FoundationEssentials
import Postgres

/// Bulk enqueue by COPY. `pressrun.prepare_many` validates the common properties of many jobs once; then the rows are copied
/// into their tables. This needs the right to insert there, which the role `pressrun_producer` does not have.
extension JobQueue {
  /// For fewer jobs `pressrun.enqueue_many` is faster.
  private static let worthCopying = 200

  /// Whether to copy these jobs. Each unique key needs a lookup, so jobs with keys are not copied.
  static func mayCopy(_ jobs: [NewJob], _ connection: Connection) async throws -> Bool {
    // `enqueue_many` refuses payloads that are too long.
    guard jobs.count >= worthCopying, jobs.allSatisfy({ $0.uniqueKey == nil && $0.payload.count <= 64 << 20 })
    else { return false }
    return try await connection.query(Statements.mayCopy).single().decode(0)
  }

  /// Enqueues jobs without unique keys, in the transaction of the connection.
  static func copy(_ jobs: [NewJob], _ connection: Connection) async throws -> [Enqueued] {
    let sorts = Sorts(jobs)
    var columns: [[UInt8]] = []
    var ready: [String: Int64] = [:]
    for (sort, count) in zip(sorts.all, sorts.counts) {
      let row = try await prepare(sort, count, connection)
      columns.append(try Self.columns(sort, row))
      if try row.decode(4, as: String.self) == "available" {
        ready[try row.decode(3), default: 0] += Int64(count)
      }
    }
    // Each group was checked against the depth limit of its queue alone.
    if sorts.all.count > 1, !ready.isEmpty {
      _ = try await connection.query(
        Statements.checkDepths, [.texts(Array(ready.keys)), .integers(Array(ready.values))])
    }
    var ids: [Int64] = []
    ids.reserveCapacity(jobs.count)
    for row in try await connection.query(Statements.drawIDs, [.integer(jobs.count)]) { ids.append(try row.decode(0)) }
    try await connection.copy(
      Statements.copyJobs,
      CopyRows(count: jobs.count) { [ids, columns] index, text in
        text.append(ids[index])
        text.append(columns: columns[sorts.ofJob[index]])
      })
    try await connection.copy(
      Statements.copyPayloads,
      CopyRows(count: jobs.count) { [ids] index, text in
        text.append(ids[index])
        text.append(jobs[index].payload)
      })
    return ids.map { Enqueued(id: JobID(rawValue: $0), inserted: true) }
  }

  /// Validates `count` jobs with the same properties and requests their lane.
  /// - Returns: destination, run_at, max_attempts, queue, state, batch_id with defaults filled in.
  private static func prepare(_ alike: Alike, _ count: Int, _ connection: Connection) async throws -> Row {
    try await connection.query(
      Statements.prepareMany,
      [
        .text(alike.kind), .text(alike.tenant), .integer(alike.priority), .integer(count), .text(optional: alike.batch),
        .text(optional: alike.destination), .timestamp(optional: alike.runAt), .integer(optional: alike.maxAttempts),
        .text(optional: alike.queue),
      ]
    ).single()
  }

  /// All columns of a job except its id, in the format of COPY.
  private static func columns(_ alike: Alike, _ row: Row) throws -> [UInt8] {
    var text = CopyText()
    text.append(alike.kind)
    text.append(alike.tenant)
    text.append(Int64(alike.priority))
    for column in 0..<6 { text.append(try row.decode(column, as: String?.self)) }
    return text.take()
  }
}

/// Rows for COPY, generated while they are sent.
private struct CopyRows: Sequence, Sendable {
  var count: Int
  /// Appends a row's columns.
  var row: @Sendable (Int, inout CopyText) -> Void
  private static let bytesPerPiece = 1 << 18

  func makeIterator() -> AnyIterator<[UInt8]> {
    var next = 0
    var text = CopyText()
    return AnyIterator {
      while next < count, text.bytes.count < Self.bytesPerPiece {
        row(next, &text)
        text.endRow()
        next += 1
      }
      return text.bytes.isEmpty ? nil : text.take()
    }
  }
}

/// Groups of jobs that have all properties except payloads in common, in the order of their first jobs.
private struct Sorts: Sendable {
  private(set) var all: [Alike] = []
  private(set) var counts: [Int] = []
  /// The index of each job's group.
  private(set) var ofJob: [Int] = []

  init(_ jobs: [NewJob]) {
    var places: [Alike: Int] = [:]
    ofJob.reserveCapacity(jobs.count)
    for index in jobs.indices {
      let place: Int
      // Most jobs are in the group of the previous job, and comparing is cheaper than hashing.
      if index > 0, JobQueue.isAlike(jobs[index - 1], jobs[index]) {
        place = ofJob[index - 1]
      } else {
        let alike = Alike(jobs[index])
        place = places[alike] ?? all.count
        if place == all.count {
          places[alike] = place
          all.append(alike)
          counts.append(0)
        }
      }
      counts[place] += 1
      ofJob.append(place)
    }
  }
}

/// All properties of a job except its payload.
private struct Alike: Hashable, Sendable {
  var kind: String
  var tenant: String
  var destination: String?
  var priority: Int
  var runAt: Date?
  var maxAttempts: Int?
  var queue: String?
  var batch: String?

  init(_ job: NewJob) {
    kind = job.kind
    tenant = job.tenant
    destination = job.destination
    priority = job.priority
    runAt = job.runAt
    maxAttempts = job.maxAttempts
    queue = job.queue
    batch = job.batch
  }
}
