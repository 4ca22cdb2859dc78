import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

/// Lanes: the order in which tenants are served, and that every job is served.
@Suite(.hangLimit) struct FairnessTests {
  private func fill(_ test: QueueFixture, tenant: String, _ count: Int, priority: Int = 0, queue: String? = nil)
    async throws
  {
    let job = NewJob(
      kind: "note", payload: Array("1".utf8), tenant: tenant, priority: priority, queue: queue)
    _ = try await test.queue.enqueue(many: Array(repeating: job, count: count))
  }

  @Test func backlogOfATenantDelaysAnotherByAFewClaimsOnly() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await fill(test, tenant: "big", 5000)
      try await fill(test, tenant: "small", 10)
      var served = 0
      for _ in 0..<3 { served += try await test.claim(8).filter { $0.tenant == "small" }.count }
      #expect(served == 10)
    }
  }

  @Test func singleClaimsRotateOverTenants() async throws {
    try await QueueFixture.withQueue { test async throws in
      for tenant in ["a", "b", "c"] { try await fill(test, tenant: tenant, 3) }
      var order: [String] = []
      for _ in 0..<9 { order += try await test.claim().map(\.tenant) }
      #expect(order == ["a", "b", "c", "a", "b", "c", "a", "b", "c"])
    }
  }

  @Test func unusedShareOfATenantGoesToOthers() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await fill(test, tenant: "a", 1)
      try await fill(test, tenant: "b", 20)
      #expect(try await test.claim(10).count == 10)
    }
  }

  @Test func sharesOfPausedTenantsAreDividedEqually() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await fill(test, tenant: "a", 100)
      try await fill(test, tenant: "b", 10)
      for index in 0..<8 {
        try await fill(test, tenant: "p\(index)", 1)
        try await test.queue.pause(.tenant("p\(index)"))
      }
      var served = 0
      for _ in 0..<2 {
        let tenants = try await test.claim(10).map(\.tenant)
        #expect(tenants.count == 10)
        served += tenants.count { $0 == "b" }
      }
      #expect(served == 10)
    }
  }

  @Test func roundsContinueUntilEveryTenantIsServed() async throws {
    try await QueueFixture.withQueue { test async throws in
      for (tenant, count) in [("a", 1), ("b", 3), ("c", 6), ("d", 30)] { try await fill(test, tenant: tenant, count) }
      let tenants = try await test.claim(20).map(\.tenant)
      #expect(["a", "b", "c", "d"].map { tenant in tenants.count { $0 == tenant } } == [1, 3, 6, 10])
    }
  }

  @Test func truncatedTurnContinuesInTheNextClaim() async throws {
    try await QueueFixture.withQueue { test async throws in
      for tenant in ["a", "b", "c"] { try await fill(test, tenant: tenant, 30) }
      var tenants: [String] = []
      for _ in 0..<3 { tenants += try await test.claim(10).map(\.tenant) }
      #expect(["a", "b", "c"].map { tenant in tenants.count { $0 == tenant } } == [10, 10, 10])
    }
  }

  @Test func remainderOfLaterRoundsRotates() async throws {
    try await QueueFixture.withQueue { test async throws in
      for (tenant, count) in [("a", 50), ("b", 50), ("c", 1)] { try await fill(test, tenant: tenant, count) }
      var tenants: [String] = []
      for _ in 0..<2 { tenants += try await test.claim(10).map(\.tenant) }
      #expect(abs(tenants.count { $0 == "a" } - tenants.count { $0 == "b" }) <= 1)
    }
  }

  @Test func prioritiesOfATenantShareItsTurn() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await fill(test, tenant: "a", 3)
      try await fill(test, tenant: "a", 3, priority: 9)
      try await fill(test, tenant: "b", 20)
      try await fill(test, tenant: "c", 1)
      try await fill(test, tenant: "d", 1)
      let jobs = try await test.claim(12)
      // Three each in the first round; the remaining four are divided equally.
      #expect(jobs.filter { $0.tenant == "a" }.map(\.priority) == [9, 9, 9, 0, 0])
      #expect(jobs.count { $0.tenant == "b" } == 5)
    }
  }

  @Test func priorityAppliesOnlyWithinATenant() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await fill(test, tenant: "a", 2)
      try await fill(test, tenant: "a", 1, priority: 9)
      try await fill(test, tenant: "b", 2)
      #expect(try await test.claim(2).map(\.priority) == [9, 0])
      #expect(Set(try await test.claim(2).map(\.tenant)) == ["a", "b"])
    }
  }

  @Test func jobsOfSeveralKindsAreClaimedInTheOrderInWhichTheyBecameReady() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.register(kinds: [KindSettings(name: "other")])
      var ids: [JobID] = []
      for index in 0..<6 { ids.append(try await test.enqueue { $0.kind = index % 2 == 0 ? "note" : "other" }) }
      #expect(try await test.claim(3).map(\.ref.job) == Array(ids[0..<3]))
      #expect(try await test.claim(3).map(\.ref.job) == Array(ids[3..<6]))
    }
  }

  @Test func jobOfALongTransactionIsFoundBehindTheHead() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.enqueue()
      _ = try await test.claim()
      let late = try await test.database.transaction { connection in
        let id = try await connection.query("select job_id from pressrun.enqueue('note', '1')").single().decode(
          0, as: Int64.self)
        // Meanwhile the head of the lane moves past this job.
        for _ in 0..<3 { try await test.enqueue() }
        #expect(try await test.claim(10).count == 3)
        #expect(try await test.claim(10).isEmpty)
        return id
      }
      #expect(try await test.claim(10).map(\.ref.job.rawValue) == [late])
    }
  }

  @Test func jobOfATransactionThatSawTheLaneOpenIsFound() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.enqueue()
      _ = try await test.claim()
      let late = try await test.database.transaction { connection in
        let id = try await connection.query("select job_id from pressrun.enqueue('note', '1')").single().decode(
          0, as: Int64.self)
        for _ in 0..<5 {
          _ = try await test.database.query("update pressrun.lanes set served_at = now() - interval '1 hour'")
          #expect(try await test.claim().isEmpty)
          try await test.queue.maintain()
        }
        #expect(try await test.count("select count(*) from pressrun.lanes") == 1)
        return id
      }
      #expect(try await test.claim().map(\.ref.job.rawValue) == [late])
      try await test.closeLanes()
      try await test.enqueue()
      #expect(try await test.claim().count == 1)
    }
  }

  /// Regression: a lane was deleted although a transaction in progress had seen it open, if that transaction's number
  /// was higher than those of all transactions that had ended.
  @Test func laneStaysForATransactionThatBeganAfterClosingStarted() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.enqueue()
      _ = try await test.claim()
      try await test.database.transaction { producer in
        try await test.database.transaction { marking in
          _ = try await marking.query("update pressrun.lanes set served_at = '-infinity'")
          _ = try await marking.query("select * from pressrun.claim(1, null, 1, 3600)")
          _ = try await producer.query("select * from pressrun.enqueue('note', '1')")
        }
        for _ in 0..<6 {
          #expect(try await test.claim().isEmpty)
          try await test.queue.maintain()
        }
      }
      #expect(try await test.claim().count == 1)
    }
  }

  @Test func rolledBackEnqueueLeavesNothing() async throws {
    try await QueueFixture.withQueue { test async throws in
      struct Undo: Error {}
      await #expect(throws: Undo.self) {
        try await test.database.transaction { connection in
          _ = try await connection.query("select * from pressrun.enqueue('note', '1')")
          throw Undo()
        }
      }
      #expect(try await test.claim().isEmpty)
      #expect(try await test.count("select count(*) from pressrun.lane_requests") == 0)
    }
  }

  @Test func claimAndEnqueueInOneTransactionLoseNothing() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.transaction { connection in
        for _ in 0..<3 {
          _ = try await connection.query("select * from pressrun.enqueue('note', '1')")
          let rows = try await connection.query("select * from pressrun.claim(1, null, 10, 3600)")
          #expect(rows.count == 1)
        }
        _ = try await connection.query("select * from pressrun.enqueue('note', '1')")
      }
      #expect(try await test.claim().count == 1)
    }
  }

  @Test func maintenanceFindsRowsWrittenByHand() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.enqueue()
      _ = try await test.claim()
      _ = try await test.database.query(
        """
        insert into pressrun.jobs (kind, queue, tenant, state, run_at, max_attempts, destination, ready_xid)
        select 'note', 'default', 't' || n, 'available', now(), 3, 'none', '3' from generate_series(1, 3) n
        """)
      _ = try await test.database.query(
        "insert into pressrun.payloads select id, '1' from pressrun.jobs on conflict do nothing")
      #expect(try await test.claim(10).isEmpty)
      try await test.maintain()
      #expect(try await test.claim(10).count == 3)
    }
  }

  @Test func concurrentProducersAndClaimsLoseNothing() async throws {
    try await QueueFixture.withQueue { test async throws in
      let claimed = try await withThrowingTaskGroup(of: [JobID].self) { group in
        for producer in 0..<3 {
          group.addTask {
            for index in 0..<60 {
              try await test.enqueue { $0.tenant = "t\((index + producer) % 4)" }
            }
            return []
          }
        }
        for _ in 0..<3 {
          group.addTask {
            var mine: [JobID] = []
            var idle = 0
            while idle < 40 {
              let jobs = try await test.claim(3).map(\.ref.job)
              idle = jobs.isEmpty ? idle + 1 : 0
              mine += jobs
              _ = try await test.database.query(
                """
                update pressrun.lanes set served_at = now() - interval '1 hour'
                where ctid = (select ctid from pressrun.lanes order by random() limit 1 for update skip locked)
                """)
              try await test.queue.maintain()
            }
            return mine
          }
        }
        return try await group.reduce([], +)
      }
      let rest = try await test.claim(1000).map(\.ref.job)
      #expect(claimed.count + rest.count == 180 && Set(claimed + rest).count == 180)
    }
  }
}
