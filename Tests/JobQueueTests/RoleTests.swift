import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

@Suite(.hangLimit) struct RoleTests {
  /// Runs a script as a role.
  /// - Returns: the SQLSTATE of the error; nil if the script was allowed.
  private func attempt(_ script: String, as role: String, _ database: Database) async throws -> String? {
    do {
      try await database.execute(script: "begin; set local role \(role); \(script); rollback")
      return nil
    } catch let error as PostgresError {
      return error.sqlState
    }
  }

  @Test func producerMayEnqueueAndNothingElse() async throws {
    try await QueueFixture.withQueue { test async throws in
      #expect(
        try await attempt("select * from pressrun.enqueue('note', '{}')", as: "pressrun_producer", test.database) == nil
      )
      for script in [
        "select * from pressrun.jobs", "select * from pressrun.payloads", "delete from pressrun.deliveries",
        "select * from pressrun.claim(1, null, 1, 1)", "select pressrun.set_policy('t')", "select pressrun.cancel(1)",
      ] {
        #expect(try await attempt(script, as: "pressrun_producer", test.database) == "42501", "\(script)")
      }
    }
  }

  @Test func workerMayWorkButNotChangePoliciesOrRows() async throws {
    try await QueueFixture.withQueue { test async throws in
      for script in [
        "select * from pressrun.claim(1, null, 1, 1)",
        "select * from pressrun.complete_many('{}', '{}', '{}', '{}', '{}', null, null, null, null)",
        "select pressrun.rescue()", "select pressrun.prune(10)", "select pressrun.unreferenced('{}')",
        "select pressrun.artifacts_of_tenant('t', '{}')",
        "select * from pressrun.binder_documents('t', null, '{}')",
        "table pressrun.retention",
        "select * from pressrun.jobs", "select pressrun.image_hosts_of('t')", "select pressrun.images_of_job(1)",
        "select pressrun.record_images(1, 1, '{}', '{}')", "select pressrun.size_classes_of('t')",
        "select * from pressrun.claim_due_timestamp('1 day')", "table pressrun.annotation_timestamps",
        "select pressrun.record_timestamp_failure('t', 'd', 'm', '1 minute')",
        "select pressrun.payload_defaults_of('t')",
      ] {
        #expect(try await attempt(script, as: "pressrun_worker", test.database) == nil, "\(script)")
      }
      for script in [
        "update pressrun.jobs set lease = 0", "select pressrun.set_policy('t')", "delete from pressrun.events",
        "select * from pressrun.enqueue('note', '{}')", "select pressrun.set_retention('completed', '0')",
        "select pressrun.remove_schedule('s')", "select pressrun.register_schedules('note', '[]')",
        "select pressrun.register_destinations('{}')", "delete from pressrun.policies",
        "delete from pressrun.producer_tenants", "select pressrun.allow_image_host('t', 'cdn.example')",
        "select pressrun.open_size_class('t', 'note', 'compact')",
        "insert into pressrun.job_images values (1, 'a', 'b')",
        "select pressrun.set_payload_defaults('t', 'note', '{}')",
        "table pressrun.payload_defaults", "delete from pressrun.due_timestamps",
        "insert into pressrun.annotation_timestamps values ('t', 'd', 0, repeat('0', 64), 'x', 'a')",
        "select pressrun.add_asset('t', repeat('0', 64), 1)",
        "select pressrun.register_kind('note', 'default', 5, 2, 600, 0.2, 60, null, '{*}', '{}')",
      ] {
        #expect(try await attempt(script, as: "pressrun_worker", test.database) == "42501", "\(script)")
      }
    }
  }

  @Test func relayMayDeliverAndNothingElse() async throws {
    try await QueueFixture.withQueue { test async throws in
      for script in [
        "select pressrun.register_worker('h', 1, 'v', 1, '{deliveries.*}')",
        "select * from pressrun.claim_deliveries(1, 1, 1)", "select pressrun.complete_deliveries('{}', '{}', '{}')",
        "select * from pressrun.fail_delivery(1, 1, 'c', 'm', false)", "select pressrun.refuse_delivery(1, 1, 'r')",
        "select * from pressrun.heartbeat(1, '{}', '{}', 1)", "select pressrun.release('{}', '{}')",
        "select pressrun.maintain()", "select pressrun.rescue()", "select * from pressrun.prune_due()",
        "select * from pressrun.pending('{deliveries.*}', '0')", "select pressrun.payload_defaults_of_delivered_job(1)",
        "select pressrun.source_of_delivered_job(1)", "select pressrun.clear_share_attempts(gen_random_uuid())",
        "table pressrun.delivery_overview",
        "table pressrun.circuit_breakers", "table pressrun.migrations",
      ] {
        #expect(try await attempt(script, as: "pressrun_relay", test.database) == nil, "\(script)")
      }
      for script in [
        "table pressrun.payloads", "table pressrun.jobs", "table pressrun.policies",
        "table pressrun.annotation_segments", "select * from pressrun.claim(1, null, 1, 1)",
        "select pressrun.payload_defaults_of('t')", "select pressrun.share(1, 'folder')",
        "select * from pressrun.claim_due_timestamp('1 day')",
        "select pressrun.retry(1)", "select pressrun.retry_delivery(1)",
        "select pressrun.enable_deliveries('deliveries.email')", "select * from pressrun.enqueue('note', '{}')",
        "update pressrun.deliveries set receipt = null",
        "select * from pressrun.complete_many('{}', '{}', '{}', '{}', '{}', null, null, null)",
      ] {
        #expect(try await attempt(script, as: "pressrun_relay", test.database) == "42501", "\(script)")
      }
      #expect(
        try await attempt("select * from pressrun.claim_deliveries(1, 1, 1)", as: "pressrun_worker", test.database)
          == "42501")
    }
  }

  @Test func monitorMayReadViewsButNoPayload() async throws {
    try await QueueFixture.withQueue { test async throws in
      for script in [
        "table pressrun.job_counts", "table pressrun.delivery_overview", "table pressrun.circuit_breakers",
        "table pressrun.artifacts", "select * from pressrun.events_after(0, 10)",
      ] {
        #expect(try await attempt(script, as: "pressrun_monitor", test.database) == nil, "\(script)")
      }
      for script in [
        "table pressrun.payloads", "table pressrun.jobs", "table pressrun.deliveries", "delete from pressrun.events",
        "select * from pressrun.claim(1, null, 1, 1)",
      ] {
        #expect(try await attempt(script, as: "pressrun_monitor", test.database) == "42501", "\(script)")
      }
    }
  }

  /// The calls of `pressrun prune` and `prune --dry-run`.
  @Test(arguments: ["pressrun_worker", "pressrun_operator"]) func workersAndOperatorsMayPrune(role: String) async throws
  {
    try await QueueFixture.withQueue { test async throws in
      for script in [
        "table pressrun.retention", "select * from pressrun.prune_preview()", "select * from pressrun.prune(1)",
        "select pressrun.prune_templates()", "select pressrun.unreferenced('{a}')", "select pressrun.store_id()",
      ] {
        #expect(try await attempt(script, as: role, test.database) == nil, "\(script)")
      }
    }
  }

  @Test func complianceMayReadAndSetPoliciesAndNothingElse() async throws {
    try await QueueFixture.withQueue { test async throws in
      for script in [
        "select pressrun.set_policy('t', true, '{print}')", "select pressrun.remove_policy('t')",
        "table pressrun.policies",
        "table pressrun.policy_changes", "select * from pressrun.test_destination('t', 'print')",
        "select * from pressrun.share_options('t', 'note')",
      ] {
        #expect(try await attempt(script, as: "pressrun_compliance", test.database) == nil, "\(script)")
      }
      for script in [
        "select * from pressrun.enqueue('note', '{}')", "table pressrun.jobs", "table pressrun.payloads",
        "table pressrun.events", "table pressrun.artifacts", "update pressrun.policies set sharing = true",
        "delete from pressrun.policy_changes", "insert into pressrun.policy_changes (tenant) values ('t')",
        "table pressrun.producer_tenants", "select pressrun.register_destinations('{}')", "select pressrun.cancel(1)",
        "select * from pressrun.claim(1, null, 1, 1)", "select pressrun.share(1, 'link')",
      ] {
        #expect(try await attempt(script, as: "pressrun_compliance", test.database) == "42501", "\(script)")
      }
    }
  }

  @Test func registrarMayRegisterAndNothingElse() async throws {
    try await QueueFixture.withQueue { test async throws in
      for script in [
        "select pressrun.register_kind('note', 'default', 5, 2, 600, 0.2, 60, null, '{*}', '{}')",
        "select pressrun.register_schedules('note', '[]')", "select pressrun.register_destinations('{}')",
      ] {
        #expect(try await attempt(script, as: "pressrun_registrar", test.database) == nil, "\(script)")
      }
      for script in [
        "select * from pressrun.enqueue('note', '{}')", "table pressrun.jobs", "table pressrun.policies",
        "select pressrun.set_policy('t')", "select * from pressrun.claim(1, null, 1, 1)",
        "table pressrun.producer_tenants",
      ] {
        #expect(try await attempt(script, as: "pressrun_registrar", test.database) == "42501", "\(script)")
      }
    }
  }

  @Test func operatorMayOperateButReadNoPayloadsAndChangeNoRules() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.enqueue()
      for script in [
        "select pressrun.set_paused('queue', 'default', true)", "select pressrun.set_limits('queue', 'default', 3)",
        "select pressrun.cancel(1)", "select * from pressrun.prune(10)", "select * from pressrun.prune_preview()",
        "select pressrun.set_retention('completed', '1 day')", "select pressrun.unreferenced('{}')",
      ] {
        #expect(try await attempt(script, as: "pressrun_operator", test.database) == nil, "\(script)")
      }
      for script in [
        "table pressrun.payloads", "select pressrun.set_policy('t')", "select * from pressrun.enqueue('note', '{}')",
        "select pressrun.register_destinations('{}')", "select * from pressrun.claim(1, null, 1, 1)",
        "update pressrun.jobs set lease = 0", "select pressrun.replace_store('x')", "select pressrun.share(1, 'link')",
      ] {
        #expect(try await attempt(script, as: "pressrun_operator", test.database) == "42501", "\(script)")
      }
    }
  }
}
