import Logging

/// A pool of connections to one database.
public final class Database: Sendable {
  /// How it is reached.
  public let configuration: DatabaseConfiguration
  private let pool: Pool
  private let listeners = ListenerSet()
  private let logger: Logger

  public init(_ configuration: DatabaseConfiguration, logger: Logger = Logger(label: "pressrun.postgres")) {
    self.configuration = configuration
    self.logger = logger
    pool = Pool(configuration)
  }

  public convenience init(url: String) { self.init(DatabaseConfiguration(url: url)) }

  /// Runs one statement on a connection of the pool.
  /// - Throws: `PostgresError`.
  public func query(_ statement: Statement, _ parameters: [Parameter] = []) async throws -> Rows {
    try await lend({ try await $0.runAlone(statement, parameters) }) { _, rows in rows }
  }

  /// Runs a script of several statements without parameters: as one transaction, unless it says otherwise.
  /// - Throws: `PostgresError`.
  package func execute(script: String, name: String? = nil) async throws {
    try await withConnection { try await $0.execute(script: script, name: name) }
  }

  /// Lends a connection to `body` for as long as it runs. A transaction it leaves open is rolled back.
  package func withConnection<T: Sendable>(_ body: @Sendable (Connection) async throws -> T) async throws -> T {
    try await lend({ try await $0.checkStillOpen() }) { connection, _ in
      let value = try await body(connection)
      _ = await connection.reset()
      return value
    }
  }

  /// Runs `body` in a transaction: committed when it returns, rolled back when it throws. The connection is its own only
  /// until then.
  /// - Throws: what `body` throws, and `PostgresError`; where that is `.connectionLost`, the transaction may have been
  ///   committed or not.
  public func transaction<T: Sendable>(_ body: @Sendable (Connection) async throws -> T) async throws -> T {
    try await lend({ try await $0.begin() }) { connection, _ in
      let value = try await body(connection)
      try await connection.commit()
      return value
    }
  }

  /// Borrows a connection, makes a first call on it, for which a connection that went while it was idle is replaced,
  /// and then the rest.
  private func lend<First: Sendable, T: Sendable>(
    _ first: @Sendable (Connection) async throws -> First,
    _ rest: @Sendable (Connection, First) async throws -> T
  ) async throws -> T {
    // Each stale connection frees its place, so that after this many there can only be new ones.
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
    throw PostgresError(code: .connectionFailed, message: "every connection was closed by the server at once")
  }

  /// Listens on a connection of its own, and makes a new one whenever that breaks. Ends with the consumer or `close`.
  /// - Parameter channels: names, quoted as need be.
  package func notifications(on channels: [String]) -> AsyncStream<Notification> {
    listeners.stream(configuration, channels: channels, logger: logger)
  }

  /// Closes every connection, once what runs on them is done. Whoever waits for one is turned away.
  public func close() async {
    listeners.stopAll()
    await pool.close()
  }
}
