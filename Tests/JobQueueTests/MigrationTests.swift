import Postgres
import TestSupport
import Testing

@testable import JobQueue

@Suite struct MigrationTests {
  @Test func eachMigrationIsAppliedOnce() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test async throws in
      let before = try await test.queue.migrationStatus()
      #expect(before.count == Migration.all.count && before.allSatisfy { !$0.isApplied })
      let first = try await test.queue.migrate()
      #expect(first.allSatisfy { $0.isApplied && $0.isNew })
      let second = try await test.queue.migrate()
      #expect(second.allSatisfy { $0.isApplied && !$0.isNew })
    }
  }

  @Test func processesThatMigrateAtOnceApplyEachMigrationOnce() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test async throws in
      let new = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<6 { group.addTask { try await test.queue.migrate().filter(\.isNew).count } }
        return try await group.reduce(0, +)
      }
      #expect(new == Migration.all.count)
    }
  }

  @Test func migrationThatMustGiveWayToAWorkerIsAppliedAgain() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let migration = Migration(
        9999, "two tables", Array("lock table pressrun.jobs; lock table pressrun.attempts; create table two ()".utf8))
      let waits: Statement =
        "select count(*) from pg_locks where not granted and relation = 'pressrun.attempts'::regclass"
      try await test.database.transaction { worker in
        // It is never the one whose patience is over.
        try await worker.execute(script: "set local deadlock_timeout = '10min'")
        try await worker.execute(script: "lock table pressrun.attempts in row exclusive mode")
        async let applied = test.queue.apply(migration)
        while try await test.database.query(waits).single().decode(0, as: Int.self) == 0 { await Task.yield() }
        try await worker.execute(script: "lock table pressrun.jobs in row exclusive mode; rollback; begin")
        #expect(try await applied)
      }
      #expect(try await test.queue.migrationStatus().last?.name == "two tables")
    }
  }

  @Test func migrationThatWasAppliedFromAnotherTextIsRefused() async throws {
    try await TestDatabase.withDatabase { test async throws in
      _ = try await test.database.query("update pressrun.migrations set checksum = 'other' where version = 2")
      let error = await #expect(throws: QueueError.self) { try await test.queue.migrate() }
      #expect(error?.code == .migrationMismatch)
    }
  }

  @Test func databaseThatNewerFilesMigratedIsLeftAsItIs() async throws {
    try await TestDatabase.withDatabase { test async throws in
      _ = try await test.database.query("insert into pressrun.migrations values (9999, 'future', 'x')")
      let statuses = try await test.queue.migrate()
      #expect(statuses.last == MigrationStatus(version: 9999, name: "future", isApplied: true, isNew: false))
    }
  }

  @Test func destinationsThatWereChosenBeforeTheyWereAddedUpAreCounted() async throws {
    try await QueueFixture.withQueue { test async throws in
      for destination in ["email:a@x.example", "email:b@y.example", "print:office"] {
        _ = try await test.queue.complete(
          try await test.claimNew { $0.destination = destination }.ref, QueueFixture.completion)
      }
      try await test.database.execute(
        script: """
          drop table pressrun.destination_totals cascade;
          alter table pressrun.tallies drop column day cascade, drop column destination_kind;
          delete from pressrun.migrations where version = 29;
          """)
      try await test.queue.migrate()
      let counts = try await test.database.query(
        "select destination_kind, documents from pressrun.destination_counts order by 1")
      #expect(
        try counts.map { "\(try $0.decode(0, as: String.self)) \(try $0.decode(1, as: Int.self))" } == [
          "email 2", "print 1",
        ])
    }
  }

  @Test func migrationsAreInTheOrderOfTheirNumbers() {
    let versions = Migration.all.map(\.version)
    #expect(versions == Set(versions).sorted())
  }

  @Test func queueThatWasNotMigratedSaysSo() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test async throws in
      let error = await #expect(throws: QueueError.self) {
        try await test.queue.enqueue(NewJob(kind: "note", payload: []))
      }
      #expect(error?.code == .notMigrated)
    }
  }

  @Test func everyColumnOfEveryViewIsDocumented() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let bare = try await test.database.query(
        """
        select c.relname || coalesce('.' || a.attname, '') from pg_class c
          left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        where c.relnamespace = 'pressrun'::regnamespace and c.relkind = 'v'
          and (col_description(c.oid, a.attnum) is null or obj_description(c.oid, 'pg_class') is null)
        """
      ).map { try $0.decode(0, as: String.self) }
      #expect(bare == [])
    }
  }

  @Test func publicMayCallNothing() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let open = try await test.database.query(
        """
        select p.proname from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where p.pronamespace = 'pressrun'::regnamespace and a.grantee = 0
        """)
      #expect(open.isEmpty)
    }
  }
}
