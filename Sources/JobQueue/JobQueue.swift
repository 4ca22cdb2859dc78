import Postgres

/// The job queue in the schema `pressrun` of a database. Its methods throw `QueueError` and `PostgresError`.
///
/// The rules of the queue are SQL functions (`Sources/Schema/SQL/functions`), so that producers in any language and
/// workers of any version follow the same rules. These methods call them.
public struct JobQueue: Sendable {
  /// The caller may run its own statements on the same connections.
  public let database: Database

  /// - Parameter database: one with the schema `pressrun`, or to which `migrate` adds it.
  public init(database: Database) { self.database = database }

  /// Runs a statement, and converts errors that the queue's functions raise into `QueueError`.
  package func query(_ statement: Statement, _ parameters: [Parameter] = []) async throws -> Rows {
    do {
      return try await database.query(statement, parameters)
    } catch let error as PostgresError {
      throw QueueError(error) ?? error
    }
  }

  /// Runs `body` in a transaction (`Database.transaction`), and converts errors that the queue's functions raise into
  /// `QueueError`.
  package func transaction<Value: Sendable>(
    _ body: @Sendable (Connection) async throws -> Value
  ) async throws -> Value {
    do {
      return try await database.transaction(body)
    } catch let error as PostgresError {
      throw QueueError(error) ?? error
    }
  }
}
