import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

/// Plans of the statements in hot functions at a million jobs, as auto_explain reports them.
@Suite(.hangLimit(minutes: 10)) struct PlanTests {
  private static let rows = 1_000_000

  @Test func hotStatementsUseIndexesAtAMillionJobs() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.withConnection { connection in
        // This session plans while the tables are empty, and keeps the plans.
        for _ in 0..<7 {
          try await HotStatements(connection).claim()
          try await HotStatements(connection).limited()
          try await HotStatements(connection).deliveries()
        }
        try await connection.execute(script: Self.filling)
        try await HotStatements(connection).look()
      }
      try await anotherSession(test, isAnalysed: false)
      try await test.database.execute(
        script: "analyze pressrun.jobs; analyze pressrun.payloads; analyze pressrun.attempts")
      try await anotherSession(test, isAnalysed: true)
    }
  }

  private func anotherSession(_ test: QueueFixture, isAnalysed: Bool) async throws {
    let database = Database(DatabaseConfiguration(url: test.url, poolLimit: 1))
    try await database.withConnection { try await HotStatements($0).look(isAnalysed: isAnalysed) }
    await database.close()
  }

  private static let filling = """
    alter table pressrun.jobs set (autovacuum_enabled = off);
    insert into pressrun.jobs
      (kind, queue, tenant, state, run_at, max_attempts, destination, finished_at, claimed_at, lease_expires_at, claim_xid)
    select 'note', 'default', 'default',
      (case when n % 10 < 6 then 'completed' when n % 10 = 6 then 'scheduled' when n % 100 = 7 then 'discarded'
        when n % 1000 = 8 then 'running' else 'available' end)::pressrun.job_state,
      case when n % 10 = 6 then now() + interval '1 day' else now() end,
      3, 'none', now(), now(), now() + interval '1 hour', pg_current_xact_id()
    from generate_series(1, \(rows)) n;
    insert into pressrun.jobs (kind, queue, tenant, state, run_at, max_attempts, destination)
    select 'note', 'many', 't' || n % 1000, 'available', now(), 3, 'none' from generate_series(1, 5000) n;
    insert into pressrun.policies (tenant, sharing, allowed, denied) values ('many', true, '{*}', '{}');
    insert into pressrun.jobs (kind, queue, tenant, state, run_at, max_attempts, destination)
    select 'deliver.folder', 'deliveries.folder', 'many', 'available', now(), 20, 'folder' from generate_series(1, 100000) n;
    insert into pressrun.deliveries
      (id, job_id, kind, tenant, destination, queue, chosen, options, sha256, bytes, media_type, completed_at)
    select id, id - 50000, 'note', 'many', 'folder', 'deliveries.folder', true, '{}', repeat('0', 64), 1, 'application/pdf', now()
    from pressrun.jobs where kind = 'deliver.folder';
    insert into pressrun.payloads select id, '{}' from pressrun.jobs;
    insert into pressrun.attempts (job_id, lease, attempt, kind, ready_at, started_at, finished_at, outcome)
    select id, 1, 1, 'note', now(), now(), now(), 'completed' from pressrun.jobs where state = 'completed';
    insert into pressrun.template_versions (kind, sha256, bytes, files, first_host)
    select 'note', lpad(to_hex(n), 64, '0'), 1, 1, 'h' from generate_series(1, 1000) n;
    insert into pressrun.template_pins (kind, tenant, version)
    select 'note', 'pinned ' || n, 1 + n % 1000 from generate_series(1, 100000) n;
    select pressrun.reopen_lanes();
    """
}

/// Calls each hot function in one session and checks the plans of its statements.
private struct HotStatements {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  @discardableResult
  private func run(_ statement: Statement, _ parameters: [Parameter] = []) async throws -> Rows {
    _ = await connection.takeNotices()
    return try await connection.query(statement, parameters)
  }

  @discardableResult
  func claim(_ queues: [String] = ["default"]) async throws -> Rows {
    try await run("select job_id, lease from pressrun.claim($1, $2, 10, 3600)", [.integer(1), .texts(queues)])
  }

