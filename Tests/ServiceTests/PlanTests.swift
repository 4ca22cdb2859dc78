import Delivery
import JobQueue
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Service

/// Plans of the service's statements with many rows, as auto_explain reports them. The lists of jobs and the overview's
/// counts are in `JobQueueTests`.
@Suite(.hangLimit(minutes: 10)) struct PlanTests {
  @Test func tokensAuditAndKeysAreFoundByIndexes() async throws {
    try await withPlans(
      """
      insert into pressrun.access_tokens (name, sha256, permissions)
      select 'token ' || n, repeat('a', 64), '{viewer}' from generate_series(1, 50000) n;
      insert into pressrun.audit_log (principal, name, action, object, tenant)
      select 'token:1', 'app', 'job.retry', 'job ' || n, 't' || n % 3 from generate_series(1, 100000) n;
      insert into pressrun.audit_log (principal, name, action, object, tenant)
      select 'token:1', 'app', 'job.retry', 'job ' || n, 'rare' from generate_series(1, 20) n;
      insert into pressrun.idempotency_keys
      select 't' || n % 3, 'key ' || n, repeat('a', 64), now() + make_interval(secs => n) from generate_series(1, 100000) n;
      insert into pressrun.sessions (key_hash, principal, name, permissions, expires_at)
      select sha256(n::text::bytea), 'token:1', 'Ana', '{viewer}', now() + interval '1 hour' from generate_series(1, 50000) n;
      """
    ) { plans in
      try await plans.run(AccessStatements.findToken, [.integer(25_000)], uses: ["access_tokens_pkey"])
      try await plans.run(AccessStatements.useToken, [.integer(25_000)], uses: ["access_tokens_pkey"])
      try await plans.run(
        AccessStatements.recordAction,
        [.text("token:1"), .text("app"), .text("job.retry"), .text("job 1"), .text("t1")],
        uses: [])
      try await plans.run(AccessStatements.auditEntries, [.null, .null, .integer(100)], uses: ["audit_log_pkey"])
      try await plans.run(
        AccessStatements.auditEntries, [.texts(["rare"]), .null, .integer(100)], uses: ["audit_log_tenant"])
      try await plans.run(
        APIStatements.claimIdempotencyKey, [.text("t1"), .text("new"), .text(String(repeating: "a", count: 64))],
        uses: ["idempotency_keys_expires_at"])
      try await plans.run(
        APIStatements.claimIdempotencyKey, [.text("t1"), .text("key 1"), .text(String(repeating: "a", count: 64))],
        uses: ["idempotency_keys_expires_at", "idempotency_keys_pkey"])
      try await plans.run(
        SessionStore.Statements.findSession, [.text(String(repeating: "0", count: 64)), .integer(3600)],
        uses: ["sessions_pkey"])
      try await plans.run(
        SessionStore.Statements.closeSession, [.text(String(repeating: "0", count: 64))], uses: ["sessions_pkey"])
    }
  }

  @Test func pagesOfTheDashboardReadNoWholeTable() async throws {
    try await withPlans(
      """
      insert into pressrun.jobs
        (kind, queue, tenant, state, run_at, max_attempts, destination, finished_at, claimed_at, lease_expires_at, claim_xid)
      select 'note', 'default', 't' || n % 50,
        (case when n % 500 = 7 then 'discarded' when n % 5000 = 8 then 'running' when n % 500 = 9 then 'available'
          else 'completed' end)::pressrun.job_state,
        now(), 3, 'none', now(), now(), now() + interval '1 hour', pg_current_xact_id()
      from generate_series(1, 200000) n;
      insert into pressrun.payloads select id, '{}' from pressrun.jobs;
      insert into pressrun.attempts (job_id, lease, attempt, kind, ready_at, started_at, finished_at, outcome, error_code)
      select id, 1, 1, 'note', now(), now(), now(), 'failed', 'timeout' from pressrun.jobs where state <> 'available';
      insert into pressrun.batches (tenant, name, jobs) select 't' || n % 50, 'batch ' || n, 10 from generate_series(1, 50000) n;
      insert into pressrun.annotation_documents (name, tenant, base_sha256, base_bytes)
      select 'deed-' || n, 't' || n % 50, lpad(to_hex(n), 64, '0'), 1 from generate_series(1, 20000) n;
      insert into pressrun.annotation_segments
        (tenant, document, sequence, client_id, parent, format, bytes, sha256, server_time, metadata, chain)
      select 't' || d % 50, 'deed-' || d, n, 'c' || n, repeat('a', 64), 'xfdf', 'x', repeat('a', 64), now(), '', repeat('a', 64)
      from generate_series(1, 2000) d, generate_series(1, 20) n;
      insert into pressrun.events (job_id, type, destination_kind, record)
      select id, 'pressrun.job.completed', 'none', '{}' from pressrun.jobs;
      insert into pressrun.policies (tenant, sharing, allowed, denied)
      select 'tenant ' || n, true, '{*}', '{}' from generate_series(1, 2000) n;
      select pressrun.reopen_lanes();
      """
    ) { plans in
      typealias Pages = Dashboard.Statements
      let some = Parameter.texts(["t1"])
      try await plans.run(Pages.queueDepths, uses: ["jobs_ready_lane", "jobs_claimed", "jobs_due"])
      try await plans.run(Pages.tenantDepths, [some], uses: ["jobs_ready_lane", "jobs_claimed", "jobs_due"])
      for tenants in [Parameter.null, some] {
        try await plans.run(Pages.failureGroups, [tenants], uses: ["jobs_discarded", "attempts_pkey"])
        try await plans.run(Pages.tenants, [tenants], uses: ["jobs_ready_lane", "jobs_claimed", "jobs_due"])
        try await plans.run(Pages.batches, [tenants, .null, .null], uses: ["batches_pkey"])
        try await plans.run(
          Pages.archives, [tenants, .null], uses: ["annotation_documents", "annotation_segments_"])
        for field in Dashboard.SuggestedField.allCases {
          try await plans.run(Pages.suggestions, [.text(field.rawValue), .text("t"), tenants], uses: [])
        }
      }
      try await plans.run(Pages.archives, [.null, .null], uses: ["annotation_documents_registered"])
      try await plans.run(Pages.runningJobs, uses: ["jobs_claimed"])
      try await plans.run(Pages.workers, uses: ["jobs_claimed"])
      try await plans.run(Pages.payload, [.integer(1000)], uses: ["payloads_pkey"])
      try await plans.run(Pages.segments, [.text("t1"), .text("deed-1")], uses: ["annotation_segments_pkey"])
      try await plans.run(APIStatements.lastEvent, uses: ["events_pkey"])
    }
  }

  private func withPlans(_ filling: String, _ body: @Sendable (Plans) async throws -> Void) async throws {
    try await TestDatabase.withDatabase { test in
      try await test.queue.register(kinds: [KindSettings(name: "note")])
      try await test.database.withConnection { connection in
        try await connection.execute(script: filling)
        try await connection.execute(script: "analyze")
        try await connection.execute(
          script: """
            load 'auto_explain';
            set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
            set auto_explain.log_level = notice; set client_min_messages = notice;
            """)
        try await body(Plans(connection: connection))
      }
    }
  }
}

/// Executes statements and checks their plans.
private struct Plans: Sendable {
  let connection: Connection

  /// - Parameter indexes: names that the plans must contain.
  func run(
    _ statement: Statement, _ parameters: [Parameter] = [], uses indexes: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    _ = await connection.takeNotices()
    _ = try await connection.query(statement, parameters)
    let text = await connection.takeNotices().joined(separator: "\n")
    for index in indexes {
      #expect(text.contains(index), "no use of \(index) in:\n\(text)", sourceLocation: sourceLocation)
    }
    for table in [
      "access_tokens", "audit_log", "idempotency_keys", "sessions", "jobs", "payloads", "attempts", "batches", "events",
      "annotation_documents", "annotation_segments",
    ] {
      #expect(
        !text.contains("Seq Scan on \(table) "), "\(table) is read whole:\n\(text)", sourceLocation: sourceLocation)
    }
  }
}
