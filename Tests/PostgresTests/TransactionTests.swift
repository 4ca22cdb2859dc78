import TestSupport
import TestTraits
import Testing

@testable import Postgres

@Suite(.hangLimit) struct TransactionTests {
  private struct Refusal: Error {}

  @Test func transactionIsRolledBackWhenItsBodyThrows() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      try await test.database.execute(script: "create table t (n int)")
      await #expect(throws: Refusal.self) {
        try await test.database.transaction { connection in
          _ = try await connection.query("insert into t values (1)")
          throw Refusal()
        }
      }
      #expect(try await test.database.query("select from t").isEmpty)
    }
  }

  @Test func cancelledTransactionIsRolledBackAndItsConnectionUsedAgain() async throws {
    try await TestDatabase.withDatabase(migrated: false, poolLimit: 1) { test in
      try await test.database.execute(script: "create table t (n int)")
      let task = Task {
        try await test.database.transaction { connection in
          _ = try await connection.query("insert into t values (1)")
          withUnsafeCurrentTask { $0?.cancel() }
          _ = try await connection.query("insert into t values (2)")
        }
      }
      await #expect(throws: PostgresError.self) { try await task.value }
      #expect(try await test.database.query("select from t").isEmpty)
    }
  }

  @Test func commitOfATransactionWhoseErrorWasSwallowedIsAnError() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      try await test.database.execute(script: "create table t (n int)")
      await #expect(throws: PostgresError.self) {
        try await test.database.transaction { connection in
          _ = try await connection.query("insert into t values (1)")
          _ = try? await connection.query("select 1/0")
        }
      }
      #expect(try await test.database.query("select from t").isEmpty)
    }
  }

  @Test func transactionLeftOpenIsRolledBack() async throws {
    try await TestDatabase.withDatabase(migrated: false, poolLimit: 1) { test in
      try await test.database.execute(script: "create table t (n int)")
      try await test.database.withConnection { connection in
        try await connection.execute(script: "begin; insert into t values (1)")
      }
      await #expect(throws: PostgresError.self) { try await test.database.query("begin") }
      #expect(try await test.database.query("select from t").isEmpty)
    }
  }

  @Test func poolNeverOpensMoreThanItsLimit() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let database = Database(DatabaseConfiguration(url: test.url, applicationName: "limited", poolLimit: 3))
      let pids = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<40 {
          group.addTask { try await database.query("select pg_backend_pid()").single().decode(0, as: Int.self) }
        }
        return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      #expect(pids.count <= 3)
      await database.close()
    }
  }

  @Test func closedDatabaseRefusesCalls() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      let database = Database(url: test.url)
      _ = try await database.query("select 1")
      await database.close()
      let error = await #expect(throws: PostgresError.self) { try await database.query("select 1") }
      #expect(error?.code == .closed)
    }
  }
}
