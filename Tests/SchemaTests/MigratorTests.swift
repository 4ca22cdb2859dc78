import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Schema

@Suite(.hangLimit) struct MigratorTests {
  @Test func everythingIsAppliedOnce() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test async throws in
      let migrator = Migrator(test.database)
      let before = try await migrator.status()
      #expect(before.migrations.allSatisfy { !$0.isApplied } && before.migrations.count == SchemaFiles.migrations.count)
      #expect(before.objects.count == SchemaFiles.objects.count && before.objects.allSatisfy { $0.change == .missing })
      let first = try await migrator.migrate()
      #expect(first.migrations.allSatisfy { $0.isApplied && $0.isNew } && first.objects.count == before.objects.count)
      let second = try await migrator.migrate()
      #expect(second.migrations.allSatisfy { $0.isApplied && !$0.isNew } && second.objects.isEmpty && second.isCurrent)
    }
  }

  @Test func concurrentProcessesApplyEverythingOnce() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test async throws in
      let new = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<6 {
          group.addTask { try await Migrator(test.database).migrate().migrations.filter(\.isNew).count }
        }
        return try await group.reduce(0, +)
      }
      #expect(new == SchemaFiles.migrations.count)
    }
  }

  @Test func aMigrationThatEndsInADeadlockIsRepeated() async throws {
    try await TestDatabase.withDatabase { test async throws in
      try await test.database.execute(script: "create sequence public.attempts")
      let migration = Migration(
        9001, "deadlock",
        script: """
          do $$ begin
            if nextval('public.attempts') < 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
          end $$;
          create table two ()
          """)
      let status = try await Migrator(test.database, migrations: SchemaFiles.migrations + [migration]).migrate()
      #expect(status.migrations.last == MigrationStatus(version: 9001, name: "deadlock", isApplied: true, isNew: true))
      #expect(
        try await test.database.query("select last_value from public.attempts").single().decode(0, as: Int.self) == 3)
    }
  }

  @Test func aMigrationThatFailsChangesNothing() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let migrations = [
        Migration(9001, "good", script: "create table two ()"), Migration(9002, "bad", script: "select 1/0"),
      ]
      await #expect(throws: PostgresError.self) {
        try await Migrator(test.database, migrations: SchemaFiles.migrations + migrations).migrate()
      }
      #expect(try await Migrator(test.database).status().isCurrent)
      #expect(try await test.database.query("select to_regclass('two') is null").single().decode(0, as: Bool.self))
    }
  }

  @Test func aMigrationWaitsForLocksWithoutLimit() async throws {
    try await TestDatabase.withDatabase { test async throws in
      var configuration = DatabaseConfiguration(url: test.url, poolLimit: 2)
      configuration.lockTimeout = .milliseconds(20)
      let database = Database(configuration)
      let migration = Migration(
        9001, "limit", script: "create table public.applied as select current_setting('lock_timeout') as value")
      _ = try await Migrator(database, migrations: SchemaFiles.migrations + [migration]).migrate()
      await database.close()
      #expect(
        try await test.database.query("select value from public.applied").single().decode(0, as: String.self) == "0")
    }
  }

  /// Batches that were closed without jobs before migration 32 stayed open.
  @Test func batchesThatWereClosedWithoutJobsComplete() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test async throws in
      _ = try await Migrator(test.database, migrations: SchemaFiles.migrations.filter { $0.version < 33 }).migrate()
      try await test.database.execute(
        script: """
          insert into pressrun.batches (tenant, name, held, created_at) values
            ('t', 'closed', false, now() - interval '2 days'), ('t', 'held', true, now() - interval '2 days'),
            ('t', 'used', false, now() - interval '2 days'), ('t', 'named', false, now());
          insert into pressrun.batches (tenant, name, binder_job) values ('t', 'bound', 7);
          insert into pressrun.counter_deltas (kind, tenant, batch_id, jobs)
          select 'note', 't', b.id, 1 from pressrun.batches b where b.name = 'used';
          """)
      _ = try await Migrator(test.database).migrate()
      _ = try await test.database.query("select pressrun.apply_counter_deltas()")
      let completed = try await test.database.query(
        "select name from pressrun.batches where completed_at is not null order by name")
      #expect(try completed.map { try $0.decode(0, as: String.self) } == ["bound", "closed"])
    }
  }

  @Test func anAppliedMigrationWithAnotherTextIsRefused() async throws {
    try await TestDatabase.withDatabase { test async throws in
      _ = try await test.database.query("update pressrun.migrations set checksum = 'other'")
      let error = await #expect(throws: SchemaError.self) { try await Migrator(test.database).migrate() }
      #expect(error?.message.contains("31_baseline") == true)
    }
  }

  @Test func aDatabaseOfANewerVersionIsNotChanged() async throws {
    try await TestDatabase.withDatabase { test async throws in
      try await test.database.execute(
        script: """
          insert into pressrun.migrations values (9999, 'future', 'x');
          update pressrun.schema_objects set checksum = 'x';
          """)
      let status = try await Migrator(test.database).migrate()
      #expect(status.migrations.last == MigrationStatus(version: 9999, name: "future", isApplied: true, isNew: false))
      #expect(status.objects.isEmpty)
    }
  }

  @Test func aChangedFileIsAppliedAgainWithItsSettingsAndGrants() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let before = try await Catalog(of: test.database)
      // As an older file would have left it: without a setting, with another grant.
      try await test.database.execute(
        script: """
          alter function pressrun.cancel(bigint) reset all;
          grant execute on function pressrun.cancel to pressrun_producer;
          drop view pressrun.failures;
          update pressrun.schema_objects set checksum = 'old' where name in ('function cancel', 'view failures');
          """)
      let status = try await Migrator(test.database).migrate()
      #expect(
        status.objects == [
          ObjectStatus(name: "function cancel", change: .changed),
          ObjectStatus(name: "view failures", change: .changed),
        ])
      #expect(try await Catalog(of: test.database).differences(from: before) == [])
    }
  }

  @Test func anObjectWithoutAFileIsDropped() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let before = try await Catalog(of: test.database)
      let function = try #require(
        SchemaObject(
          script: "create or replace function pressrun.obsolete() returns int language sql as $$ select 1 $$;\n"))
      let view = try #require(
        SchemaObject(script: "create or replace view pressrun.obsolete_view as select pressrun.obsolete();\n"))
      _ = try await Migrator(test.database, objects: SchemaFiles.objects + [function, view]).migrate()
      #expect(try await Catalog(of: test.database).functions.contains("obsolete"))
      let status = try await Migrator(test.database).migrate()
      #expect(
        status.objects == [
          ObjectStatus(name: "function obsolete", change: .obsolete),
          ObjectStatus(name: "view obsolete_view", change: .obsolete),
        ])
      #expect(try await Catalog(of: test.database).differences(from: before) == [])
    }
  }

  @Test func aNumberedMigrationAppliesAllObjectsAgain() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let before = try await Catalog(of: test.database)
      let migration = Migration(9001, "drop", script: "drop view pressrun.queue_health")
      _ = try await Migrator(test.database, migrations: SchemaFiles.migrations + [migration]).migrate()
      #expect(try await Catalog(of: test.database).differences(from: before) == [])
    }
  }

  @Test func aLoginThatMayNotCreateRolesMigratesWithoutThem() async throws {
    try await TestDatabase.withDatabase(migrated: false) { test async throws in
      let name = try await test.database.query("select current_database()").single().decode(0, as: String.self)
      let login = "plain_\(name)"
      try await test.database.execute(
        script:
          "create role \(login) login; alter database \(name) owner to \(login); grant all on schema public to \(login)"
      )
      let database = Database(url: test.url.replacing("pressrun@", with: "\(login)@", maxReplacements: 1))
      #expect(try await Migrator(database).migrate().migrations.allSatisfy(\.isApplied))
      await database.close()
      try await test.database.execute(
        script: "drop owned by \(login) cascade; alter database \(name) owner to pressrun; drop role \(login)")
    }
  }
}
