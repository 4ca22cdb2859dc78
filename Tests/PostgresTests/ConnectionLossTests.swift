import TestSupport
import TestTraits
import Testing

@testable import Postgres

/// Connections that break during a statement or a commit.
@Suite(.hangLimit) struct ConnectionLossTests {
  private func withProxy(
    _ body: @Sendable (_ through: Database, FaultProxy, _ direct: Database) async throws -> Void
  ) async throws {
    try await TestDatabase.withDatabase(migrated: false) { test in
      try await test.database.execute(
        script: """
          create table t (n int);
          create function notify_change() returns trigger language plpgsql as
          $$ begin perform pg_notify('changes', ''); return null; end $$;
          create trigger notify_change after insert on t for each statement execute function notify_change();
          """)
      let (proxy, url) = try FaultProxy.make(before: test.url)
      let database = Database(DatabaseConfiguration(url: url, poolLimit: 2))
      try await body(database, proxy, test.database)
      await database.close()
      proxy.close()
    }
  }

  @Test func statementThatIsCutInTheMiddleIsTransientAndHasNoEffect() async throws {
    try await withProxy { (database, proxy, direct) async throws in
      proxy.inject(.cutMidStatement, at: ["insert into t"])
      let error = await #expect(throws: PostgresError.self) { try await database.query("insert into t values (1)") }
      #expect(error?.code == .connectionLost)
      #expect(error?.isTransient == true)
      #expect(try await direct.query("select from t").isEmpty)
      #expect(try await database.query("insert into t values (2)").affected == 1, "the next one has a new connection")
    }
  }

  @Test func commitWhoseAnswerIsLostIsTransientAndMayHaveHappened() async throws {
    try await withProxy { (database, proxy, direct) async throws in
      proxy.inject(.cutBeforeTheAnswer, at: ["commit\u{0}"])
      let error = await #expect(throws: PostgresError.self) {
        try await database.transaction { _ = try await $0.query("insert into t values (1)") }
      }
      #expect(error?.code == .connectionLost)
      #expect(error?.isTransient == true)
      #expect(try await direct.query("select from t").count == 1)
    }
  }

  @Test(arguments: [FaultProxy.Fault.cutMidCommit, .cutBeforeTheAnswer, .cutMidAnswer])
  func preparedStatementIsFoundByItsTextAndTakesEffectOnce(_ fault: FaultProxy.Fault) async throws {
    try await withProxy { (database, proxy, direct) async throws in
      let insert: Statement = "insert into t values ($1)"
      _ = try await database.query(insert, [.integer(1)])
      proxy.inject(fault, at: ["delete from t", "insert into t"])
      #expect(proxy.strikes.isEmpty, "the fault waits for its statement")
      await #expect(throws: PostgresError.self) { try await database.query(insert, [.integer(2)]) }
      #expect(proxy.strikes == [fault: 1])
      // In the first case the connection is cut while the server may still run the statement.
      for await _ in direct.notifications(on: ["changes"]) {
        if try await direct.query("select from t").count >= 2 { break }
      }
      #expect(try await direct.query("select from t").count == 2)
    }
  }

  @Test func connectionCutAfterTheAnswerHasDeliveredIt() async throws {
    try await withProxy { (database, proxy, _) async throws in
      proxy.inject(.cutAfterTheAnswer, at: ["insert into t"])
      #expect(try await database.query("insert into t values (1)").affected == 1)
      #expect(proxy.cuts == 1)
      #expect(proxy.strikes == [.cutAfterTheAnswer: 1])
    }
  }

  @Test func commitThatNeverArrivesIsRolledBack() async throws {
    try await withProxy { (database, proxy, direct) async throws in
      proxy.inject(.cutMidStatement, at: ["commit\u{0}"])
      let error = await #expect(throws: PostgresError.self) {
        try await database.transaction { _ = try await $0.query("insert into t values (1)") }
      }
      #expect(error?.code == .connectionLost)
      #expect(try await direct.query("select from t").isEmpty)
    }
  }

  @Test func idleConnectionsThatWereCutAreReplaced() async throws {
    try await withProxy { (database, proxy, _) async throws in
      _ = try await database.query("select 1")
      proxy.cutAll()
      #expect(try await database.query("select 1").count == 1)
      #expect(proxy.cuts == 1)
    }
  }

  @Test func listenerReconnectsAndReportsIt() async throws {
    try await withProxy { (database, proxy, direct) async throws in
      var heard = 0
      for await notification in database.notifications(on: ["news"]) {
        switch notification {
        case .listening:
          heard += 1
          if heard == 1 { proxy.cutAll() } else { _ = try await direct.query("select pg_notify('news', 'again')") }
        case .message(_, let payload):
          #expect(payload == "again")
          #expect(heard == 2)
          return
        }
      }
    }
  }
}
