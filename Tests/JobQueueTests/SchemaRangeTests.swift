import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

/// A program and a schema of different versions, and a login without the rights of its role.
@Suite(.hangLimit) struct SchemaRangeTests {
  private func refusal(_ test: QueueFixture) async -> QueueError? {
    do {
      try await test.queue.checkSchema()
      return nil
    } catch {
      return error as? QueueError
    }
  }

  @Test func theSchemaOfThisVersionFits() async throws {
    try await QueueFixture.withQueue { test in try await test.queue.checkSchema() }
  }

  @Test func anOlderSchemaMustBeMigrated() async throws {
    try await QueueFixture.withQueue { test in
      _ = try await test.database.query(
        "delete from pressrun.migrations where version = (select max(version) from pressrun.migrations)")
      let older = await refusal(test)
      #expect(older?.code == .notMigrated && older?.message.hasPrefix("the schema is older than this program") == true)
      // As of a version that did not have the table.
      _ = try await test.database.query("drop table pressrun.schema_compatibility")
      #expect(await refusal(test)?.code == .notMigrated)
    }
  }

  @Test func aNewerSchemaFitsUnlessItNeedsNewerPrograms() async throws {
    try await QueueFixture.withQueue { test in
      _ = try await test.database.query(
        "insert into pressrun.migrations (version, name, checksum) values (9999, 'later', '')")
      #expect(await refusal(test) == nil)
      _ = try await test.database.query("update pressrun.schema_compatibility set oldest_program = 9999")
      let newer = await refusal(test)
      #expect(newer?.code == .migrationMismatch && newer?.message.contains("too new for this program") == true)
    }
  }

  @Test func theRightsThatALoginLacksAreListed() async throws {
    try await QueueFixture.withQueue { test in
      let name = try await test.database.query("select current_database()").single().decode(0, as: String.self)
      let login = "rights_of_\(name)"
      try await test.database.execute(script: "create role \(login) login")
      let database = Database(url: test.url.replacing("pressrun@", with: "\(login)@", maxReplacements: 1))
      let queue = JobQueue(database: database)
      let all = try await queue.missingRights(of: "pressrun_worker")
      #expect(all.contains("usage on schema pressrun") && all.contains("execute on function pressrun.claim"))
      #expect(all.contains("select on pressrun.jobs") && !all.contains("execute on function pressrun.pin_template"))
      try await test.database.execute(script: "grant pressrun_worker to \(login)")
      #expect(try await queue.missingRights(of: "pressrun_worker") == [])
      // As of a migration that could not grant.
      try await test.database.execute(script: "revoke execute on function pressrun.complete_many from pressrun_worker")
      #expect(
        try await queue.missingRights(of: "pressrun_worker") == ["execute on function pressrun.complete_many"])
      await database.close()
      try await test.database.execute(script: "drop owned by \(login); drop role \(login)")
    }
  }

  @Test func theOwnerLacksNothing() async throws {
    try await QueueFixture.withQueue { test async throws in
      for role in ["pressrun_worker", "pressrun_relay", "pressrun_service"] {
        #expect(try await test.queue.missingRights(of: role) == [], "\(role)")
      }
    }
  }
}
