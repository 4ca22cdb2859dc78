import Postgres
import TestSupport
import Testing

@testable import JobQueue

/// The plans that the hot functions really run with, as auto_explain reports them from within.
@Suite struct PlanTests {
  @Test(arguments: [true, false]) func hotStatementsReachTheirRowsThroughIndexes(isAnalysed: Bool) async throws {
    try await QueueFixture.withQueue { test async throws in
      // The session makes its plans while the tables are empty, and keeps them.
      try await test.database.withConnection { connection in
        func run(_ statement: Statement, _ parameters: [Parameter]) async throws -> Rows {
          try await connection.query(statement, parameters)
        }
        for _ in 0..<7 {
          _ = try await run("select * from pressrun.claim($1, $2, 10, 60)", [.integer(1), .texts(["default"])])
        }
        try await connection.execute(
          script: """
            insert into pressrun.jobs 
              (kind, queue, tenant, state, run_at, max_attempts, destination, finished_at, claimed_at, lease_expires_at,
                claim_xid)
            select 'note', 'default', 'default',
              (case when n % 10 < 6 then 'completed' when n % 10 = 6 then 'scheduled' when n % 100 = 7 then 'discarded'
                when n % 1000 = 8 then 'running' else 'available' end)::pressrun.job_state,
              case when n % 10 = 6 then now() + interval '1 day' else now() end,
              3, 'none', now(), now(), now() + interval '1 hour', pg_current_xact_id()
            from generate_series(1, 100000) n;
            insert into pressrun.payloads select id, '{}' from pressrun.jobs;
            insert into pressrun.attempts (job_id, lease, attempt, kind, ready_at, started_at, finished_at, outcome)
            select id, 1, 1, 'note', now(), now(), now(), 'completed' from pressrun.jobs where state = 'completed';
            select pressrun.reopen_lanes();
            """)
        if isAnalysed {
          try await connection.execute(
            script: "analyze pressrun.jobs; analyze pressrun.payloads; analyze pressrun.attempts")
        }
        try await connection.execute(
          script: """
            load 'auto_explain';
            set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
            set auto_explain.log_level = notice; set client_min_messages = notice;
            """)
        _ = await connection.takeNotices()
        // However slow this machine is just now, the next claim looks for what is due.
        _ = try await run("update pressrun.marks set due_at = '-infinity' where name = 'promote'", [])
        _ = await connection.takeNotices()

        let claimed = try await run(
          "select job_id, lease from pressrun.claim($1, $2, 10, 60)", [.integer(1), .texts(["default"])])
        try expect(await connection.takeNotices(), uses: ["jobs_ready_lane", "jobs_due", "jobs_pkey", "payloads_pkey"])
        _ = try await run("select * from pressrun.claim($1, $2, 10, 60)", [.integer(1), .texts(["default", "other"])])
        try expect(await connection.takeNotices(), uses: ["jobs_ready_lane", "jobs_pkey", "payloads_pkey"])

        let jobs = try claimed.map { try $0.decode(0, as: Int64.self) }
        let leases = try claimed.map { try $0.decode(1, as: Int64.self) }
        _ = try await run("select * from pressrun.heartbeat(1, $1, $2, 60)", [.integers(jobs), .integers(leases)])
        try expect(await connection.takeNotices(), uses: ["jobs_pkey"])

        let record = """
          [{"job": \(jobs[0]), "lease": 1, "sha256": "\(String(repeating: "0", count: 64))", "bytes": 1,
            "mediaType": "application/pdf", "pageSizes": [[1, 1]], "warnings": [], "timings": {}}]
          """
        _ = try await run("select * from pressrun.complete($1)", [.text(record)])
        try expect(await connection.takeNotices(), uses: ["jobs_pkey"])
        _ = try await run("select * from pressrun.fail($1, 1, 'c', 'm', false)", [.integer(jobs[1])])
        try expect(await connection.takeNotices(), uses: ["jobs_pkey"])
        _ = try await run("select pressrun.release($1, $2)", [.integers([jobs[2]]), .integers([1])])
        try expect(await connection.takeNotices(), uses: ["jobs_pkey"])
        _ = try await run("select pressrun.rescue()", [])
        try expect(await connection.takeNotices(), uses: ["jobs_claimed"])
        _ = try await run("select * from pressrun.enqueue('note', '{}', unique_key => 'k')", [])
        _ = await connection.takeNotices()
        _ = try await run("select * from pressrun.enqueue('note', '{}', unique_key => 'k')", [])
        if isAnalysed { try expect(await connection.takeNotices(), uses: ["jobs_unique"]) }
      }
    }
  }

  private func expect(_ plans: [String], uses indexes: [String], sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let text = plans.joined(separator: "\n")
    for index in indexes {
      #expect(text.contains(index), "no use of \(index) in:\n\(text)", sourceLocation: sourceLocation)
    }
    for table in ["jobs", "payloads", "attempts", "events", "artifacts", "outbox"] {
      #expect(
        !text.contains("Seq Scan on \(table)"), "\(table) is read whole:\n\(text)", sourceLocation: sourceLocation)
      #expect(
        !text.contains("Seq Scan on pressrun.\(table)"), "\(table) is read whole:\n\(text)",
        sourceLocation: sourceLocation)
    }
    #expect(!text.contains("JIT:"), sourceLocation: sourceLocation)
  }
}
