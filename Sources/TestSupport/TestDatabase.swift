import JobQueue
import Postgres

/// A fresh, migrated database of the test process's own PostgreSQL, dropped afterwards.
package struct TestDatabase: Sendable {
  package let url: String
  package let database: Database
  package let queue: JobQueue

  /// Makes a database for as long as `body` runs.
  /// - Parameter migrated: whether the schema `pressrun` is there.
  package static func withDatabase<T: Sendable>(
    migrated: Bool = true, _ body: @Sendable (TestDatabase) async throws -> T
  ) async throws -> T {
    throw PostgresError(code: .clusterFailed, message: "")
  }
}
