import ArtifactStore
import JobQueue
import Postgres
import Web

/// Problems of the service. Problems of the queue have the codes of `QueueError`.
extension ProblemType {
  static let unknownKind = ProblemType("unknown_kind", status: 422, "There is no such kind of job")
  static let invalidDestination = ProblemType("invalid_destination", status: 422, "The destination is invalid")
  static let destinationDenied = ProblemType("destination_denied", status: 403, "A policy denies the destination")
  static let invalidArgument = ProblemType("invalid_argument", status: 422, "A value is invalid")
  static let invalidPayload = ProblemType("invalid_payload", status: 422, "The payload is invalid")
  static let unknownJob = ProblemType("unknown_job", status: 404, "There is no such job")
  static let tenantDenied = ProblemType("tenant_denied", status: 403, "The credentials are for other tenants")
  static let wrongState = ProblemType("wrong_state", status: 409, "The state does not allow this")
  static let unknownDocument = ProblemType("unknown_document", status: 404, "There is no such document")
  static let conflict = ProblemType("conflict", status: 409, "The name is in use with other content")
  static let appendOnly = ProblemType("append_only", status: 409, "Archived data cannot be changed")
  static let queueFull = ProblemType("queue_full", status: 429, "The queue is full")
  static let missingArtifact = ProblemType("missing_artifact", status: 410, "The document is no longer stored")
}

enum ServiceProblems {
  /// Converts errors of the modules below; nil for errors whose reason only the log should have.
  static func problem(_ error: any Error) -> Problem? {
    switch error {
    case let error as RequestError: error.problem
    case let error as QueueError: problem(error)
    case let error as PostgresError where error.lacksLock:
      Problem(
        .unavailable, "another transaction in the database holds a lock; try again", headers: ["Retry-After": "5"])
    case let error as PostgresError where error.isTransient:
      Problem(.unavailable, "the database cannot be reached; try again", headers: ["Retry-After": "5"])
    case let error as ArtifactError where error.code == .missing:
      Problem(.missingArtifact, "the document was removed from the artifact store")
    case let error as ArtifactError where error.isOutage:
      Problem(.unavailable, "the artifact store cannot be used now; try again", headers: ["Retry-After": "30"])
    default: nil
    }
  }

  private static func problem(_ error: QueueError) -> Problem? {
    let detail = error.messageWithRule + (error.hint.map { "; \($0)" } ?? "")
    guard let type = problemType(error.code) else { return nil }
    return Problem(type, detail, headers: error.code == .queueFull ? ["Retry-After": "5"] : [:])
  }

  private static func problemType(_ code: QueueError.Code) -> ProblemType? {
    switch code {
    case .unknownKind: .unknownKind
    case .invalidDestination: .invalidDestination
    case .destinationDenied: .destinationDenied
    case .invalidArgument: .invalidArgument
    case .invalidPayload: .invalidPayload
    case .unknownJob: .unknownJob
    case .tenantDenied: .tenantDenied
    case .wrongState: .wrongState
    case .unknownDocument: .unknownDocument
    case .conflict: .conflict
    case .appendOnly: .appendOnly
    case .queueFull: .queueFull
    // The reason is for operators.
    case .migrationMismatch, .notMigrated: nil
    }
  }
}
