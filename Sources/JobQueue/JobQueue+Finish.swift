import FoundationEssentials
import Postgres

extension JobQueue {
  /// Finishes a job: the job, its attempt, its artifact, its event and its outbox row in one transaction.
  package func complete(_ ref: LeaseRef, _ completion: Completion) async throws -> CompletionOutcome {
    try await complete(many: [(ref, completion)]).first ?? .stale
  }

  /// Finishes many jobs in one transaction; answers in the order given.
  /// - Throws: `QueueError` `.invalidArgument` where an artifact is not well described; then none is finished.
  package func complete(many: [(ref: LeaseRef, completion: Completion)]) async throws -> [CompletionOutcome] {
    guard !many.isEmpty else { return [] }
    var outcomes = [CompletionOutcome](repeating: .stale, count: many.count)
    for row in try await query(Statements.complete, try CompletionBatch(many).parameters) {
      let place = try row.decode(0, as: Int.self) - 1
      guard outcomes.indices.contains(place) else { continue }
      switch try row.decode(1, as: String.self) {
      case "completed": outcomes[place] = .completed(eventID: try row.decode(2))
      case "refused": outcomes[place] = .refused(rule: try row.decode(3))
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
    let outcome = try row.decode(0, as: String.self)
    switch outcome {
    case "retryable": return .retry(at: try row.decode(1))
    case "discarded": return .discarded
    case "cancelled": return .cancelled
    default: return .stale
    }
  }

  /// Ends attempts of jobs whose cancellation was asked for.
  /// - Returns: how many were still held.
  @discardableResult
  package func cancelled(_ refs: [LeaseRef]) async throws -> Int {
    guard !refs.isEmpty else { return 0 }
    return try await query(Statements.finishCancelled, Self.parameters(of: refs)).single().decode(0)
  }

  /// Cancels a waiting job at once, and asks the worker of a running one to stop.
  /// - Returns: the state after it.
  /// - Throws: `QueueError` `.unknownJob`, `.wrongState`.
  @discardableResult
  public func cancel(_ id: JobID) async throws -> JobState {
    try await query(Statements.cancel, [.integer(id.rawValue)]).single().decode(0)
  }

  /// Makes a discarded or cancelled job available again, with a fresh set of attempts and its history kept; a job that
  /// waits for its time becomes available now.
  /// - Throws: `QueueError` `.unknownJob`, `.wrongState`.
  public func retry(_ id: JobID) async throws {
    _ = try await query(Statements.retry, [.integer(id.rawValue)])
  }
}

extension String {
  /// Without NUL, which PostgreSQL has no place for, and no longer than so many characters.
  func storable(_ limit: Int) -> String {
    let text = utf8.contains(0) ? String(map { $0 == "\0" ? "\u{FFFD}" : $0 }) : self
    return text.utf8.count <= limit ? text : String(text.prefix(limit))
  }
}
