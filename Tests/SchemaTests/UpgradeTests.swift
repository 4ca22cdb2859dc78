import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue
@testable import Schema

/// A database with the migrations that preceded the baseline is upgraded in place.
@Suite(.hangLimit) struct UpgradeTests {
  /// A database with 29 migrations.
  private static func withOldDatabase<Value: Sendable>(
    _ body: @Sendable (TestDatabase) async throws -> Value
  ) async throws -> Value {
    try await TestDatabase.withDatabase(migrated: false) { test async throws in
      // A separate connection, because a dump changes settings of the session.
      let loader = Database(DatabaseConfiguration(url: test.url, poolLimit: 1))
      try await loader.execute(script: try Fixtures.text("from-29-migrations.dump"), name: "dump")
      await loader.close()
      return try await body(test)
    }
  }

  /// A database with the 30 migrations that made the same schema as the baseline.
  private static func withEarlierRecords(_ body: @Sendable (TestDatabase) async throws -> Void) async throws {
    try await TestDatabase.withDatabase(migrated: false) { test async throws in
      _ = try await Migrator(test.database, migrations: [SchemaFiles.migrations[0]]).migrate()
      _ = try await test.database.query("delete from pressrun.migrations")
      for line in SchemaFiles.earlierRecords.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        _ = try await test.database.query(
          Schema.Statements.migrationsRecord,
          [.integer(try #require(Int(words[0]))), .text(words[1]), .text(words[2])])
      }
      try await body(test)
    }
  }

  @Test func theCatalogIsThatOfTheBaseline() async throws {
    let baseline = try await TestDatabase.withDatabase { try await Catalog(of: $0.database) }
    try await Self.withOldDatabase { test async throws in
      #expect(try await Migrator(test.database).status().migrations.allSatisfy { !$0.isApplied })
      let status = try await Migrator(test.database).migrate()
      #expect(status.migrations.map(\.name) == SchemaFiles.migrations.map(\.name))
      #expect(status.migrations.allSatisfy { $0.isApplied && $0.isNew })
      #expect(try await Catalog(of: test.database).differences(from: baseline) == [])
      #expect(try await Migrator(test.database).status().isCurrent)
    }
  }

  @Test func dataIsKept() async throws {
    try await Self.withOldDatabase { test async throws in
      let before = try await OldRows(test.database)
      try await test.queue.migrate()
      let after = try await OldRows(test.database, columns: before.columns)
      for (table, rows) in before.rows {
        var added = after.rows[table] ?? []
        let lost = rows.filter { row in
          guard let place = added.firstIndex(of: row) else { return true }
          added.remove(at: place)
          return false
        }
        #expect(lost.isEmpty, "\(table)")
        // Later migrations add tasks.
        #expect(added.isEmpty || ["marks", "maintenance_tasks"].contains(table), "\(table)")
      }
    }
  }

  @Test func pendingRowsOfTheOutboxBecomeDeliveries() async throws {
    try await Self.withOldDatabase { test async throws in
      try await test.database.execute(
        script: "update pressrun.outbox set destination = 'webhook:https://hooks.example:8443/a' where job_id = 2")
      try await test.queue.migrate()
      let deliveries = try await test.database.query(
        "select job_id::text, tenant, destination, queue, state from pressrun.delivery_overview order by job_id"
      ).map { row in try (0..<5).map { try row.decode($0, as: String.self) } }
      #expect(
        deliveries == [
          ["1", "acme", "email:a@acme.example", "deliveries.email", "pending"],
          ["2", "acme", "webhook:https://hooks.example:8443/a", "deliveries.webhook.hooks.example.8443", "pending"],
        ])
      // Those to URLs keep the queue of the host, which older relays gave them.
      let mismatches = try await test.database.query(
        """
        select count(*) from pressrun.deliveries d
        where d.destination not like 'webhook:%' and d.queue <> pressrun.delivery_queue(d.destination, d.tenant)
        """)
      #expect(try mismatches.single().decode(0, as: Int.self) == 0)
      try await test.database.execute(
        script: """
          insert into pressrun.policies values ('acme', true, '{*}', '{}')
            on conflict (tenant) do update set sharing = true, allowed = '{*}', denied = '{}';
          update pressrun.limits set paused = false, max_running = null, rate = null;
          """)
      let relay = try await test.queue.register(
        worker: WorkerDescription(host: "h", pid: 1, version: "v", slots: 1, queues: ["deliveries.*"]))
      let claimed = try await test.database.query(
        "select delivery_id from pressrun.claim_deliveries($1, 10, 60)", [.integer(relay.rawValue)])
      #expect(claimed.count == 2)
    }
  }

  @Test func jobsOfTheOldDatabaseAreProcessed() async throws {
    try await Self.withOldDatabase { test async throws in
      try await test.queue.migrate()
      try await test.database.allowEveryDestination()
      let old = try await test.queue.job(JobID(rawValue: 1))
      #expect(old.job.state == .completed && old.attempts.map(\.warnings) == [["warning"]])
      #expect(try await test.queue.batch("nightly", tenant: "acme").completed == 2)
      let segments = try await test.database.query("select count(*) from pressrun.annotation_segments")
      #expect(try segments.single().decode(0, as: Int.self) == 2)
      // Rows got the tenant of their document, and the triggers that keep them from being changed are back.
      for table in ["segments", "builds", "updates", "receipts"] {
        let lost = try await test.database.query(
          Statement(
            """
            select count(*) from pressrun.annotation_\(table) s where not exists (
              select from pressrun.annotation_documents d where d.tenant = s.tenant and d.name = s.document)
            """))
        #expect(try lost.single().decode(0, as: Int.self) == 0)
        let script = "truncate pressrun.annotation_\(table)"
        await #expect(throws: PostgresError.self) { try await test.database.execute(script: script) }
      }

      // The schedule of the dump states a time, at which it would enqueue one more job.
      try await test.database.execute(
        script: """
          update pressrun.schedules set next_at = 'infinity';
          update pressrun.jobs set run_at = now() where state in ('scheduled', 'retryable');
          update pressrun.jobs set lease_expires_at = now() - interval '1 second' where state = 'running';
          update pressrun.limits set paused = false, max_running = null, rate = null;
          """)
      try await test.queue.rescue()
      try await test.database.execute(script: "update pressrun.jobs set run_at = now() where state = 'retryable'")
      try await test.queue.maintain()
      let worker = try await test.queue.register(worker: WorkerDescription(host: "h", pid: 1, version: "v", slots: 9))
      let jobs = try await test.queue.claim(worker: worker, limit: 100, lease: .seconds(600))
      #expect(jobs.count == 6, "two scheduled, two available, one failed, one with an expired lease")
      _ = try await test.queue.complete(many: jobs.map { ($0.ref, Completion(artifact: nil)) })
      try await test.database.execute(script: "update pressrun.maintenance_tasks set due_at = '-infinity'")
      try await test.queue.maintain()
      let batches = try await test.queue.events().filter { $0.type == "pressrun.batch.completed" }
      #expect(batches.count == 3, "nightly, and each tenant's weekly")
      let states = Set(try await test.queue.jobs().map(\.state))
      #expect(states == [.completed, .cancelled, .discarded])
      // The unique key still holds.
      let again = try await test.queue.enqueue(NewJob(kind: "statement", payload: Array("{}".utf8), uniqueKey: "k"))
      #expect(!again.inserted)
    }
  }

  @Test func recordsOfMigrationsThatMadeTheSameSchemaAreReplaced() async throws {
    let baseline = try await TestDatabase.withDatabase { try await Catalog(of: $0.database) }
    try await Self.withEarlierRecords { test async throws in
      #expect(try await Migrator(test.database).status().migrations.allSatisfy { !$0.isApplied })
      let error = await #expect(throws: QueueError.self) { try await test.queue.checkSchema() }
      #expect(error?.code == .notMigrated && error?.message.contains("its last migration is 30") == true)

      let status = try await Migrator(test.database).migrate()
      #expect(status.migrations.first == MigrationStatus(version: 31, name: "baseline", isApplied: true, isNew: true))
      #expect(status.migrations.map(\.name) == SchemaFiles.migrations.map(\.name))
      #expect(try await Catalog(of: test.database).differences(from: baseline) == [])
      #expect(try await Migrator(test.database).status().isCurrent)
      try await test.queue.checkSchema()
      let records = try await test.database.query("select version, name from pressrun.migrations order by version")
      #expect(try records.map { try $0.decode(0, as: Int.self) } == SchemaFiles.migrations.map(\.version))
      #expect(try records.map { try $0.decode(1, as: String.self) } == SchemaFiles.migrations.map(\.name))
    }
  }

  @Test func concurrentProcessesReplaceRecordsOnce() async throws {
    try await Self.withEarlierRecords { test async throws in
      let new = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask { try await Migrator(test.database).migrate().migrations.filter(\.isNew).count }
        }
        return try await group.reduce(0, +)
      }
      #expect(new == SchemaFiles.migrations.count)
    }
  }

  /// Programs with the 30 migrations work with the schema of the baseline, which is the same.
  @Test func theSchemaFitsProgramsWithTheEarlierMigrations() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let oldest = try await test.database.query("select oldest_program from pressrun.schema_compatibility").single()
      #expect(try oldest.decode(0, as: Int.self) <= 30)
      #expect(SchemaFiles.migrations.map(\.version).min() == 31)
    }
  }

  @Test func aDatabaseWithFewerMigrationsIsRefused() async throws {
    try await Self.withOldDatabase { test async throws in
      _ = try await test.database.query("delete from pressrun.migrations where version > 20")
      let error = await #expect(throws: QueueError.self) { try await test.queue.migrate() }
      #expect(error?.code == .migrationMismatch && error?.message.contains("20 of the 29") == true)
    }
    try await Self.withEarlierRecords { test async throws in
      _ = try await test.database.query("delete from pressrun.migrations where version > 20")
      let error = await #expect(throws: QueueError.self) { try await test.queue.migrate() }
      #expect(error?.code == .migrationMismatch && error?.message.contains("20 of the 30") == true)
      let left = try await test.database.query("select count(*) from pressrun.migrations").single()
      #expect(try left.decode(0, as: Int.self) == 20)
    }
  }

  @Test func aDatabaseWithOtherMigrationsIsRefused() async throws {
    for change in [
      "update pressrun.migrations set checksum = 'other' where version = 7",
      "insert into pressrun.migrations (version, name, checksum) values (31, 'other', 'other')",
    ] {
      try await Self.withEarlierRecords { test async throws in
        try await test.database.execute(script: change)
        let error = await #expect(throws: QueueError.self) { try await test.queue.migrate() }
        #expect(error?.code == .migrationMismatch && error?.message.contains("are not those") == true)
      }
    }
  }
}

