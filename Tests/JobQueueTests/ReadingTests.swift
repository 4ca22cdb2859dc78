import FoundationEssentials
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

@Suite(.hangLimit) struct ReadingTests {
  @Test func pendingCountsUnfinishedJobs() async throws {
    try await QueueFixture.withQueue { test async throws in
      _ = try await test.claimNew()
      try await test.enqueue()
      try await test.enqueue { $0.queue = "other" }
      try await test.enqueue { $0.runAt = Date(timeIntervalSinceNow: 86_400) }
      let all = try await test.queue.pending()
      #expect(all.available == 2 && all.running == 1 && all.waiting == 0 && all.later == 1)
      #expect(all.total == 3)
      #expect(try await test.queue.pending(queues: ["other"]).total == 1)
      #expect(try await test.queue.pending(queues: ["nonesuch"]).nextDue == nil)
    }
  }

  @Test func jobsAreFilteredAndPaged() async throws {
    try await QueueFixture.withQueue { test async throws in
      let ids = [try await test.enqueue(), try await test.enqueue { $0.tenant = "acme" }, try await test.enqueue()]
      try await test.queue.cancel(ids[0])
      #expect(try await test.queue.jobs().map(\.id) == ids.reversed())
      #expect(try await test.queue.jobs(JobFilter(states: [.cancelled, .completed])).map(\.id) == [ids[0]])
      #expect(try await test.queue.jobs(JobFilter(tenant: "acme")).map(\.id) == [ids[1]])
      #expect(try await test.queue.jobs(JobFilter(kind: "other")).isEmpty)
      #expect(try await test.queue.jobs(JobFilter(limit: 1)).map(\.id) == [ids[2]])
      #expect(try await test.queue.jobs(JobFilter(limit: 1, before: ids[2])).map(\.id) == [ids[1]])
      #expect(try await test.queue.jobs(JobFilter(ids: [ids[0], ids[2]])).map(\.id) == [ids[2], ids[0]])
      let error = await #expect(throws: QueueError.self) { try await test.queue.job(JobID(rawValue: 4711)) }
      #expect(error?.code == .unknownJob)
    }
  }

  @Test func eventsContinueAfterTheCursor() async throws {
    try await QueueFixture.withQueue { test async throws in
      for _ in 0..<5 { _ = try await test.queue.complete(try await test.claimNew().ref, QueueFixture.completion) }
      let first = try await test.queue.events(limit: 2)
      let rest = try await test.queue.events(after: try #require(first.last).cursor)
      #expect(first.count == 2 && rest.count == 3)
      #expect(Set((first + rest).map(\.id)).count == 5)
    }
  }

  @Test func eventsOfASlowTransactionAreNotMissed() async throws {
    try await QueueFixture.withQueue { test async throws in
      let jobs = [try await test.enqueue(), try await test.enqueue(), try await test.enqueue()]
      try await test.queue.cancel(jobs[0])
      try await test.database.transaction { connection in
        _ = try await connection.query("select pressrun.cancel($1)", [.integer(jobs[1].rawValue)])
        try await test.queue.cancel(jobs[2])
        // The event of the third job must not be returned before that of the second one.
        #expect(try await test.queue.events().map(\.job) == [jobs[0]])
      }
      #expect(try await test.queue.events().map(\.job) == jobs)
    }
  }

  @Test func transactionThatWroteNoEventHoldsNoneBack() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.enqueue()
      try await test.database.transaction { connection in
        _ = try await connection.query("select * from pressrun.enqueue('note', '{}')")
        try await test.queue.cancel(job)
        #expect(try await test.queue.events().map(\.job) == [job])
      }
    }
  }

  @Test func eventsWithLaterNumbersThanTheReadingSawAreHeldBack() async throws {
    try await QueueFixture.withQueue { test async throws in
      let jobs = [try await test.enqueue(), try await test.enqueue()]
      for job in jobs { try await test.queue.cancel(job) }
      // An event that is committed between the two statements of the function looks like this: its number was drawn
      // after the function began. An earlier number may belong to a transaction that is still open.
      func setLastNumber(_ difference: Int) async throws {
        _ = try await test.database.query(
          Statement(
            """
            select setval(pg_get_serial_sequence('pressrun.events', 'sequence'), max(e.sequence) - \(difference))
            from pressrun.events e
            """))
      }
      try await setLastNumber(1)
      #expect(try await test.queue.events().map(\.job) == [jobs[0]])
      try await setLastNumber(0)
      #expect(try await test.queue.events().map(\.job) == jobs)
    }
  }

  @Test func viewsSummarizeTheQueue() async throws {
    try await QueueFixture.withQueue { test async throws in
      _ = try await test.queue.complete(
        try await test.claimNew { $0.destination = "email:pm@fund.example" }.ref, QueueFixture.completion)
      _ = try await test.queue.fail(try await test.claimNew { $0.tenant = "acme" }.ref, QueueFixture.failure)
      try await test.enqueue()
      let status = try await test.queue.status()
      #expect(
        Set(status.counts) == [
          JobCount(kind: "note", tenant: "default", state: .completed, jobs: 1),
          JobCount(kind: "deliver.email", tenant: "default", state: .available, jobs: 1),
          JobCount(kind: "note", tenant: "default", state: .available, jobs: 1),
          JobCount(kind: "note", tenant: "acme", state: .retryable, jobs: 1),
        ])
      let depth = try #require(status.queues.first { $0.queue == "default" })
      #expect(depth.available == 1 && depth.waiting == 1 && (depth.oldestSeconds ?? -1) >= 0)
      let performance = try await test.database.query(
        """
        select completed, failed, queued_p50_seconds >= 0 and running_p95_seconds >= 0 as is_timed
        from pressrun.kind_performance where span = '1 hour'
        """
      ).single()
      #expect(try performance.decode("completed", as: Int.self) == 1)
      #expect(try performance.decode("failed", as: Int.self) == 1)
      #expect(try performance.decode("is_timed", as: Bool.self))
      let failure = try await test.database.query("select tenant, error_message from pressrun.failures").single()
      #expect(try failure.decode(0, as: String.self) == "acme")
      #expect(try failure.decode(1, as: String.self) == "it went boom")
    }
  }

  @Test func kindPerformanceReadsOnlyAttemptsOfItsSpan() async throws {
    try await QueueFixture.withQueue { test async throws in
      let plan = try await test.database.transaction { connection in
        _ = try await connection.query("set local enable_seqscan = off")
        return try await connection.query("explain select * from pressrun.kind_performance where span = '5 minutes'")
          .map { try $0.decode(0, as: String.self) }
      }
      #expect(plan.contains { $0.contains("attempts_finished") })
    }
  }

  @Test func destinationCountsIdentifyNoPersonDocumentOrTenant() async throws {
    try await QueueFixture.withQueue { test async throws in
      for address in ["a@x.example", "b@y.example"] {
        _ = try await test.queue.complete(
          try await test.claimNew { $0.destination = "email:\(address)" }.ref, QueueFixture.completion)
      }
      let rows = try await test.database.query("select * from pressrun.destination_counts")
      #expect(
        rows.columns == ["day", "destination_kind", "documents", "by_default", "delivered", "failed", "refused"])
      #expect(try rows.single().decode("destination_kind", as: String.self) == "email")
      #expect(try rows.single().decode("documents", as: Int.self) == 2)
    }
  }
}
