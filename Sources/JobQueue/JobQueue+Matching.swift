import Postgres

/// Which jobs to retry or cancel: all of what is given must hold.
package struct JobSelection: Sendable {
  /// Empty for those that usually are: discarded ones to retry, unfinished ones to cancel.
  package var states: [JobState]
  package var kind: String?
  package var tenant: String?
  package var queue: String?
  package var batch: String?
  /// The error code of the last attempt that failed.
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
  /// Each job of a part is a subtransaction; of more than 64, PostgreSQL's snapshots have to look outside of memory shared
  /// by all (`PGPROC_MAX_CACHED_SUBXIDS`), which slows everybody down.
  private static let jobsPerPart = 60

  /// Retries all jobs that match, a part at a time; their history is kept.
  /// - Parameter report: is given each part: the jobs, and for those that could not be retried the reason.
  package func retry(
    matching selection: JobSelection, report: ([(id: JobID, problem: String?)]) throws -> Void
  ) async throws {
    try await all(Statements.retryMatching, selection, otherwise: [.discarded], report)
  }

  /// Cancels all jobs that match, a part at a time; those that run are stopped by their workers.
  /// - Parameter report: is given each part: the jobs, and for those that could not be cancelled the reason.
  package func cancel(
    matching selection: JobSelection, report: ([(id: JobID, problem: String?)]) throws -> Void
  ) async throws {
    try await all(
      Statements.cancelMatching, selection, otherwise: [.scheduled, .available, .running, .retryable], report)
  }

  private func all(
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
