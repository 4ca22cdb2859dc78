/// How to reach a database.
package struct DatabaseConfiguration: Sendable {
  /// A libpq connection URL (`postgresql://…`) or keyword/value string.
  package var url: String
  /// Shown in `pg_stat_activity`.
  package var applicationName: String
  /// Connections open at once. One connection is one thread.
  package var poolLimit: Int
  /// Off for a pooler in transaction mode that does not know prepared statements.
  package var preparedStatements: Bool
  package var connectTimeout: Duration

  package init(
    url: String, applicationName: String = "pressrun", poolLimit: Int = 8, preparedStatements: Bool = true,
    connectTimeout: Duration = .seconds(10)
  ) {
    self.url = url
    self.applicationName = applicationName
    self.poolLimit = poolLimit
    self.preparedStatements = preparedStatements
    self.connectTimeout = connectTimeout
  }
}

/// A pool of connections to one database.
package final class Database: Sendable {
  package let configuration: DatabaseConfiguration

  package init(_ configuration: DatabaseConfiguration) { self.configuration = configuration }

  package convenience init(url: String) { self.init(DatabaseConfiguration(url: url)) }

  /// Runs one statement on a connection of the pool.
  /// - Throws: `PostgresError`.
  package func query(_ statement: Statement, _ parameters: [Parameter] = []) async throws -> Rows {
    throw PostgresError(code: .closed, message: "")
  }

  /// Runs a script of several statements without parameters; as one transaction, unless it says otherwise.
  package func execute(script: String, name: String? = nil) async throws {}

  /// Lends a connection to `body` for as long as it runs.
  package func withConnection<T: Sendable>(_ body: @Sendable (Connection) async throws -> T) async throws -> T {
    throw PostgresError(code: .closed, message: "")
  }

  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
  package func transaction<T: Sendable>(_ body: @Sendable (Connection) async throws -> T) async throws -> T {
    throw PostgresError(code: .closed, message: "")
  }

  /// Listens on a connection of its own, and makes a new one whenever that breaks. Ends with the consumer or `close`.
  package func notifications(on channels: [String]) -> AsyncStream<Notification> { AsyncStream { nil } }

  /// Closes every connection. Statements that run are finished first.
  package func close() async {}
}

/// What a listener hears.
package enum Notification: Hashable, Sendable {
  /// `LISTEN` is in force. Whatever was sent before, also during a gap, may have been missed: look now.
  case listening
  case message(channel: String, payload: String)
}
