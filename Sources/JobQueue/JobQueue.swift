import Postgres

/// The queue of jobs in a database's schema `pressrun`. Its methods throw `QueueError` and `PostgresError`.
///
/// What a job goes through is written in SQL functions (`SQL/migrations`), so that producers in any language and
/// workers of any version follow the same rules; these methods call them.
public struct JobQueue: Sendable {
  /// Its connections serve the caller's own statements as well.
  public let database: Database

  public init(database: Database) { self.database = database }

  /// Runs a statement and puts the queue's own errors into its words.
  package func query(_ statement: Statement, _ parameters: [Parameter] = []) async throws -> Rows {
    do {
      return try await database.query(statement, parameters)
    } catch let error as PostgresError {
      throw QueueError(error) ?? error
    }
  }
}