  /// Claims and enqueues under limits, with a thousand lanes.
  /// - Parameter isLooking: whether the tables are filled and the plans are checked.
  func limited(isLooking: Bool = false) async throws {
    try await connection.execute(
      script: """
        insert into pressrun.limits (scope, name, max_running, max_depth, rate, tokens, claim_xid) values
          ('tenant', 'default', 1000000, null, 1000, 1000, pg_current_xact_id()),
          ('queue', 'many', null, 2000000, null, 0, null);
        insert into pressrun.depth_counts (queue) values ('many') on conflict do nothing;
        update pressrun.maintenance_tasks set due_at = '-infinity';
        """)
    try await run("select pressrun.maintain()")
    if isLooking { try await expect(["batches_open"]) }
    // Three jobs, because a connection keeps the last hundred notices.
    try await run("select job_id from pressrun.claim(1, '{default,many}', 3, 3600)")
    if isLooking { try await expect(["jobs_claimed", "jobs_ready_lane", "lanes_round_robin"]) }
    // After a competing claim, running jobs are counted again.
    try await run("select pressrun.lock_tenant_capacity('default', 10, '1:1:'::pg_snapshot)")
    if isLooking { try await expect(["jobs_claimed"]) }
    // First without a count; then with one since which more ids were drawn than the limit allows.
    for change in ["max_depth = null", "last_job_id = -3000000, valid_until = 'infinity'"] {
      try await run(Statement("update pressrun.depth_counts set \(change)"))
      try await run("select pressrun.check_depth('many', 1)")
      if isLooking { try await expect(["jobs_ready_lane", "lanes_round_robin"]) }
    }
    try await connection.execute(script: "delete from pressrun.limits")
  }

