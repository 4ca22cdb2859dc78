import FoundationEssentials
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

@Suite(.hangLimit) struct LimitTests {
  private func fill(_ test: QueueFixture, _ count: Int, _ change: (inout NewJob) -> Void = { _ in }) async throws {
    var job = NewJob(kind: "note", payload: Array("1".utf8))
    change(&job)
    _ = try await test.queue.enqueue(many: Array(repeating: job, count: count))
  }

  /// Each read the limits before the others had written theirs.
  @Test func concurrentChangesOfDifferentLimitsAreAllMade() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: .queue("default"), to: Limits(rate: 5))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await test.queue.changeLimits(of: .queue("default")) { $0.maxRunning = 2 } }
        group.addTask { try await test.queue.changeLimits(of: .queue("default")) { $0.maxDepth = 3 } }
        group.addTask { try await test.queue.changeLimits(of: .queue("default")) { $0.burst = 4 } }
        try await group.waitForAll()
      }
      let limits = try await test.queue.limits().first?.limits
      #expect(limits == Limits(maxRunning: 2, maxDepth: 3, rate: 5, burst: 4))
    }
  }

  @Test(arguments: [LimitScope.queue("default"), .tenant("default"), .kind("note")])
  func runningJobsDoNotExceedTheLimit(scope: LimitScope) async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: scope, to: Limits(maxRunning: 2))
      try await fill(test, 5)
      let jobs = try await test.claim(5)
      #expect(jobs.count == 2)
      #expect(try await test.claim(5).isEmpty)
      _ = try await test.queue.complete(jobs[0].ref, QueueFixture.completion)
      #expect(try await test.claim(5).count == 1)
      try await test.queue.setLimits(of: scope, to: Limits())
      #expect(try await test.claim(5).count == 2)
      #expect(try await test.queue.limits().isEmpty)
    }
  }

  @Test func unfinishedJobsAreCountedByWhatKeepsThemFromBeingClaimed() async throws {
    try await QueueFixture.withQueue { test async throws in
      #expect(try await test.queue.unfinished().isEmpty)
      try await fill(test, 3)
      #expect(try await test.claim(1).count == 1)
      try await fill(test, 2) { $0.tenant = "paused" }
      try await fill(test, 1) { $0.tenant = "closed" }
      try await fill(test, 1) {
        $0.tenant = "later"
        $0.runAt = .now + 3600
      }
      try await test.queue.pause(.tenant("paused"))
      try await test.queue.setLimits(of: .tenant("closed"), to: Limits(maxRunning: 0))
      var counts: [String: Int] = [:]
      for part in try await test.queue.unfinished() {
        counts[part.obstacle?.description ?? "none", default: 0] += part.count
      }
      // Those that run and those that can be claimed have no obstacle.
      #expect(counts == [#"the tenant "closed" is closed"#: 1, #"the tenant "paused" is paused"#: 2, "none": 3])
      #expect(try await test.queue.unfinished(queues: ["other"]).isEmpty)
    }
  }

  @Test func concurrentClaimsDoNotExceedALimit() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: .tenant("a"), to: Limits(maxRunning: 3))
      try await fill(test, 40) { $0.tenant = "a" }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          group.addTask {
            for _ in 0..<5 {
              let jobs = try await test.claim(4)
              let running = try await test.count("select count(*) from pressrun.jobs where state = 'running'")
              #expect(running <= 3)
              for job in jobs { _ = try await test.queue.complete(job.ref, QueueFixture.completion) }
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func shareOfATenantAtItsLimitGoesToOthers() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: .tenant("a"), to: Limits(maxRunning: 1))
      try await fill(test, 10) { $0.tenant = "a" }
      try await fill(test, 10) { $0.tenant = "b" }
      let jobs = try await test.claim(6)
      #expect(jobs.filter { $0.tenant == "a" }.count == 1 && jobs.count == 6)
    }
  }

  @Test func limitedTenantThatAnotherClaimServesIsSkipped() async throws {
    try await QueueFixture.withQueue { test async throws in
      for tenant in ["a", "b", "c"] {
        try await test.queue.setLimits(of: .tenant(tenant), to: Limits(maxRunning: 5))
        try await fill(test, 2) { $0.tenant = tenant }
      }
      // Opens the lanes.
      #expect(Set(try await test.claim(3).map(\.tenant)) == ["a", "b", "c"])
      let colleague = try await test.queue.register(
        worker: WorkerDescription(host: "h", pid: 2, version: "v", slots: 1, queues: []))
      try await test.database.transaction { other in
        // A claim of one job serves one tenant and locks only its limit.
        let served = try await other.query(
          "select tenant from pressrun.claim($1, null, 1, 3600)", [.integer(colleague.rawValue)]
        ).single().decode(0, as: String.self)
        let others = try await test.claim(5).map(\.tenant)
        #expect(Set(others + [served]) == ["a", "b", "c"] && others.count == 2)
      }
    }
  }

  @Test func claimWaitsForTheCompetingClaimInsteadOfReturningEmpty() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: .tenant("default"), to: Limits(maxRunning: 3))
      try await fill(test, 4)
      // Opens the lane.
      _ = try await test.claim()
      let colleague = try await test.queue.register(
        worker: WorkerDescription(host: "h", pid: 2, version: "v", slots: 1, queues: []))
      let second = try await test.database.transaction { first in
        _ = try await first.query(
          "select job_id from pressrun.claim($1, null, 1, 3600)", [.integer(colleague.rawValue)])
        return Task { try await test.claim(5) }
      }
      #expect(try await second.value.count == 1)
      #expect(try await test.count("select count(*)::int from pressrun.jobs where state = 'running'") == 3)
    }
  }

  @Test func kindAtItsLimitDoesNotBlockOtherKindsOfTheTenant() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.register(kinds: [KindSettings(name: "other")])
      try await test.queue.setLimits(of: .kind("note"), to: Limits(maxRunning: 1))
      try await fill(test, 10)
      try await fill(test, 2) { $0.kind = "other" }
      #expect(try await test.claim(6).map(\.kind) == ["note", "other", "other"])
    }
  }

  @Test func rateOfATenantIsATokenBucket() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: .tenant("default"), to: Limits(rate: 0.01, burst: 3))
      try await fill(test, 10)
      #expect(try await test.claim(10).count == 3)
      #expect(try await test.claim(10).isEmpty)
      // 200 seconds later.
      _ = try await test.database.query("update pressrun.limits set refilled_at = refilled_at - interval '200 seconds'")
      #expect(try await test.claim(10).count == 2)
      _ = try await test.database.query("update pressrun.limits set refilled_at = refilled_at - interval '1 hour'")
      #expect(try await test.claim(10).count == 3)
    }
  }

  @Test(arguments: [LimitScope.queue("default"), .tenant("default"), .kind("note")])
  func pausedScopesAreNotClaimed(scope: LimitScope) async throws {
    try await QueueFixture.withQueue { test async throws in
      try await fill(test, 2)
      let job = try #require(try await test.claim().first)
      try await test.queue.pause(scope)
      #expect(try await test.queue.limits().map(\.isPaused) == [true])
      #expect(try await test.claim().isEmpty)
      #expect(try await test.queue.complete(job.ref, QueueFixture.completion) != .stale)
      try await test.queue.resume(scope)
      #expect(try await test.claim().count == 1)
      #expect(try await test.queue.limits().isEmpty)
    }
  }

  @Test func fullQueueRefusesJobsUntilSomeAreClaimed() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: .queue("default"), to: Limits(maxDepth: 5))
      try await fill(test, 3)
      try await fill(test, 2) { $0.tenant = "other" }
      let error = await #expect(throws: QueueError.self) { try await test.enqueue() }
      #expect(error?.code == .queueFull)
      await #expect(throws: QueueError.self) { try await fill(test, 2) }
      _ = try await test.claim(2)
      try await fill(test, 2)
      await #expect(throws: QueueError.self) { try await test.enqueue() }
      // Other queues are not affected.
      try await test.enqueue { $0.queue = "elsewhere" }
    }
  }

  @Test func theMessageOfAFullQueueCountsItsJobs() async throws {
    try await QueueFixture.withQueue { test async throws in
      for (limit, words) in [(1, "1 job is ready, and its limit is 1"), (2, "2 jobs are ready, and its limit is 2")] {
        try await test.queue.setLimits(of: .queue("default"), to: Limits(maxDepth: limit))
        try await fill(test, 1)
        let error = await #expect(throws: QueueError.self) { try await test.enqueue() }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
      }
    }
  }

  /// Capacity that claims free up is available once the last count has expired.
  @Test func depthCountIsValidForItsLifetime() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: .queue("default"), to: Limits(maxDepth: 5))
      try await fill(test, 5)
      _ = try await test.claim(2)
      _ = try await test.database.query(
        "update pressrun.depth_counts set jobs = 5, last_job_id = 0, valid_until = 'infinity', max_depth = 5")
      let error = await #expect(throws: QueueError.self) { try await test.enqueue() }
      #expect(error?.code == .queueFull)
      _ = try await test.database.query("update pressrun.depth_counts set valid_until = '-infinity'")
      try await fill(test, 2)
      await #expect(throws: QueueError.self) { try await test.enqueue() }
    }
  }

  /// A refused enqueue rolls back the count that it made.
  @Test func maintenanceRefreshesTheCountOfAFullQueue() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: .queue("default"), to: Limits(maxDepth: 5))
      try await fill(test, 5)
      _ = try await test.database.query("update pressrun.depth_counts set last_job_id = -1, valid_until = '-infinity'")
      await #expect(throws: QueueError.self) { try await test.enqueue() }
      #expect(try await test.count("select last_job_id::int from pressrun.depth_counts") == -1)
      _ = try await test.database.query("update pressrun.maintenance_tasks set due_at = now()")
      try await test.queue.maintain()
      #expect(try await test.count("select jobs from pressrun.depth_counts where last_job_id > 0") == 5)
    }
  }

  @Test func depthIncludesTransactionsThatWereInProgressDuringTheCount() async throws {
    try await QueueFixture.withQueue { test async throws in
      let holds =
        "create or replace function pressrun.depth_count_lifetime(max_depth int) returns double precision language sql"
      try await test.database.execute(script: "\(holds) as 'select 1e8'")
      try await test.queue.setLimits(of: .queue("default"), to: Limits(maxDepth: 5))
      let enqueue: Statement = "select job_id from pressrun.enqueue('note', '1')"
      try await test.database.transaction { slow in
        _ = try await slow.query(enqueue)
        // The stored count includes neither the job of `slow` nor this transaction's own three.
        try await test.database.transaction { counting in
          for _ in 0..<3 { _ = try await counting.query(enqueue) }
        }
        _ = try await slow.query(enqueue)
      }
      await #expect(throws: QueueError.self) { try await test.enqueue() }
      #expect(try await test.count("select count(*)::int from pressrun.jobs") == 5)
    }
  }

  @Test func maintenanceCountsPromotedJobs() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: .queue("default"), to: Limits(maxDepth: 1000))
      for _ in 0..<3 { try await test.enqueue { $0.runAt = .now + 3600 } }
      try await test.enqueue()
      try await test.makeDue()
      _ = try await test.claim()
      _ = try await test.database.query(
        "update pressrun.depth_counts set valid_until = now() - interval '11 seconds'")
      _ = try await test.database.query("update pressrun.maintenance_tasks set due_at = now()")
      try await test.queue.maintain()
      #expect(try await test.count("select jobs from pressrun.depth_counts") == 3)
    }
  }

  @Test func maintenanceCountsWhenOtherQueuesHaveUsedUpTheIDs() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: .queue("default"), to: Limits(maxDepth: 100))
      try await fill(test, 3)
      try await fill(test, 150) { $0.queue = "elsewhere" }
      _ = try await test.database.query("update pressrun.depth_counts set valid_until = '-infinity'")
      try await test.queue.maintain()
      #expect(try await test.count("select jobs from pressrun.depth_counts where last_job_id >= 153") == 3)
    }
  }

  @Test func depthIncludesJobsOfALongTransactionBehindTheHead() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.enqueue()
      _ = try await test.claim()
      let depth = "select pressrun.count_ready_jobs('default', '0', 100)"
      try await test.database.transaction { connection in
        _ = try await connection.query("select job_id from pressrun.enqueue('note', '1')")
        for _ in 0..<3 { try await test.enqueue() }
        #expect(try await test.claim(2).count == 2)
        #expect(try await test.count(depth) == 1)
      }
      #expect(try await test.count(depth) == 2)
    }
  }

  @Test func limitAppliesAcrossAllRoundsOfAClaim() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: .tenant("a"), to: Limits(maxRunning: 3))
      for tenant in ["a", "b"] { try await fill(test, 20) { $0.tenant = tenant } }
      for index in 0..<8 {
        try await fill(test, 1) { $0.tenant = "p\(index)" }
        try await test.queue.pause(.tenant("p\(index)"))
      }
      let tenants = try await test.claim(10).map(\.tenant)
      #expect(tenants.count { $0 == "a" } == 3 && tenants.count { $0 == "b" } == 7)
    }
  }

  @Test(arguments: [Double.infinity, .nan, 1e10, 1.5e6, .leastNonzeroMagnitude])
  func rateOutOfRangeIsRefused(rate: Double) async throws {
    try await QueueFixture.withQueue { test async throws in
      let error = await #expect(throws: QueueError.self) {
        try await test.queue.setLimits(of: .tenant("t"), to: Limits(rate: rate))
      }
      #expect(error?.code == .invalidArgument && error?.message.contains("1000000") == true)
      await #expect(throws: QueueError.self) {
        try await test.queue.setLimits(of: .tenant("t"), to: Limits(rate: 1, burst: rate))
      }
      #expect(try await test.queue.limits().isEmpty)
    }
  }

  /// Earlier versions of set_limits accepted any number.
  @Test(arguments: [
    ("'NaN'", "null", "1"), ("1e300", "1e308", "1e300"), ("5e-324", "3", "5"), ("1", "'Infinity'", "'Infinity'"),
    ("'Infinity'", "'NaN'", "'NaN'"),
  ])
  func storedLimitOutOfRangeDoesNotBreakClaims(rate: String, burst: String, tokens: String) async throws {
    try await QueueFixture.withQueue { test async throws in
      try await fill(test, 4)
      try await test.database.execute(
        script: """
          insert into pressrun.limits (scope, name, rate, burst, tokens, refilled_at)
          values ('tenant', 'default', \(rate), \(burst), \(tokens), now() - interval '1 day')
          """)
      #expect(try await test.claim().count == 1)
      #expect(try await test.claim().count == 1)
    }
  }

  @Test func invalidLimitsAreRefused() async throws {
    try await QueueFixture.withQueue { test async throws in
      await #expect(throws: QueueError.self) {
        try await test.queue.setLimits(of: .kind("x"), to: Limits(maxRunning: 1))
      }
      await #expect(throws: QueueError.self) {
        try await test.queue.setLimits(of: .queue("a b"), to: Limits(maxRunning: 1))
      }
      await #expect(throws: QueueError.self) {
        try await test.queue.setLimits(of: .tenant("t"), to: Limits(maxDepth: 1))
      }
      await #expect(throws: QueueError.self) { try await test.queue.setLimits(of: .kind("note"), to: Limits(rate: 1)) }
      await #expect(throws: QueueError.self) { try await test.queue.setLimits(of: .tenant("t"), to: Limits(rate: -1)) }
    }
  }
}
