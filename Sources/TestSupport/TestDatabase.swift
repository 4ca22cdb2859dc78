import JobQueue
import Postgres

/// A new database for one test, on the test process's PostgreSQL server.
package struct TestDatabase: Sendable {
  package let url: String
  package let database: Database
  package let queue: JobQueue

  /// Creates a database, calls `body`, and drops the database.
  /// - Parameter migrated: whether the database has the schema `pressrun`.
  package static func withDatabase<T: Sendable>(
    migrated: Bool = true, poolLimit: Int = 8, _ body: @Sendable (TestDatabase) async throws -> T
  ) async throws -> T {
    let (name, url) = try await TestServer.shared.makeDatabase(migrated: migrated)
    let database = Database(DatabaseConfiguration(url: url, poolLimit: poolLimit))
    let result: Result<T, any Error>
    do {
      result = .success(try await body(TestDatabase(url: url, database: database, queue: JobQueue(database: database))))
    } catch {
      result = .failure(error)
    }
    await database.close()
    await TestServer.shared.dropDatabase(name)
    return try result.get()
  }
}

/// Creates a database with the schema `pressrun`, calls `body`, and drops the database: for tests without `package`
/// access.
public func withMigratedDatabase(_ body: @Sendable (_ url: String) async throws -> Void) async throws {
  try await TestDatabase.withDatabase { try await body($0.url) }
}
