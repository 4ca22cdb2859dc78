import Postgres
import TestTraits
import Testing

@testable import JobQueue

/// Retention times and pruning.
@Suite(.hangLimit) struct RetentionTests {
  /// A completed, a discarded, a cancelled, a running and a ready job, all of them 60 days old.
  private static func fill(_ test: QueueFixture) async throws {
    let completed = try await test.claimNew()
    _ = try await test.queue.complete(completed.ref, QueueFixture.completion)
    let discarded = try await test.claimNew()
    _ = try await test.queue.fail(discarded.ref, JobFailure(code: "c", message: "m", isPermanent: true))
    try await test.queue.cancel(try await test.enqueue())
    _ = try await test.claimNew()
    try await test.enqueue()
    try await test.database.execute(
      script: """
        update pressrun.jobs set enqueued_at = now() - interval '60 days',
          finished_at = case when finished_at is not null then now() - interval '60 days' end
        """)
  }

  private static func prune(_ test: QueueFixture, limit: Int = 500) async throws -> (jobs: Int, steps: Int) {
    var jobs = 0
    var steps = 0
    while true {
      let step = try await test.queue.prune(limit: limit)
      jobs += step.jobs
      steps += 1
      if !step.hasMore { return (jobs, steps) }
    }
  }

  @Test func eachFinalStateHasARetentionTimeAndUnfinishedJobsAreKept() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await Self.fill(test)
      #expect(
        try await test.queue.prunePreview().map(\.jobs) == [1, 1, 0], "cancelled and completed, but not discarded")
      #expect(try await Self.prune(test).jobs == 2)
      #expect(Set(try await test.queue.jobs().map(\.state)) == [.discarded, .running, .available])
      try await test.queue.keep("discarded", for: .seconds(86_400))
      #expect(try await Self.prune(test).jobs == 1)
      for (table, rows) in [("payloads", 2), ("attempts", 0), ("artifacts", 0), ("events", 0), ("jobs", 2)] {
        #expect(try await test.count("select count(*)::int from pressrun.\(table)") == rows, "\(table)")
      }
      #expect(try await test.queue.status().counts.allSatisfy { !$0.state.isFinal })
    }
  }

  /// A key that holds for a period longer than the retention time prevents a second job all the same.
  @Test func aUniqueKeyHoldsForItsPeriodAfterItsJobIsPruned() async throws {
    try await QueueFixture.withQueue { test async throws in
      let new = NewJob(kind: "note", payload: Array("1".utf8), uniqueKey: "k", uniqueFor: .seconds(90 * 86_400))
      let first = try await test.queue.enqueue(new)
      try await test.queue.cancel(first.id)
      try await test.database.execute(
        script:
          "update pressrun.jobs set enqueued_at = now() - interval '60 days', finished_at = now() - interval '60 days'")
      #expect(try await Self.prune(test).jobs == 1)
      #expect(try await test.queue.enqueue(new) == Enqueued(id: first.id, inserted: false))
      try await test.database.execute(script: "update pressrun.unique_keys set expires_at = now()")
      _ = try await Self.prune(test)
      #expect(try await test.count("select count(*)::int from pressrun.unique_keys") == 0)
      #expect(try await test.queue.enqueue(new).inserted)
    }
  }

  @Test func destinationCountsOutliveTheirJobs() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await Self.fill(test)
      let counts: Statement =
        "select destination_kind || ' ' || sum(by_default) from pressrun.destination_counts group by destination_kind"
      for _ in 1...2 {
        // Before and after the deltas are applied.
        #expect(try await test.database.query(counts).map { try $0.decode(0, as: String.self) } == ["none 1"])
        try await test.database.execute(script: "select pressrun.apply_counter_deltas()")
      }
      #expect(try await Self.prune(test).jobs == 2)
      #expect(try await test.database.query(counts).map { try $0.decode(0, as: String.self) } == ["none 1"])
    }
  }

  @Test func stateKeptForEverIsNotPruned() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await Self.fill(test)
      try await test.queue.keep("completed", for: nil)
      try await test.queue.keep("cancelled", for: nil)
      #expect(try await Self.prune(test).jobs == 0)
    }
  }

  @Test func pruningContinuesPastKeptJobs() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.execute(
        script: """
          insert into pressrun.jobs (kind, queue, tenant, state, run_at, max_attempts, destination, enqueued_at, finished_at)
          select 'note', 'default', 'default', case when n <= 600 then 'discarded' else 'completed' end::pressrun.job_state,
            now(), 1, 'none', now() - interval '60 days', now() - interval '60 days'
          from generate_series(1, 601) n order by n
          """)
      let first = try await test.queue.pruneDue()
      #expect(first == (0, true))
      let second = try await test.queue.pruneDue()
      #expect(second == (1, false))
      let third = try await test.queue.pruneDue()
      #expect(third == (0, false), "none is due for a while")
    }
  }

  @Test func everyPruneStepRemovesExpiredKeys() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.execute(
        script: """
          insert into pressrun.unique_keys (kind, tenant, unique_key, job_id, expires_at)
          select 'note', 'default', n::text, n, now() + case when n <= 6000 then interval '-1 day' else interval '1 day' end
          from generate_series(1, 6001) n
          """)
      #expect(try await test.queue.pruneDue().hasMore)
      #expect(try await test.count("select count(*)::int from pressrun.unique_keys") == 1001)
      #expect(try await test.queue.pruneDue().hasMore == false)
      #expect(try await test.count("select count(*)::int from pressrun.unique_keys") == 1)
    }
  }

  @Test func pruningRunsInSmallSteps() async throws {
    try await QueueFixture.withQueue { test async throws in
      for _ in 0..<4 { try await Self.fill(test) }
      let (jobs, steps) = try await Self.prune(test, limit: 3)
      #expect(jobs == 8)
      #expect(steps >= 6)
    }
  }

  @Test func jobIsKeptWhileADeliveryIsUnfinishedOrYoung() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew { $0.destination = "print" }
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      try await test.queue.keep("completed", for: .zero)
      #expect(try await Self.prune(test).jobs == 0)
      try await test.database.execute(
        script: """
          update pressrun.jobs set state = 'discarded', finished_at = now() - interval '89 days' where kind = 'deliver.print'
          """)
      #expect(try await Self.prune(test).jobs == 0, "a failed delivery can be retried for 90 days")
      #expect(try await test.queue.unreferenced([String(repeating: "ab", count: 32)]).isEmpty)
      try await test.database.execute(
        script: "update pressrun.jobs set finished_at = now() - interval '91 days' where kind = 'deliver.print'")
      #expect(try await Self.prune(test).jobs == 2, "the job and its delivery")
      for table in ["jobs", "deliveries", "attempts", "artifacts", "events", "payloads"] {
        #expect(try await test.count("select count(*)::int from pressrun.\(table)") == 0, "\(table)")
      }
    }
  }

  @Test func refusedDeliveryIsRemovedWithItsJob() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew { $0.destination = "print" }
      try await test.setPolicy(of: "default", sharing: false)
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      #expect(try await test.count("select count(*)::int from pressrun.deliveries where refusal is not null") == 1)
      try await test.queue.keep("completed", for: .zero)
      #expect(try await Self.prune(test).jobs == 1)
      for table in ["deliveries", "events"] {
        #expect(try await test.count("select count(*)::int from pressrun.\(table)") == 0, "\(table)")
      }
    }
  }

  @Test func claimsDoNotWaitForPruning() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await Self.fill(test)
      let claimed = try await test.database.transaction { connection in
        _ = try await connection.query("select * from pressrun.prune(500)")
        return try await test.claim(1)
      }
      #expect(claimed.count == 1)
    }
  }

  @Test func artifactsOfJobsAndDocumentsAreReferenced() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      let base = String(repeating: "01", count: 32)
      let nobodys = String(repeating: "02", count: 32)
      _ = try await test.database.query("select pressrun.register_document('d', $1, 1)", [.text(base)])
      let found = try await test.queue.unreferenced([String(repeating: "ab", count: 32), base, nobodys])
      #expect(found == [nobodys])
    }
  }
}
