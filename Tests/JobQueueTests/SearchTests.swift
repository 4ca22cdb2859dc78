import FoundationEssentials
import TestTraits
import Testing

@testable import JobQueue

/// Lists, counts and bulk actions take the same selection.
@Suite(.hangLimit) struct SearchTests {
  @Test func eachCriterionSelectsTheSameJobsForListCountAndAction() async throws {
    try await QueueFixture.withQueue { test async throws in
      let wanted = try await test.enqueue {
        $0.tenant = "t"
        $0.batch = "b"
        $0.uniqueKey = "Invoice-17"
        $0.queue = "q"
      }
      try await test.enqueue { $0.uniqueKey = "other" }
      let selections = [
        JobSelection(tenant: "t"), JobSelection(scope: ["t"]), JobSelection(batch: "b"),
        JobSelection(queue: "q"), JobSelection(uniqueKey: "INVOICE"),
        JobSelection(states: [.available], tenant: "t", enqueuedFrom: .now.addingTimeInterval(-600)),
      ]
      for selection in selections {
        #expect(try await test.queue.search(selection).jobs.map(\.id) == [wanted], "\(selection)")
        #expect(try await test.queue.count(matching: selection) == 1, "\(selection)")
      }
      for selection in [
        JobSelection(tenant: "t", scope: ["other"]), JobSelection(scope: []), JobSelection(batch: "none"),
        JobSelection(enqueuedTo: .now.addingTimeInterval(-600)), JobSelection(destination: "email"),
        JobSelection(errorCode: "x"),
      ] {
        #expect(try await test.queue.search(selection).jobs.isEmpty, "\(selection)")
        #expect(try await test.queue.count(matching: selection) == 0, "\(selection)")
      }
      var cancelled: [JobID] = []
      try await test.queue.cancel(matching: JobSelection(scope: ["t"], uniqueKey: "invoice")) {
        cancelled += $0.map(\.id)
      }
      #expect(cancelled == [wanted])
    }
  }

  @Test func aDestinationIsSelectedWholeOrByItsKind() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.setPolicy(of: "default", allowed: ["*"])
      let job = try await test.enqueue { $0.destination = "folder" }
      try await test.enqueue()
      #expect(try await test.queue.search(JobSelection(destination: "folder")).jobs.map(\.id) == [job])
    }
  }

  @Test func pagesFollowEachOtherWithoutGaps() async throws {
    try await QueueFixture.withQueue { test async throws in
      var ids: [JobID] = []
      for _ in 0..<5 { ids.append(try await test.enqueue()) }
      let first = try await test.queue.search(JobSelection(), limit: 3)
      let second = try await test.queue.search(JobSelection(), before: first.next, limit: 3)
      #expect(first.jobs.map(\.id) + second.jobs.map(\.id) == ids.reversed())
      #expect(second.next == nil)
    }
  }

  @Test func aSearchReadsALimitedNumberOfFinishedJobsAndSaysWhereItStopped() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.execute(
        script: """
          insert into pressrun.jobs
            (kind, queue, tenant, state, run_at, max_attempts, destination, finished_at, unique_key, enqueued_at)
          select 'note', 'default', 'default', (case n when 1 then 'discarded' else 'completed' end)::pressrun.job_state,
            now(), 3, 'none', now(), 'k' || n, now() - make_interval(hours => 30000 - n)
          from generate_series(1, 25000) n
          """)
      let page = try await test.queue.search(JobSelection(uniqueKey: "k5000"))
      #expect(page.jobs.isEmpty)
      let next = try #require(page.next)
      let later = try await test.queue.search(JobSelection(uniqueKey: "k5000"), before: next)
      #expect(later.jobs.isEmpty && later.next.map { $0.rawValue < next.rawValue } == true)
      let last = try await test.queue.search(JobSelection(uniqueKey: "k5000"), before: later.next)
      #expect(last.jobs.map(\.uniqueKey) == ["k5000"] && last.next == nil)
      // Rare states are found through their indexes, and times by binary search.
      let discarded = try await test.queue.search(JobSelection(states: [.discarded]))
      #expect(discarded.jobs.map(\.uniqueKey) == ["k1"] && discarded.next == nil)
      let then = Date.now.addingTimeInterval(-3600 * 29_000)
      let timed = try await test.queue.search(
        JobSelection(enqueuedFrom: then.addingTimeInterval(-1800), enqueuedTo: then.addingTimeInterval(1800)))
      #expect(timed.jobs.map(\.uniqueKey) == ["k1000"] && timed.next == nil)
    }
  }
}
