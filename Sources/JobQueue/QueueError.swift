import FoundationEssentials
import Postgres

/// An error for which the queue refused a call. Errors of the database itself are `PostgresError`.
public struct QueueError: Error, Hashable, Sendable {
  /// Stable names of the problems.
  public enum Code: String, Sendable {
    case unknownKind, invalidDestination, destinationDenied, invalidArgument, invalidPayload, unknownJob
    /// The login may not act for the tenant.
    case tenantDenied
    /// The job is in a state that does not allow it.
    case wrongState
    /// No document of this name is registered.
    case unknownDocument
    /// The name, or the client id of a segment, is already in use.
    case conflict
    /// Archived data cannot be changed.
    case appendOnly
    /// The queue has reached its limit of ready jobs. Try again later.
    case queueFull
    /// The database was migrated from other files, or its server is too old.
    case migrationMismatch
    /// The database lacks a part of the schema: run `pressrun migrate`.
    case notMigrated
  }

  /// The problem, for programs.
  public var code: Code
  /// The problem, for people.
  public var message: String
  /// A remedy.
  public var hint: String?
  /// The rule that denied the destination, for `destinationDenied`; `content_required` for an `invalidArgument` if the
  /// login may name the hash of a file only together with its content.
  public var rule: String?

  public init(code: Code, message: String, hint: String? = nil, rule: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.rule = rule
  }

  /// The message, with the rule unless the message states it.
  package var messageWithRule: String {
    guard let rule, !message.contains(rule) else { return message }
    return "\(message) (rule: \(rule))"
  }
}

extension QueueError {
  fileprivate static let contentRequired = "content_required"

  /// Converts an error that the queue's functions raised; nil for all other errors.
  init?(_ error: PostgresError) {
    switch error.sqlState {
    // Raised by functions of the schema.
    case "PR001": self.init(code: .unknownKind, message: error.message, hint: error.hint)
    case "PR002": self.init(code: .destinationDenied, message: error.message, hint: error.hint, rule: error.detail)
    case "PR003": self.init(code: .invalidDestination, message: error.message, hint: error.hint)
    case "PR004":
      let rule = error.detail == Self.contentRequired ? error.detail : nil
      self.init(code: .invalidArgument, message: error.message, hint: error.hint, rule: rule)
    case "PR005": self.init(code: .unknownJob, message: error.message, hint: error.hint)
    case "PR006": self.init(code: .wrongState, message: error.message, hint: error.hint)
    case "PR007": self.init(code: .unknownDocument, message: error.message, hint: error.hint)
    case "PR008": self.init(code: .conflict, message: error.message, hint: error.hint)
    case "PR009": self.init(code: .appendOnly, message: error.message, hint: error.hint)
    case "PR010": self.init(code: .queueFull, message: error.message, hint: error.hint)
    case "PR012": self.init(code: .invalidPayload, message: error.message, hint: error.hint)
    case "PR011": self.init(code: .tenantDenied, message: error.message, hint: error.hint)
    // No such schema, table, function or column.
    case "3F000", "42P01", "42883", "42703":
      self.init(
        code: .notMigrated, message: "the database lacks a part of Pressrun's schema: \(error.message)",
        hint: "run: pressrun migrate")
    // A malformed value, or a value out of range.
    case "22003", "22007", "22008", "22021", "22P02", "22P05":
      self.init(code: .invalidArgument, message: error.message, hint: error.detail)
    // A violated constraint. The detail is the whole row, with columns that the caller may not know.
    case "23514": self.init(code: .invalidArgument, message: error.message)
    default:
      guard error.code == .invalidParameter else { return nil }
      self.init(code: .invalidArgument, message: error.message)
    }
  }
}

extension QueueError {
  /// Whether the schema does not fit this program, so that the call may succeed after a migration.
  package var isSchemaMismatch: Bool { code == .notMigrated || code == .migrationMismatch }
}

extension QueueError: CustomStringConvertible {
  public var description: String { hint.map { "\(message)\n  hint: \($0)" } ?? message }
}

extension JobQueue {
  /// Calls a function of the schema without the content of a file, and with it if the login needs that as a proof:
  /// servers may log the parameters of statements.
  package func provingContent<Result>(
    _ content: [UInt8]?, _ body: (_ base64: String?) async throws -> Result
  ) async throws -> Result {
    do {
      return try await body(nil)
    } catch let error as QueueError where content != nil && error.rule == QueueError.contentRequired {
      return try await body(content.map { Data($0).base64EncodedString() })
    }
  }
}
