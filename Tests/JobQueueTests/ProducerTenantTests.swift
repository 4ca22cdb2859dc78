import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

/// The login of a producer may act only for its tenants.
@Suite(.hangLimit) struct ProducerTenantTests {
  /// Calls `body` with a connection of a new login that is a member of `pressrun_producer`.
  private func withProducer(
    tenants: [String], _ body: @Sendable (QueueFixture, Connection, _ login: String) async throws -> Void
  ) async throws {
    try await QueueFixture.withQueue { test async throws in
      let name = try await test.database.query("select current_database()").single().decode(0, as: String.self)
      let login = "producer_of_\(name)"
      try await test.database.execute(script: "create role \(login) login in role pressrun_producer")
      for tenant in tenants { try await allow(tenant, login, test) }
      // A validation is cached only while no worker waits.
      try await test.database.execute(script: "update pressrun.workers set waiting = false")
      let database = Database(
        DatabaseConfiguration(
          url: test.url.replacing("pressrun@", with: "\(login)@", maxReplacements: 1), poolLimit: 1))
      let result: Result<Void, any Error>
      do {
        result = .success(
          try await database.withConnection { connection async throws in try await body(test, connection, login) })
      } catch {
        result = .failure(error)
      }
      await database.close()
      try await test.database.execute(script: "drop owned by \(login); drop role \(login)")
      try result.get()
    }
  }

  private func allow(_ tenant: String, _ login: String, _ test: QueueFixture) async throws {
    _ = try await test.database.query(
      "insert into pressrun.producer_tenants (login, tenant) values ($1, $2)", [.text(login), .text(tenant)])
  }

  /// The SQLSTATE of the error of a script; nil if it succeeds.
  private func state(_ script: String, _ connection: Connection) async throws -> String? {
    do {
      try await connection.execute(script: script)
      return nil
    } catch let error as PostgresError {
      return error.sqlState
    }
  }

