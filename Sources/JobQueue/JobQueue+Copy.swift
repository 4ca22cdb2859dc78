import FoundationEssentials
import Postgres

/// Bulk enqueue by COPY. `pressrun.prepare_many` validates the common properties of many jobs once; then the rows are
/// copied into their tables. This needs the right to insert there, which the role `pressrun_producer` does not have.
extension JobQueue {
  /// The least number of jobs for which COPY is faster than `pressrun.enqueue_many`.
  private static let worthCopying = 200

  /// Whether to copy these jobs. Each unique key needs a lookup, and options and assets are rows of their own, so jobs
  /// with any of them are not copied.
  static func mayCopy(_ jobs: [NewJob], _ connection: Connection) async throws -> Bool {
    // `enqueue_many` refuses payloads that are too long.
    guard jobs.count >= worthCopying,
      jobs.allSatisfy({
        $0.uniqueKey == nil && $0.deliveryOptions == nil && $0.assets.isEmpty && $0.payload.count <= 64 << 20
      })
    else { return false }
    return try await connection.query(Statements.mayCopy, [.texts(Array(Set(jobs.map(\.kind))))]).single().decode(0)
  }

  /// Enqueues jobs without unique keys, in the transaction of the connection.
  /// - Parameter progress: called with the number of jobs that were sent so far.
  static func copy(
    _ jobs: [NewJob], _ connection: Connection, _ progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> [Enqueued] {
    let groups = JobGroups(jobs)
    var columns: [[UInt8]] = []
    var ready: [String: Int64] = [:]
    for (group, count) in zip(groups.all, groups.counts) {
      let row = try await prepare(group, count, connection)
      columns.append(try Self.columns(group, row))
      if try row.decode(4, as: String.self) == "available" {
        ready[try row.decode(3), default: 0] += Int64(count)
      }
    }
    // `prepare_many` checked each group separately against the depth limit; several groups may have the same queue.
    if groups.all.count > 1, !ready.isEmpty {
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
        text.append(columns: columns[groups.indexOfJob[index]])
      })
    try await connection.copy(
      Statements.copyPayloads,
      CopyRows(count: jobs.count) { [ids] index, text in
        text.append(ids[index])
        text.append(jobs[index].payload)
        if index % 500 == 499 { progress?(index + 1) }
      })
    return ids.map { Enqueued(id: JobID(rawValue: $0), inserted: true) }
  }

  /// Validates `count` jobs with the same properties and requests their lane.
  /// - Returns: destination, run_at, max_attempts, queue, state, batch_id with defaults filled in.
  private static func prepare(_ properties: CommonProperties, _ count: Int, _ connection: Connection) async throws
    -> Row
  {
    try await connection.query(
      Statements.prepareMany,
      [
        .text(properties.kind), .text(properties.tenant), .integer(properties.priority), .integer(count),
        .text(optional: properties.batch),
        .text(optional: properties.destination), .timestamp(optional: properties.runAt),
        .integer(optional: properties.maxAttempts),
        .text(optional: properties.queue),
      ]
    ).single()
  }

  /// All columns of a job except its id, in the format of COPY.
  private static func columns(_ properties: CommonProperties, _ row: Row) throws -> [UInt8] {
    var text = CopyText()
    text.append(properties.kind)
    text.append(properties.tenant)
    text.append(Int64(properties.priority))
    text.append(properties.destination.map { _ in "t" })
    text.append(properties.traceParent?.text)
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
private struct JobGroups: Sendable {
  private(set) var all: [CommonProperties] = []
  private(set) var counts: [Int] = []
  /// The index of each job's group.
  private(set) var indexOfJob: [Int] = []

  init(_ jobs: [NewJob]) {
    var indices: [CommonProperties: Int] = [:]
    indexOfJob.reserveCapacity(jobs.count)
    for index in jobs.indices {
      let group: Int
      // Most jobs are in the group of the previous job, and comparing is cheaper than hashing.
      if index > 0, JobQueue.haveSameProperties(jobs[index - 1], jobs[index]) {
        group = indexOfJob[index - 1]
      } else {
        let properties = CommonProperties(jobs[index])
        group = indices[properties] ?? all.count
        if group == all.count {
          indices[properties] = group
          all.append(properties)
          counts.append(0)
        }
      }
      counts[group] += 1
      indexOfJob.append(group)
    }
  }
}
