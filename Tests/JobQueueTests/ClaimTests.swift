import FoundationEssentials
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

@Suite(.hangLimit) struct ClaimTests {
  @Test func jobsAreClaimedByPriorityThenAge() async throws {
    try await QueueFixture.withQueue { test async throws in
      let low = try await test.enqueue()
      let high = try await test.enqueue { $0.priority = 5 }
      let newer = try await test.enqueue()
      #expect(try await test.claim(2).map(\.ref.job) == [high, low])
      #expect(try await test.claim(2).map(\.ref.job) == [newer])
      #expect(try await test.claim(2).isEmpty)
    }
  }

  @Test func claimersNeverGetTheSameJob() async throws {
    try await QueueFixture.withQueue { test async throws in
      _ = try await test.queue.enqueue(many: (0..<500).map { _ in NewJob(kind: "note", payload: Array("1".utf8)) })
      let claimed = try await withThrowingTaskGroup(of: [JobID].self) { group in
        for _ in 0..<6 {
          group.addTask {
            var mine: [JobID] = []
            while case let jobs = try await test.claim(7), !jobs.isEmpty { mine += jobs.map(\.ref.job) }
            return mine
          }
        }
        return try await group.reduce([], +)
      }
      #expect(claimed.count == 500 && Set(claimed).count == 500)
    }
  }

  @Test func workerClaimsFromItsQueuesOnly() async throws {
    try await QueueFixture.withQueue { test async throws in
      let first = try await test.enqueue { $0.queue = "a" }
      let urgent = try await test.enqueue {
        $0.queue = "b"
        $0.priority = 1
      }
      let other = try await test.enqueue { $0.queue = "c" }
      #expect(try await test.claim(10, queues: ["a", "b"]).map(\.ref.job) == [urgent, first])
      #expect(try await test.claim(10, queues: ["a"]).isEmpty)
      #expect(try await test.claim(10).map(\.ref.job) == [other])
    }
  }

  @Test func scheduledJobIsClaimedWhenItIsDue() async throws {
    try await QueueFixture.withQueue { test async throws in
      let id = try await test.enqueue { $0.runAt = Date(timeIntervalSinceNow: 3600) }
      #expect(try await test.state(id) == .scheduled)
      #expect(try await test.claim().isEmpty)
      let pending = try await test.queue.pending()
      #expect(pending.later == 1 && pending.waiting == 0 && pending.available == 0)
      let wait = try #require(pending.nextDue).timeIntervalSince(pending.now)
      #expect(wait > 0 && wait <= 3600)
      try await test.makeDue()
      #expect(try await test.claim().map(\.ref.job) == [id])
    }
  }

  @Test func everyClaimIncrementsTheLease() async throws {
    try await QueueFixture.withQueue { test async throws in
      let first = try await test.claimNew()
      try await test.queue.release([first.ref])
      let second = try #require(try await test.claim().first)
      #expect(second.ref.lease > first.ref.lease)
      #expect(second.attempt == 1)
    }
  }

  @Test func enqueueNotifiesListeners() async throws {
    try await QueueFixture.withQueue { test async throws in
      for await wakeup in test.queue.wakeups() {
        if wakeup == .connected {
          try await test.enqueue { $0.queue = "q" }
        } else {
          #expect(wakeup == .jobs(queue: "q"))
          break
        }
      }
    }
  }

  @Test func workersAreListedUntilTheyDeregister() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      _ = try await test.queue.heartbeat(worker: test.worker, holding: [job.ref], lease: .seconds(3600))
      let workers = try await test.queue.status().workers
      #expect(workers.map(\.id) == [test.worker])
      #expect(workers.first?.running == 1)
      try await test.queue.unregister(worker: test.worker)
      #expect(try await test.queue.status().workers.isEmpty)
    }
  }
}
