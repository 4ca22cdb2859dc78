import Logging

/// A pool of connections to one database.
public final class Database: Sendable {
  /// The connection settings.
  public let configuration: DatabaseConfiguration
  private let pool: Pool
  private let listeners = ListenerSet()
  private let logger: Logger

  /// Connects when the first statement is executed.
  /// - Parameters:
  ///   - configuration: where and how to connect.
  ///   - logger: for errors of connections that listen for notifications.
  public init(_ configuration: DatabaseConfiguration, logger: Logger = Logger(label: "pressrun.postgres")) {
    self.configuration = configuration
    self.logger = logger
    pool = Pool(configuration)
  }

  /// A database with the default settings.
  /// - Parameter url: a libpq connection URL, or a string of keywords and values.
  public convenience init(url: String) { self.init(DatabaseConfiguration(url: url)) }

  /// Runs one statement on a connection of the pool.
  /// - Throws: `PostgresError`.
  public func query(_ statement: Statement, _ parameters: [Parameter] = []) async throws -> Rows {
    try await lend({ try await $0.runAlone(statement, parameters) }) { _, rows in rows }
  }

  /// Runs a script of several statements without parameters, in one transaction unless the script controls
  /// transactions.
  /// - Throws: `PostgresError`.
  package func execute(script: String, name: String? = nil) async throws {
    try await withConnection { try await $0.execute(script: script, name: name) }
  }

  /// Calls `body` with a connection of the pool. If `body` leaves a transaction open, it is rolled back.
  package func withConnection<T: Sendable>(_ body: @Sendable (Connection) async throws -> T) async throws -> T {
    try await lend({ try await $0.checkStillOpen() }) { connection, _ in
      let value = try await body(connection)
      _ = await connection.reset()
      return value
    }
  }

  /// Runs `body` in a transaction, which is committed when `body` returns and rolled back when it throws. `body` must
  /// not use the connection afterwards.
  /// - Throws: the errors of `body`, and `PostgresError`. After `.connectionLost` it is unknown whether the transaction
  ///   was committed.
  public func transaction<T: Sendable>(_ body: @Sendable (Connection) async throws -> T) async throws -> T {
    try await lend({ try await $0.begin() }) { connection, _ in
      let value = try await body(connection)
      try await connection.commit()
      return value
    }
  }

  /// Acquires a connection and makes two calls on it. If the server has closed the connection while it was idle, the
  /// first call is repeated on another one.
  private func lend<First: Sendable, T: Sendable>(
    _ first: @Sendable (Connection) async throws -> First,
    _ rest: @Sendable (Connection, First) async throws -> T
  ) async throws -> T {
    // Each stale connection is removed, so that after this many attempts only new connections remain.
    for _ in 0...configuration.poolLimit {
      let connection = try await pool.acquire()
      do {
        let value = try await rest(connection, try await first(connection))
        await pool.release(connection)
        return value
      } catch is Wire.Stale {
        pool.discard()
      } catch {
        if await connection.reset() { await pool.release(connection) } else { pool.discard() }
        throw error
      }
    }
    throw PostgresError(code: .connectionFailed, message: "the server closed every connection immediately")
  }

  /// Listens on a separate connection, which is re-established if it breaks. Ends with the stream's consumer or
  /// `close`.
  /// - Parameter channels: names without quotes.
  package func notifications(on channels: [String]) -> AsyncStream<Notification> {
    listeners.stream(configuration, channels: channels, logger: logger)
  }

  /// Closes every connection after the calls in progress. Calls that wait for a connection throw `.closed`.
  public func close() async {
    listeners.stopAll()
    await pool.close()
  }
}
