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
    let records = try many.map { try CompletionRecord($0.ref, $0.completion) }
    return try await query(Statements.complete, [.utf8(Array(try JSONEncoder().encode(records)))]).map { row in
      let outcome = try row.decode(0, as: String.self)
      switch outcome {
      case "completed": return .completed(eventID: try row.decode(1))
      case "refused": return .refused(rule: try row.decode(2))
      case "cancelled": return .cancelled
      default: return .stale
      }
    }
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
  package func cancel(_ id: JobID) async throws -> JobState {
    try await query(Statements.cancel, [.integer(id.rawValue)]).single().decode(0)
  }

  /// Makes a discarded or cancelled job available again, with a fresh set of attempts and its history kept; a job that
  /// waits for its time becomes available now.
  /// - Throws: `QueueError` `.unknownJob`, `.wrongState`.
  package func retry(_ id: JobID) async throws {
    _ = try await query(Statements.retry, [.integer(id.rawValue)])
  }
}

/// A completion as `pressrun.complete` reads it.
private struct CompletionRecord: Encodable {
  var job: Int64
  var lease: Int64
  var sha256: String?
  var bytes: Int64?
  var mediaType: String?
  var pageSizes: [[Double]]?
  var warnings: [String]
  var timings: [String: Double]

  /// - Throws: `QueueError` `.invalidArgument`. Checked here, since in the database it would fail the whole batch.
  init(_ ref: LeaseRef, _ completion: Completion) throws(QueueError) {
    job = ref.job.rawValue
    lease = ref.lease
    if let artifact = completion.artifact {
      let isDigest =
        artifact.sha256.utf8.count == 64
        && artifact.sha256.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
      guard isDigest, artifact.bytes >= 0, artifact.pages.allSatisfy({ $0.width.isFinite && $0.height.isFinite }) else {
        throw QueueError(code: .invalidArgument, message: "the artifact of job \(ref.job) is not well described")
      }
      sha256 = artifact.sha256
      bytes = artifact.bytes
      mediaType = artifact.mediaType.storable(200)
      pageSizes = artifact.pages.map { [$0.width, $0.height] }
    }
    warnings = completion.warnings.prefix(100).map { $0.storable(1000) }
    timings = completion.timings.filter { $0.value.isFinite }
  }
}

extension String {
  /// Without NUL, which PostgreSQL has no place for, and no longer than so many characters.
  fileprivate func storable(_ limit: Int) -> String {
    let text = utf8.contains(0) ? String(map { $0 == "\0" ? "\u{FFFD}" : $0 }) : self
    return text.utf8.count <= limit ? text : String(text.prefix(limit))
  }
}
