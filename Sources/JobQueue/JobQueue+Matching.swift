import Postgres

/// Which jobs to retry or cancel. All criteria must match.
package struct JobSelection: Sendable {
  /// Empty for the default: discarded jobs to retry, unfinished jobs to cancel.
  package var states: [JobState]
  package var kind: String?
  package var tenant: String?
  package var queue: String?
  package var batch: String?
  /// The error code of the last failed attempt.
  package var errorCode: String?

  package init(
    states: [JobState] = [], kind: String? = nil, tenant: String? = nil, queue: String? = nil, batch: String? = nil,
    errorCode: String? = nil
  ) {
    self.states = states
    self.kind = kind
    self.tenant = tenant
    self.queue = queue
    self.batch = batch
    self.errorCode = errorCode
  }
}

extension JobQueue {
  /// Each job of a part is a subtransaction. With more than 64 subtransactions, taking and using snapshots becomes slower in
  /// all sessions (`PGPROC_MAX_CACHED_SUBXIDS`).
  package static let jobsPerPart = 60

  /// Retries all jobs that match, in parts, each of which is a transaction. Their history is kept.
  /// - Parameter report: receives each part: the jobs, and the reason for each that could not be retried.
  package func retry(
    matching selection: JobSelection, report: ([(id: JobID, problem: String?)]) throws -> Void
  ) async throws {
    try await forEachPart(Statements.retryMatching, selection, otherwise: [.discarded], report)
  }

  /// Cancels all jobs that match, in parts, each of which is a transaction. Workers stop the running ones.
  /// - Parameter report: receives each part: the jobs, and the reason for each that could not be cancelled.
  package func cancel(
    matching selection: JobSelection, report: ([(id: JobID, problem: String?)]) throws -> Void
  ) async throws {
    try await forEachPart(
      Statements.cancelMatching, selection, otherwise: [.scheduled, .available, .running, .retryable], report)
  }

  private func forEachPart(
    _ statement: Statement, _ selection: JobSelection, otherwise states: [JobState],
    _ report: ([(id: JobID, problem: String?)]) throws -> Void
  ) async throws {
    let states = selection.states.isEmpty ? states : selection.states
    var last: Int64 = 0
    while true {
      let part = try await query(
        statement,
        [
          .texts(states.map(\.rawValue)), .text(optional: selection.kind), .text(optional: selection.tenant),
          .text(optional: selection.queue), .text(optional: selection.batch), .text(optional: selection.errorCode),
          .integer(last), .integer(Self.jobsPerPart),
        ]
      ).map { (id: JobID(rawValue: try $0.decode(0)), problem: try $0.decode(1, as: String?.self)) }
      try report(part)
      guard let end = part.last, part.count == Self.jobsPerPart else { return }
      last = end.id.rawValue
    }
  }
}
