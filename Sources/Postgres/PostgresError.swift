import OperatingSystem

/// An error of the database, of the connection to it, or of the private cluster. It never contains a password.
public struct PostgresError: Error, Hashable, Sendable {
  /// A code for programs.
  public enum Code: String, Sendable {
    /// The connection URL cannot be used.
    case invalidConfiguration
    /// No connection could be established.
    case connectionFailed
    /// The connection broke; it is unknown whether the statement took effect.
    case connectionLost
    /// The server refused the statement; see `sqlState`.
    case statementFailed
    /// A column is missing, null, or not of the requested type.
    case undecodable
    /// A value cannot be sent: a text that contains a NUL, a date out of range, too many values.
    case invalidParameter
    /// The task was cancelled, and with it the statement.
    case cancelled
    /// The pool or the listener was used after it was closed.
    case closed
    /// No PostgreSQL server programs are installed, or they are of the wrong version.
    case serverNotInstalled
    /// The private cluster could not be created, started or stopped.
    case clusterFailed
  }

  /// The kind of error.
  public var code: Code
  /// The cause, for a person.
  public var message: String
  /// The server's SQLSTATE, five characters; nil if the server did not answer.
  public var sqlState: String?
  /// The server's DETAIL and HINT.
  public var detail: String?
  /// The server's HINT: advice that may help.
  public var hint: String?
  /// The statement's name; without one, its first line.
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

  /// Whether the server has too little of something, such as space on its disk or connections (SQLSTATE class 53).
  package var lacksResources: Bool { code == .statementFailed && sqlState?.prefix(2) == "53" }

  /// Whether the server permits no changes, such as after a failover to a server that is still a standby.
  package var isReadOnly: Bool { code == .statementFailed && sqlState == "25006" }

  /// Whether another transaction held a lock for longer than the statement waits.
  package var lacksLock: Bool { code == .statementFailed && sqlState == "55P03" }

  /// Whether the call may succeed if it is repeated: the connection broke or could not be established, the server is
  /// read-only, another transaction holds a lock, or the SQLSTATE is of the classes 08, 40, 53 or 57.
  public var isTransient: Bool {
    switch code {
    case .connectionFailed, .connectionLost: true
    case .statementFailed: isReadOnly || lacksLock || ["08", "40", "53", "57"].contains(sqlState?.prefix(2) ?? "")
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
