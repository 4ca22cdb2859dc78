import FoundationEssentials
import Postgres

/// Criteria of jobs to list, count, retry or cancel. All criteria that are not nil must match;
/// deliveries match only by their kind.
package struct JobSelection: Sendable, Equatable {
  /// It is empty for all when listing and counting; else for the default: discarded jobs to retry, unfinished jobs to
  /// cancel.
  package var states: [JobState]
  package var kind: String?
  package var tenant: String?
  /// The tenants whose jobs the caller may see and change, apart from the `tenant` that it asks for; nil for all.
  package var scope: [String]?
  package var queue: String?
  package var batch: String?
  /// A destination, or a kind of destinations.
  package var destination: String?
  /// The error code of the last failed attempt.
  package var errorCode: String?
  /// Enqueued at this time or later.
  package var enqueuedFrom: Date?
  /// Enqueued before this time.
  package var enqueuedTo: Date?
  /// Text that the unique key contains, in upper or lower case.
  package var uniqueKey: String?

  package init(
    states: [JobState] = [], kind: String? = nil, tenant: String? = nil, scope: [String]? = nil, queue: String? = nil,
    batch: String? = nil, destination: String? = nil, errorCode: String? = nil, enqueuedFrom: Date? = nil,
    enqueuedTo: Date? = nil, uniqueKey: String? = nil
  ) {
    self.states = states
    self.kind = kind
    self.tenant = tenant
    self.scope = scope
    self.queue = queue
    self.batch = batch
    self.destination = destination
    self.errorCode = errorCode
    self.enqueuedFrom = enqueuedFrom
    self.enqueuedTo = enqueuedTo
    self.uniqueKey = uniqueKey
  }

  /// The members of the SQL type `job_filter`.
  var parameters: [Parameter] {
    [
      states.isEmpty ? .null : .texts(states.map(\.rawValue)), .text(optional: kind), .text(optional: tenant),
      scope.map { .texts($0) } ?? .null, .text(optional: queue), .text(optional: batch), .text(optional: destination),
      .text(optional: errorCode), .timestamp(optional: enqueuedFrom), .timestamp(optional: enqueuedTo),
      .text(optional: uniqueKey),
    ]
  }
}

/// A page of a list of jobs.
package struct JobPage: Sendable {
  /// Newest first.
  package var jobs: [JobRecord]
  /// Pass it as `before` for the next page; nil if there are no more jobs. A page with fewer jobs than its limit and a
  /// value here ends where the search stopped: among the jobs that it read, no more match.
  package var next: JobID?
}

extension JobQueue {
  /// Each job of a part is a subtransaction. With more than 64 subtransactions, taking and using snapshots becomes
  /// slower in all sessions (`PGPROC_MAX_CACHED_SUBXIDS`).
  package static let jobsPerPart = 60

  /// Retries all jobs that match, in parts, each of which is a transaction. Their history is kept.
  /// - Parameter report: receives each part: the jobs, and the reason for each that could not be retried.
  package func retry(
    matching selection: JobSelection, report: ([(id: JobID, problem: String?)]) throws -> Void
  ) async throws {
    try await forEachPart(Statements.retryMatching, selection) { try report(try $0.map(Self.change)) }
  }

  /// Cancels all jobs that match, in parts, each of which is a transaction. Workers stop the running ones.
  /// - Parameter report: receives each part: the jobs, and the reason for each that could not be cancelled.
  package func cancel(
    matching selection: JobSelection, report: ([(id: JobID, problem: String?)]) throws -> Void
  ) async throws {
    try await forEachPart(Statements.cancelMatching, selection) { try report(try $0.map(Self.change)) }
  }

  /// Removes a finished job with everything that belongs to it, and records that in the audit log.
  /// - Returns: the SHA-256 of the files that it had, which may be removed from the artifact store if nothing
  ///   references them.
  /// - Throws: `QueueError` `.unknownJob`; `.wrongState` if it or one of its deliveries is not finished.
  package func erase(_ id: JobID) async throws -> [String] {
    try await query(Statements.erase, [.integer(id.rawValue)]).single().decode(0)
  }

  /// Erases all jobs that match, in parts, each of which is a transaction.
  /// - Parameter report: receives each part: the jobs, the reason for each that could not be erased, and the files of
  ///   the others.
  package func erase(
    matching selection: JobSelection, report: ([(id: JobID, problem: String?, files: [String])]) async throws -> Void
  ) async throws {
    try await forEachPart(Statements.eraseMatching, selection) { rows in
      try await report(
        rows.map {
          (JobID(rawValue: try $0.decode(0)), try $0.decode(1), try $0.decode(2, as: [String]?.self) ?? [])
        })
    }
  }

  private static func change(_ row: Row) throws -> (id: JobID, problem: String?) {
    (JobID(rawValue: try row.decode(0)), try row.decode(1))
  }

  /// The number of jobs that match, counted up to `limit`.
  package func count(matching selection: JobSelection, upTo limit: Int = 100_000) async throws -> Int {
    try await query(Statements.countMatching, selection.parameters + [.integer(limit)]).single().decode(0)
  }

  /// Jobs that match, newest first. The cost does not depend on the number of finished jobs: a page may end before its
  /// limit (`JobPage.next`).
  package func search(_ selection: JobSelection, before: JobID? = nil, limit: Int = 50) async throws -> JobPage {
    let row = try await query(
      Statements.searchJobs,
      selection.parameters + [before.map { .integer($0.rawValue) } ?? .null, .integer(limit)]
    ).single()
    let ids = try row.decode(0, as: [Int64].self).map(JobID.init)
    return JobPage(
      jobs: try await jobs(JobFilter(ids: ids)), next: try row.decode(1, as: Int64?.self).map(JobID.init))
  }

  private func forEachPart(
    _ statement: Statement, _ selection: JobSelection, _ report: ([Row]) async throws -> Void
  ) async throws {
    var last: Int64 = 0
    while true {
      let part = try await query(
        statement, selection.parameters + [.integer(last), .integer(Self.jobsPerPart)]
      ).map { $0 }
      try await report(part)
      guard let end = part.last, part.count == Self.jobsPerPart else { return }
      last = try end.decode(0)
    }
  }
}
