import FoundationEssentials
import Postgres

extension JobQueue {
  /// Completes a job: writes the job, its attempt, artifact, event and delivery in one transaction.
  package func complete(_ ref: LeaseRef, _ completion: Completion) async throws -> CompletionOutcome {
    try await complete(many: [(ref, completion)]).first ?? .stale
  }

  /// Completes jobs in one transaction.
  /// - Returns: the outcomes in the order given.
  /// - Throws: `QueueError` `.invalidArgument` for a malformed artifact; then no job is completed.
  package func complete(many: [(ref: LeaseRef, completion: Completion)]) async throws -> [CompletionOutcome] {
    guard !many.isEmpty else { return [] }
    var outcomes = [CompletionOutcome](repeating: .stale, count: many.count)
    for row in try await query(Statements.complete, try CompletionBatch(many).parameters) {
      let place = try row.decode(0, as: Int.self) - 1
      guard outcomes.indices.contains(place) else { continue }
      switch try row.decode(1, as: String.self) {
      case "completed":
        outcomes[place] = .completed(eventID: try row.decode(2), refusal: try row.decode(3))
      case "cancelled": outcomes[place] = .cancelled
      default: break
      }
    }
    return outcomes
  }

  /// Ends an attempt that failed.
  package func fail(_ ref: LeaseRef, _ failure: JobFailure) async throws -> FailureOutcome {
    let warnings = Array(try JSONEncoder().encode(failure.warnings.prefix(100).map { $0.storable(1000) }))
    let row = try await query(
      Statements.fail,
      [
        .integer(ref.job.rawValue), .integer(ref.lease), .text(failure.code.storable(100)),
        .text(failure.message.storable(8000)), .boolean(failure.isPermanent), .utf8(warnings),
      ]
    ).single()
    return try FailureOutcome(row)
  }

  /// Ends attempts of jobs whose cancellation was requested.
  /// - Returns: how many leases were still held.
  @discardableResult
  package func cancelled(_ refs: [LeaseRef]) async throws -> Int {
    guard !refs.isEmpty else { return 0 }
    return try await query(Statements.finishCancelled, Self.parameters(of: refs)).single().decode(0)
  }

  /// Cancels a waiting job at once, and requests the worker of a running one to stop.
  /// - Returns: the state after the call.
  /// - Throws: `QueueError` `.unknownJob`, `.wrongState`.
  @discardableResult
  public func cancel(_ id: JobID) async throws -> JobState {
    try await query(Statements.cancel, [.integer(id.rawValue)]).single().decode(0)
  }

  /// Makes a discarded or cancelled job available with new attempts, or a waiting one available now. Its history is
  /// kept.
  /// - Throws: `QueueError` `.unknownJob`, `.wrongState`.
  public func retry(_ id: JobID) async throws {
    _ = try await query(Statements.retry, [.integer(id.rawValue)])
  }
}

extension FailureOutcome {
  /// - Parameter row: outcome, retry_at.
  package init(_ row: Row) throws {
    switch try row.decode(0, as: String.self) {
    case "retryable": self = .retry(at: try row.decode(1))
    case "discarded": self = .discarded
    case "cancelled": self = .cancelled
    default: self = .stale
    }
  }
}

extension String {
  /// The text without NUL, which PostgreSQL cannot store, truncated to `limit` Unicode scalars. A character can have
  /// any number of them.
  package func storable(_ limit: Int) -> String {
    if utf8.count <= limit, !utf8.contains(0) { return self }
    return String(UnicodeScalarView(unicodeScalars.prefix(limit).map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}
