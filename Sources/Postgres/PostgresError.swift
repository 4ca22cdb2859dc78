import System

/// Why the database could not do what was asked. Passwords never appear in it.
public struct PostgresError: Error, Hashable, Sendable {
  /// For programs.
  public enum Code: String, Sendable {
    /// The connection URL cannot be used.
    case invalidConfiguration
    /// No connection could be made.
    case connectionFailed
    /// The connection broke; whether the statement took effect is not known.
    case connectionLost
    /// The server refused the statement; `sqlState` says why.
    case statementFailed
    /// A column is missing, null, or not of the type that was asked for.
    case undecodable
    /// A value cannot be sent: a text with a NUL, a date out of range, too many values.
    case invalidParameter
    /// The task was cancelled, and with it the statement.
    case cancelled
    /// The pool or the listener was used after it was closed.
    case closed
    /// No PostgreSQL server programs are installed, or they are of the wrong version.
    case serverNotInstalled
    /// The private cluster could not be made, started or stopped.
    case clusterFailed
  }

  /// What went wrong.
  public var code: Code
  /// What went wrong, for a person.
  public var message: String
  /// The five characters of the server's SQLSTATE, where the server answered.
  public var sqlState: String?
  /// The server's DETAIL and HINT.
  public var detail: String?
  public var hint: String?
  /// The statement's name, or its first line where it has none.
  public var statement: String?

  public init(
    code: Code, message: String, sqlState: String? = nil, detail: String? = nil, hint: String? = nil,
    statement: String? = nil
  ) {
    self.code = code
    self.message = message
    self.sqlState = sqlState
    self.detail = detail
    self.hint = hint
    self.statement = statement
  }

  /// A system call that failed.
  init(_ error: SystemError, code: Code) { self.init(code: code, message: "\(error)") }

  /// Whether the same call may succeed a little later: the connection broke or could not be made, or the server asked
  /// for a retry (classes 08, 40, 53 and 57).
  public var isTransient: Bool {
    switch code {
    case .connectionFailed, .connectionLost: true
    case .statementFailed: ["08", "40", "53", "57"].contains(sqlState?.prefix(2) ?? "")
    default: false
    }
  }
}

extension PostgresError: CustomStringConvertible {
  public var description: String {
    var text = message
    if let statement { text += " (in \(statement))" }
    if let sqlState { text += " [\(sqlState)]" }
    if let detail { text += "\n  detail: \(detail)" }
    if let hint { text += "\n  hint: \(hint)" }
    return text
  }
}