  /// Claims and ends deliveries.
  /// - Parameter isLooking: whether the tables are filled and the plans are checked.
  func deliveries(isLooking: Bool = false) async throws {
    // A circuit breaker that is half open, so that running deliveries are counted.
    try await connection.execute(
      script: "insert into pressrun.breakers (queue, state, failures) values ('deliveries.folder', 'half_open', 9)")
    let claim: Statement = "select delivery_id, lease from pressrun.claim_deliveries(1, 9, 3600, null, 9)"
    let probe = try await run(claim)
    if isLooking {
      try await expect([
        "lanes_round_robin", "jobs_claimed", "jobs_ready_lane", "jobs_pkey", "deliveries_pkey", "payloads_pkey",
        "attempts_pkey",
      ])
      #expect(probe.count == 1)
    }
    try await connection.execute(script: "delete from pressrun.breakers")
    let rows = try await run(claim)
    let ids = try rows.map { try $0.decode(0, as: Int64.self) }
    let leases = try rows.map { try $0.decode(1, as: Int64.self) }
    if isLooking { try #require(rows.count == 9) }
    try await run(
      """
      select * from pressrun.complete_deliveries(
        $1::bigint[], $2, array_fill('{}'::jsonb, array[cardinality($1::bigint[])]))
      """,
      [.integers(Array(ids.prefix(3))), .integers(Array(leases.prefix(3)))])
    if isLooking { try await expect(["jobs_pkey", "deliveries_pkey"]) }
    try await run(
      "select * from pressrun.fail_delivery($1, $2, 'c', 'm', false, null, true, true)",
      [.integer(ids.last ?? 0), .integer(leases.last ?? 0)])
    if isLooking { try await expect(["jobs_pkey"]) }
    try await run("select pressrun.refuse_delivery($1, 1, 'r')", [.integer(ids.dropLast().last ?? 0)])
    if isLooking { try await expect(["jobs_pkey"]) }
    // No delivery of the queue is running when the next half-open breaker is read.
    for row in Array(probe) + Array(rows) {
      try await run(
        "select pressrun.release(array[$1::bigint], array[$2::bigint])",
        [.integer(try row.decode(0, as: Int64.self)), .integer(try row.decode(1, as: Int64.self))])
    }
    try await connection.execute(script: "delete from pressrun.breakers")
    guard isLooking, let pending = ids.last else { return }
    try await run("select pressrun.cancel_delivery($1)", [.integer(pending)])
    try await expect(["jobs_pkey", "deliveries_pkey"])
  }

  /// - Parameter isAnalysed: whether the tables were analysed.
  func look(isAnalysed: Bool = false) async throws {
    try await connection.execute(
      script: """
        load 'auto_explain';
        set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
        set auto_explain.log_level = notice; set client_min_messages = notice;
        """)
    try await run("update pressrun.maintenance_tasks set due_at = '-infinity'")
    try await run("select pressrun.promote_due_jobs(1000)")
    try await expect(["jobs_due"])
    let claimed = try await claim()
    try await expect(["jobs_ready_lane", "jobs_pkey", "payloads_pkey", "job_assets_pkey", "template_pins_pkey"])
    try await claim(["default", "other"])
    try await expect(["jobs_ready_lane", "jobs_pkey", "payloads_pkey", "job_assets_pkey"])

    let jobs = try claimed.map { try $0.decode(0, as: Int64.self) }
    let leases = try claimed.map { try $0.decode(1, as: Int64.self) }
    try #require(jobs.count == 10)
    try await run("select * from pressrun.heartbeat(1, $1, $2, 3600)", [.integers(jobs), .integers(leases)])
    try await expect(["jobs_pkey"])
    try await run(
      Statements.complete,
      try CompletionBatch(
        [0, 1].map { index in
          (LeaseRef(job: JobID(rawValue: jobs[index]), lease: leases[index]), QueueFixture.completion)
        }
      ).parameters)
    try await expect(["jobs_pkey"])
    try await run("select * from pressrun.fail($1, $2, 'c', 'm', false)", [.integer(jobs[2]), .integer(leases[2])])
    try await expect(["jobs_pkey"])
    try await run("select pressrun.release($1, $2)", [.integers([jobs[3]]), .integers([leases[3]])])
    try await expect(["jobs_pkey"])
    try await run("select pressrun.snooze($1, $2, 3600)", [.integers([jobs[4]]), .integers([leases[4]])])
    try await expect(["jobs_pkey"])
    try await run(Statements.jobByID, [.integer(jobs[4])])
    try await expect(["jobs_pkey", "artifacts_pkey", "events_completed", "batches_pkey", "attempts_pkey"])
    try await run(Statements.holdsOf, [.integers([jobs[4]])])
    try await expect(["jobs_pkey"])
    try await run("select pressrun.cancel($1)", [.integer(jobs[5])])
    try await expect(["jobs_pkey"])
    try await run("select pressrun.finish_cancelled($1, $2)", [.integers([jobs[5]]), .integers([leases[5]])])
    try await expect(["jobs_pkey"])
    try await run("select pressrun.retry($1)", [.integer(jobs[4])])
    try await expect(["jobs_pkey"])
    try await run("select pressrun.rescue()")
    try await expect(["jobs_claimed"])
    try await run("select * from pressrun.prune(100)")
    try await expect(["jobs_pkey"])
    try await run("select pressrun.reopen_lanes()")
    try await expect(["jobs_ready_lane"])

    for _ in 0..<2 {
      try await run("select * from pressrun.enqueue('note', '{}')")
      try await expect([])
    }
    try await run("select * from pressrun.enqueue_many('note', array['{}', '{}']::json[])")
    try await expect([])
    try await run("select * from pressrun.enqueue('note', '{}', unique_key => 'k')")
    try await run("select * from pressrun.enqueue('note', '{}', unique_key => 'k')")
    try await expect(isAnalysed ? ["jobs_unique"] : [])

    try await limited(isLooking: true)

    try await deliveries(isLooking: true)

    // Monitoring: the counts read unfinished jobs through partial indexes, and never finished jobs.
    try await run("select * from pressrun.queue_depth")
    try await expect(["jobs_ready_lane", "jobs_claimed", "jobs_due"])
    try await run("select * from pressrun.pending('{}', '1 minute')")
    try await expect(["jobs_ready_lane", "jobs_claimed", "jobs_due"])
    try await dashboard()
    guard isAnalysed else { return }
    try await run("select * from pressrun.worker_status")
    try await expect(["jobs_claimed"])
    try await run("select count(*) from pressrun.failures")
    try await expect(["jobs_discarded"])
  }

  /// The queries of the dashboard's overview and lists of jobs.
  private func dashboard() async throws {
    try await run("select * from pressrun.alarms")
    try await expect(["jobs_ready_lane", "jobs_discarded"])
    try await run("select * from pressrun.oldest_undelivered()")
    try await expect(["jobs_ready_lane", "jobs_claimed", "jobs_due"])
    let times = "null::timestamptz, null::timestamptz"
    let filters = [
      ("null", times, "null::text", "jobs_pkey"), ("'{running}'", times, "null::text", "jobs_claimed"),
      ("'{discarded}'", times, "'k'", "jobs_discarded"), ("null", "now(), now()", "'k'", "jobs_pkey"),
    ]
    for (states, times, key, index) in filters {
      let others = "null::text, null::text, null::text[], null::text, null::text, null::text, null::text"
      let filter = "row(\(states)::text[], \(others), \(times), \(key))"
      try await run(Statement("select * from pressrun.search_jobs(\(filter)::pressrun.job_filter)"))
      try await expect([index])
      guard index != "jobs_pkey" else { continue }
      try await run(Statement("select pressrun.count_matching(\(filter)::pressrun.job_filter)"))
      try await expect([index])
    }
    try await run("update pressrun.statistics_position set recorded_to = recorded_to - interval '1 minute'")
    try await run("select pressrun.record_statistics()")
    try await expect(["attempts_finished", "jobs_discarded", "jobs_claimed", "jobs_ready_lane", "jobs_due"])
  }

  /// Checks that the plans of the last statement use these indexes and scan no large table.
  private func expect(_ indexes: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let text = await connection.takeNotices().joined(separator: "\n")
    for index in indexes {
      #expect(text.contains(index), "no use of \(index) in:\n\(text)", sourceLocation: sourceLocation)
    }
    for table in [
      "jobs", "payloads", "attempts", "events", "artifacts", "deliveries", "lanes", "job_assets", "template_pins",
    ] {
      let isWhole = text.contains("Seq Scan on \(table)") || text.contains("Seq Scan on pressrun.\(table)")
      #expect(!isWhole, "\(table) is read whole:\n\(text)", sourceLocation: sourceLocation)
    }
    #expect(!text.contains("JIT:"), sourceLocation: sourceLocation)
  }
}
