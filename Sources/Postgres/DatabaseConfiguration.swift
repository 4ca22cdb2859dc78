import CLibPQ

/// Settings of the connections to one database.
public struct DatabaseConfiguration: Sendable {
  /// A libpq connection URL (`postgresql://…`) or keyword/value string. It may contain a password: never print it.
  public var url: String
  /// Shown in `pg_stat_activity`, unless the URL sets `application_name`.
  public var applicationName: String
  /// The largest number of open connections. Each uses one thread.
  public var poolLimit: Int
  /// Whether statements are prepared. Set to false for a pooler in transaction mode without support for prepared
  /// statements. If true, a connection stops using them when they are refused for the first time.
  public var preparedStatements: Bool
  /// Time limit for connecting, for all hosts of the URL together.
  public var connectTimeout: Duration
  /// Time limit for each wait for a lock that another transaction holds, of transactions and of statements outside of
  /// them, but not of scripts; nil for that of the database.
  package var lockTimeout: Duration?

  public init(
    url: String, applicationName: String = "pressrun", poolLimit: Int = 8, preparedStatements: Bool = true,
    connectTimeout: Duration = .seconds(10)
  ) {
    self.url = url
    self.applicationName = applicationName
    self.poolLimit = poolLimit
    self.preparedStatements = preparedStatements
    self.connectTimeout = connectTimeout
  }

  /// - Throws: `PostgresError` `.invalidConfiguration`, without libpq's message, which may contain the password.
  public func validate() throws(PostgresError) { _ = try options() }

  private func options() throws(PostgresError) -> [String: String] {
    var message: UnsafeMutablePointer<CChar>?
    guard let first = PQconninfoParse(url, &message) else {
      PQfreemem(message)
      throw PostgresError(
        code: .invalidConfiguration, message: "the database URL cannot be read",
        hint: "expected postgresql://user@host:port/database?option=value")
    }
    defer { PQconninfoFree(first) }
    var options: [String: String] = [:]
    var option = first
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    return options
  }
}

extension DatabaseConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// User, host, port and database. No password.
  public var description: String {
    guard let options = try? options() else { return "postgresql://(unreadable)" }
    let user = options["user"].map { $0 + "@" } ?? ""
    let port = options["port"].map { ":" + $0 } ?? ""
    return "postgresql://\(user)\(options["host"] ?? "")\(port)/\(options["dbname"] ?? "")"
  }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
