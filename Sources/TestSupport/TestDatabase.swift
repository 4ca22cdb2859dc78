import JobQueue
import Postgres

/// A database of its own for a test, on the test process's own PostgreSQL, and dropped afterwards.
package struct TestDatabase: Sendable {
  package let url: String
  package let database: Database
  package let queue: JobQueue

  /// Makes a database for as long as `body` runs.
  /// - Parameter migrated: whether the schema `pressrun` is there.
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

/// Makes a database with the schema `pressrun` for as long as `body` runs: for tests without access to what is `package`.
public func withMigratedDatabase(_ body: @Sendable (_ url: String) async throws -> Void) async throws {
  try await TestDatabase.withDatabase { try await body($0.url) }
}
