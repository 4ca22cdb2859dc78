import Postgres
import TestTraits
import Testing

@testable import JobQueue

/// The enqueue cache of a session, and its invalidation.
@Suite(.hangLimit) struct EnqueueCacheTests {
  private func cacheEntry(_ connection: Connection) async throws -> String? {
    try await connection.query("select current_setting('pressrun.enqueue_cache', true)").single().decode(0)
  }

  private func enqueue(_ connection: Connection, destination: String? = nil) async throws -> Int64 {
    try await connection.query(
      "select job_id from pressrun.enqueue('note', '{}', destination => $1)", [.text(optional: destination)]
    ).single().decode(0)
  }

  /// The SQLSTATE of a refused enqueue; nil if it is accepted.
  private func refusal(_ connection: Connection, destination: String? = nil) async throws -> String? {
    do {
      _ = try await enqueue(connection, destination: destination)
      return nil
    } catch let error as PostgresError {
      return error.sqlState
    }
  }

  @Test func cachedEnqueueInsertsAnIdenticalJob() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.execute(script: "update pressrun.workers set waiting = false")
      try await test.database.withConnection { connection in
        _ = try await enqueue(connection, destination: "print")
        let first = try await cacheEntry(connection)
        _ = try await enqueue(connection, destination: "print")
        #expect(try await cacheEntry(connection) == first && first?.isEmpty == false)
      }
      let distinct = try await test.count(
        """
        select count(distinct (kind, queue, tenant, state, priority, max_attempts, destination))::int from pressrun.jobs
        """)
      #expect(distinct == 1)
      #expect(try await test.claim(5).count == 2)
    }
  }

  @Test func changedPolicyAppliesToTheNextJob() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.execute(script: "update pressrun.workers set waiting = false")
      try await test.database.withConnection { connection in
        #expect(try await refusal(connection, destination: "print") == nil)
        try await test.setPolicy(of: "default", sharing: false)
        #expect(try await refusal(connection, destination: "print") == "PR002")
      }
    }
  }

  @Test func newDepthLimitAppliesToTheNextJob() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.execute(script: "update pressrun.workers set waiting = false")
      try await test.database.withConnection { connection in
        #expect(try await refusal(connection) == nil)
        try await test.queue.setLimits(of: .queue("default"), to: Limits(maxDepth: 1))
        #expect(try await refusal(connection) == "PR010")
      }
    }
  }

  @Test func changedKindAppliesToTheNextJob() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.execute(script: "update pressrun.workers set waiting = false")
      try await test.database.withConnection { connection in
        _ = try await enqueue(connection)
        try await test.queue.register(kinds: [KindSettings(name: "note", maxAttempts: 9)])
        let id = try await enqueue(connection)
        #expect(try await test.count("select max_attempts from pressrun.jobs where id = \(id)") == 9)
      }
    }
  }

  @Test func forgedCacheEntryIsIgnored() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.execute(script: "update pressrun.workers set waiting = false")
      try await test.setPolicy(of: "default", allowed: ["print"])
      try await test.database.withConnection { connection in
        _ = try await enqueue(connection, destination: "print")
        // The signature of an entry is for its destination and queue only.
        for (from, to) in [("print", "email:a@b.example"), ("default", "other")] {
          _ = try await connection.query(
            "select set_config('pressrun.enqueue_cache', replace(current_setting('pressrun.enqueue_cache'), $1, $2), false)",
            [.text(from), .text(to)])
          #expect(try await refusal(connection, destination: "email:a@b.example") == "PR002")
        }
        _ = try await enqueue(connection, destination: "print")
      }
      #expect(try await test.count("select count(distinct (queue, destination))::int from pressrun.jobs") == 1)
    }
  }

  @Test func producersCannotReadTheSecret() async throws {
    try await QueueFixture.withQueue { test async throws in
      for script in [
        "select last_value from pressrun.enqueue_cache_epoch",
        "select pg_sequence_last_value('pressrun.enqueue_cache_epoch')",
        "select pressrun.invalidate_enqueue_cache()", "select nextval('pressrun.enqueue_cache_epoch')",
      ] {
        await #expect(throws: PostgresError.self, "\(script)") {
          try await test.database.execute(script: "begin; set local role pressrun_producer; \(script); rollback")
        }
      }
      // The view pg_sequences shows the value only to logins with rights on the sequence.
      let told = try await test.database.query(
        "select last_value is null from pg_sequences where sequencename = 'enqueue_cache_epoch'"
      ).single().decode(0, as: Bool.self)
      #expect(!told)
    }
  }

  @Test func closedLaneIsReopened() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.withConnection { connection in
        _ = try await enqueue(connection)
        _ = try await test.claim(1)
        // The worker does not wait, because it got as many jobs as requested; so this session caches that the lane is
        // open.
        _ = try await enqueue(connection)
        _ = try await enqueue(connection)
        #expect(try await cacheEntry(connection)?.isEmpty == false)
        #expect(try await test.claim(2).count == 2)
        try await test.closeLanes()
        _ = try await enqueue(connection)
        #expect(try await test.claim(1).count == 1)
      }
    }
  }

  @Test func workerThatBeganToWaitIsNotified() async throws {
    try await QueueFixture.withQueue { test async throws in
      var heard = test.database.notifications(on: ["pressrun_jobs"]).makeAsyncIterator()
      guard case .listening = await heard.next() else {
        Issue.record("not listening")
        return
      }
      // One connection, and so one session.
      let session = Database(DatabaseConfiguration(url: test.url, poolLimit: 1))
      func enqueue() async throws -> String? {
        _ = try await session.query("select pressrun.enqueue('note', '{}')")
        return try await session.query("select current_setting('pressrun.enqueue_cache', true)").single().decode(0)
      }
      _ = try await enqueue()
      _ = await heard.next()
      _ = try await test.claim(1)
      #expect(try await enqueue()?.isEmpty == false)
      #expect(try await test.claim(1).count == 1)
      // Two empty claims: the first one starts waiting, the second one announces it.
      #expect(try await test.claim(1).isEmpty)
      #expect(try await test.claim(1).isEmpty)
      _ = try await enqueue()
      let message = await heard.next()
      #expect(message == .message(channel: "pressrun_jobs", payload: "default"))
      await session.close()
    }
  }

  @Test func rolledBackTransactionCachesNothing() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.withConnection { connection in
        try await test.database.execute(script: "update pressrun.workers set waiting = false")
        try await connection.execute(script: "begin; select pressrun.enqueue('note', '{}'); rollback")
        #expect(try await cacheEntry(connection) ?? "" == "")
        _ = try await enqueue(connection)
        #expect(try await test.claim(2).count == 1)
      }
    }
  }
}