  /// The hint asked for the content of files whose content cannot be passed.
  @Test(arguments: [(67_108_864, "must pass the content"), (67_108_865, "cannot be passed")])
  func aBaseThatTheTenantDoesNotHaveIsRefusedWithARemedy(bytes: Int, hint: String) async throws {
    try await withProducer(tenants: ["acme"]) { _, connection, _ in
      let error = await #expect(throws: PostgresError.self) {
        try await connection.execute(
          script: "select pressrun.register_document('d', repeat('a', 64), \(bytes), 'acme')")
      }
      #expect(error?.sqlState == "PR004" && error?.hint?.contains(hint) == true)
    }
  }

  /// Every function that takes a tenant from a producer.
  private static let calls = [
    "select pressrun.enqueue('note', '{}', tenant => 'acme')",
    "select pressrun.enqueue_one('note', '{}', 'acme', null, 0, now(), null, null, null, null, null)",
    "select pressrun.enqueue_many('note', '{\"{}\"}', tenant => 'acme')",
    "select pressrun.enqueue_many('note', '{\"{}\"}', tenant => 'acme', unique_keys => '{k}')",
    "select pressrun.open_batch('acme', 'b')", "select pressrun.close_batch('acme', 'b')",
    "select pressrun.bind_batch('acme', 'b', 'note', '{}')",
    "select pressrun.register_document('doc', encode(sha256('x'), 'hex'), 1, 'acme', content => 'x')",
    "select pressrun.add_asset('acme', encode(sha256('x'), 'hex'), 1, content => 'x')",
    "select pressrun.delete_asset('acme', repeat('0', 64))",
    "select pressrun.assets_of_tenant('acme')", "select pressrun.number_series_of('acme')",
    "select pressrun.issued_numbers_of('s', 'acme')",
    "select pressrun.share_options('acme', 'note')",
  ]

  @Test func aLoginWithoutTenantsMayDoNothing() async throws {
    try await withProducer(tenants: []) { test, connection, _ async throws in
      for call in Self.calls { #expect(try await state(call, connection) == "PR011", "\(call)") }
      #expect(try await test.count("select count(*)::int from pressrun.jobs") == 0)
    }
  }

  @Test func aLoginMayActForItsTenantsOnly() async throws {
    try await withProducer(tenants: ["acme"]) { test, connection, _ async throws in
      for call in Self.calls {
        #expect(try await state(call, connection) == nil, "\(call)")
        #expect(try await state(call.replacing("'acme'", with: "'other'"), connection) == "PR011", "\(call)")
      }
    }
  }

  @Test func theStarIsForAllTenants() async throws {
    try await withProducer(tenants: ["*"]) { test, connection, _ async throws in
      for call in Self.calls { #expect(try await state(call, connection) == nil, "\(call)") }
      #expect(try await state("select pressrun.enqueue('note', '{}', tenant => '*')", connection) == "PR004")
    }
  }

  @Test func aMemberOfTheRoleForAllTenantsMayActForAll() async throws {
    try await withProducer(tenants: []) { test, connection, login async throws in
      try await test.database.execute(script: "grant pressrun_all_tenants to \(login)")
      for call in Self.calls { #expect(try await state(call, connection) == nil, "\(call)") }
    }
  }

  @Test func aSetRoleChangesNothing() async throws {
    try await withProducer(tenants: []) { _, connection, _ async throws in
      try await connection.execute(script: "set role pressrun_producer")
      for call in Self.calls { #expect(try await state(call, connection) == "PR011", "\(call)") }
    }
  }

  @Test func theEnqueueCacheObeysChangesOfTheTenants() async throws {
    try await withProducer(tenants: ["acme"]) { test, connection, login async throws in
      let call = Self.calls[0]
      for _ in 0..<3 { #expect(try await state(call, connection) == nil) }
      _ = try await test.database.query("delete from pressrun.producer_tenants where login = $1", [.text(login)])
      #expect(try await state(call, connection) == "PR011")
      try await allow("acme", login, test)
      #expect(try await state(call, connection) == nil)
    }
  }

  @Test func aCacheEntryHoldsForItsLoginOnly() async throws {
    try await withProducer(tenants: ["acme"]) { test, connection, login async throws in
      let call = Self.calls[0]
      for _ in 0..<2 { #expect(try await state(call, connection) == nil) }
      let entry = try await connection.query("select current_setting('pressrun.enqueue_cache')").single().decode(
        0, as: String.self)
      #expect(!entry.isEmpty)
      // Another login that knows the entry.
      try await test.database.execute(script: "create role \(login)_2 login in role pressrun_producer")
      let other = Database(url: test.url.replacing("pressrun@", with: "\(login)_2@", maxReplacements: 1))
      let found = try await other.withConnection { other async throws in
        _ = try await other.query("select set_config('pressrun.enqueue_cache', $1, false)", [.text(entry)])
        return try await state(call, other)
      }
      await other.close()
      try await test.database.execute(script: "drop role \(login)_2")
      #expect(found == "PR011")
    }
  }

  @Test func documentsAndJobsOfOtherTenantsLookUnknown() async throws {
    try await withProducer(tenants: ["other"]) { test, connection, _ async throws in
      try await test.database.execute(
        script: "select pressrun.register_document('doc', repeat('0', 64), 1, 'acme')")
      let parent = String(repeating: "0", count: 64)
      let call = "select pressrun.add_segment('doc', 'c', '\(parent)', 'pdf', '\\x00', tenant => 'acme')"
      #expect(try await state(call, connection) == "PR007")
      #expect(try await state(call.replacing("'acme'", with: "'other'"), connection) == "PR007")
      #expect(
        try await state("select pressrun.record_update('doc', 1, '\\x00', '{}', tenant => 'acme')", connection)
          == "PR007")
      // The name of another tenant's document is free.
      let register =
        "select pressrun.register_document('doc', encode(sha256('x'), 'hex'), 1, 'other', content => 'x')"
      #expect(try await state(register, connection) == nil)
      #expect(try await state(call.replacing("'acme'", with: "'other'"), connection) == nil)
      let job = try await test.claimNew { $0.tenant = "acme" }
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      #expect(try await state("select pressrun.share(\(job.ref.job), 'link')", connection) == "PR005")
    }
  }

  /// The SHA-256 of a file of another tenant does not give access to it.
  @Test func anArtifactOfAnotherTenantCannotBecomeABase() async throws {
    try await withProducer(tenants: ["other"]) { test, connection, _ async throws in
      let job = try await test.claimNew { $0.tenant = "acme" }
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      let sha256 = try #require(QueueFixture.completion.artifacts.first?.sha256)
      let base = String(repeating: "0", count: 64)
      try await test.database.execute(script: "select pressrun.register_document('doc', '\(base)', 1, 'acme')")
      for digest in [sha256, base] {
        let register = "select pressrun.register_document('copy', '\(digest)', 1, 'other')"
        #expect(try await state(register, connection) == "PR004")
      }
      let own = try await test.claimNew { $0.tenant = "other" }
      _ = try await test.queue.complete(own.ref, QueueFixture.completion)
      #expect(
        try await state("select pressrun.register_document('copy', '\(sha256)', 1, 'other')", connection) == nil)
    }
  }

  /// A tenant could read a file that nothing references, such as one of an erased job, if it knew its hash.
  @Test func aFileThatNoTenantHasNeedsItsContent() async throws {
    try await withProducer(tenants: ["acme"]) { _, connection, _ async throws in
      let digest = "encode(sha256('x'), 'hex')"
      for content in ["", ", content => 'y'", ", content => null"] {
        let register = "select pressrun.register_document('doc', \(digest), 1, 'acme'\(content))"
        #expect(try await state(register, connection) == "PR004")
        #expect(try await state("select pressrun.add_asset('acme', \(digest), 1\(content))", connection) == "PR004")
      }
      #expect(try await state("select pressrun.add_asset('acme', \(digest), 1, content => 'x')", connection) == nil)
      // The tenant has it now.
      #expect(try await state("select pressrun.register_document('doc', \(digest), 1, 'acme')", connection) == nil)
    }
  }

  @Test func schedulesOfAllTenantsAreRunByWorkers() async throws {
    try await QueueFixture.withQueue { test async throws in
      let name = try await test.database.query("select current_database()").single().decode(0, as: String.self)
      let login = "scheduler_of_\(name)"
      try await test.database.execute(script: "create role \(login) login in role pressrun_worker")
      try await test.queue.register(
        schedules: [Schedule(name: "s", cron: "* * * * *", tenant: "acme")], of: "note")
      try await test.database.execute(
        script: """
          update pressrun.schedules set next_at = now() - interval '1 minute';
          update pressrun.maintenance_tasks set due_at = '-infinity'
          """)
      let worker = Database(url: test.url.replacing("pressrun@", with: "\(login)@", maxReplacements: 1))
      try await JobQueue(database: worker).maintain()
      await worker.close()
      #expect(try await test.count("select count(*)::int from pressrun.jobs where tenant = 'acme'") == 1)
      try await test.database.execute(script: "drop role \(login)")
    }
  }

  @Test func furtherRecipientsObeyThePolicy() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.setPolicy(of: "acme", allowed: ["email:*@fund.example"])
      for (options, expected) in [
        (#"{"cc": ["a@fund.example"]}"#, nil), (#"{"cc": "a@fund.example"}"#, nil), (#"{"subject": "cc"}"#, nil),
        (#"{"cc": ["a@evil.example"]}"#, "PR002"), (#"{"to": ["a@fund.example", "a@evil.example"]}"#, "PR002"),
        (#"{"bcc": "a@evil.example"}"#, "PR002"), (#"{"\u0063c": ["a@evil.example"]}"#, "PR002"),
        (#"{"cc": ["X <a@fund.example>"]}"#, "PR002"), (#"{"cc": [{"a": 1}]}"#, "PR002"),
        (#"{"cc": ["a@evil.example@fund.example"]}"#, "PR002"),
      ] as [(String, String?)] {
        let call: Statement =
          "select pressrun.enqueue('note', '{}', 'acme', 'email:x@fund.example', delivery_options => $1::json)"
        var state: String?
        do { _ = try await test.database.query(call, [.text(options)]) } catch let error as PostgresError {
          state = error.sqlState
        }
        #expect(state == expected, "\(options)")
      }
    }
  }
}