/// The rows of every table of the old database that an upgrade keeps, by today's table names.
private struct OldRows {
  private(set) var columns: [String: [String]] = [:]
  private(set) var rows: [String: [String]] = [:]

  private static let names = [
    "marks": "maintenance_tasks", "tallies": "counter_deltas", "totals": "job_totals", "arrivals": "lane_requests",
    "depths": "depth_counts",
  ]
  /// Rows that an upgrade adds or removes.
  private static let changed = [
    "kinds": "t.name like 'deliver.%'", "queues": "t.name like 'deliveries.%'", "jobs": "t.kind like 'deliver.%'",
    "lane_requests": "t.kind like 'deliver.%'", "retention": "t.what = 'undelivered'", "policies": "t.tenant = '*'",
  ]

  /// - Parameter columns: the columns of the old tables, by position; nil to read them.
  init(_ database: Database, columns old: [String: [String]]? = nil) async throws {
    let tables = try await database.query(
      """
      select tablename from pg_tables where schemaname = 'pressrun'
        and tablename not in ('migrations', 'schema_objects', 'outbox')
      """)
    for table in try tables.map({ try $0.decode(0, as: String.self) }) {
      let name = Self.names[table] ?? table
      var present = try await database.query(
        """
        select attname from pg_attribute
        where attrelid = ('pressrun.' || $1)::regclass and attnum > 0 and not attisdropped
          and attname not in ('depth_seen', 'depth_sequence')
          and not (attname = 'name' and $1 in ('marks', 'maintenance_tasks'))
        order by attnum
        """, [.text(table)]
      ).map { try $0.decode(0, as: String.self) }
      // Columns are renamed, but stay where they are; new ones are at the end.
      if let old { present = Array(present.prefix(old[name]?.count ?? 0)) }
      columns[name] = present
      let row = present.map { "t.\($0)" }.joined(separator: ", ")
      let isKept = Self.changed[name].map { "where not (\($0))" } ?? ""
      rows[name] = try await database.query(
        Statement("select row(\(row))::text from pressrun.\(table) t \(isKept) order by 1")
      ).map { try $0.decode(0) }
    }
  }
}
