import JobQueue
import Postgres

/// Enqueuing in bulk compared with COPY, and one job at a time compared with INSERT.
///
/// COPY and INSERT write to tables with the same columns and indexes as the queue's, and to tables without indexes.
struct EnqueueBenchmark: Sendable {
  let server: BenchmarkServer
  let jobs: Int
  let singles: Int

  /// 200 bytes long.
  private static let payload = Array(#"{"note": "\#(String(repeating: "x", count: 187))"}"#.utf8)

  func bulk() -> Comparison {
    Comparison(
      "enqueue in bulk", unit: "jobs/s",
      [
        Competitor("pressrun") {
          try await server.withQueue { queue, _ in
            let many = Array(repeating: NewJob(kind: "empty", payload: Self.payload), count: jobs)
            return Double(jobs) / (try await timed { _ = try await queue.enqueue(many: many) })
          }
        },
        Competitor("COPY") { try await withTables { try await copy($0) } },
        Competitor("COPY, no index") { try await withTables(indexed: false) { try await copy($0) } },
      ],
      goals: [Comparison.Goal(against: "COPY", ratio: 0.8), Comparison.Goal(against: "COPY, no index", ratio: nil)])
  }

  func single() -> Comparison {
    Comparison(
      "enqueue one by one", unit: "jobs/s",
      [
        Competitor("pressrun") {
          try await server.withQueue(connections: 1) { queue, _ in
            let job = NewJob(kind: "empty", payload: Self.payload)
            return Double(singles) / (try await timed { for _ in 0..<singles { _ = try await queue.enqueue(job) } })
          }
        },
        Competitor("INSERT") { try await withTables { try await insert($0) } },
        Competitor("INSERT, no index") { try await withTables(indexed: false) { try await insert($0) } },
      ],
      goals: [Comparison.Goal(against: "INSERT", ratio: 0.7), Comparison.Goal(against: "INSERT, no index", ratio: nil)])
  }

  private func withTables(
    indexed: Bool = true, _ body: @Sendable (Database) async throws -> Double
  ) async throws -> Double {
    try await server.withQueue { queue, _ in
      let indexes = indexed ? "" : " excluding indexes"
      try await queue.database.execute(
        script: """
          create table plain_jobs (like pressrun.jobs including all\(indexes));
          alter table plain_jobs alter id drop identity;
          create table plain_payloads (like pressrun.payloads including all\(indexes));
          create sequence plain_ids;
          """)
      return try await body(queue.database)
    }
  }

  /// The time includes formatting the rows as text, as it does for enqueue.
  private func copy(_ database: Database) async throws -> Double {
    Double(jobs)
      / (try await timed {
        var rows = CopyText()
        var payloads = CopyText()
        for id in 1...Int64(jobs) {
          rows.append(id)
          for column in ["empty", "default", "default", "available", "now", "5", "none"] { rows.append(column) }
          rows.endRow()
          payloads.append(id)
          payloads.append(Self.payload)
          payloads.endRow()
        }
        let (jobChunk, payloadChunk) = (rows.take(), payloads.take())
        try await database.transaction { connection in
          try await connection.copy(
            "copy plain_jobs (id, kind, queue, tenant, state, run_at, max_attempts, destination) from stdin", [jobChunk]
          )
          try await connection.copy("copy plain_payloads from stdin", [payloadChunk])
        }
      })
  }

  private func insert(_ database: Database) async throws -> Double {
    let sql: Statement = """
      with job as (
        insert into plain_jobs (id, kind, queue, tenant, state, run_at, max_attempts, destination)
        values (nextval('plain_ids'), $1, 'default', 'default', 'available', now(), 5, 'none') returning id
      )
      insert into plain_payloads select id, $2 from job returning job_id
      """
    return Double(singles)
      / (try await timed {
        for _ in 0..<singles { _ = try await database.query(sql, [.text("empty"), .utf8(Self.payload)]) }
      })
  }
}
