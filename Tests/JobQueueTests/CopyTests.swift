import FoundationEssentials
import Postgres
import TestTraits
import Testing

@testable import JobQueue

/// Bulk enqueue: 300 jobs are copied, a few are enqueued by SQL functions.
@Suite(.hangLimit) struct CopyTests {
  private static func jobs(_ count: Int, _ change: (Int, inout NewJob) -> Void = { _, _ in }) -> [NewJob] {
    (0..<count).map { index in
      var job = NewJob(kind: "note", payload: Array(#"{"n": \#(index), "text": "a\tb\\c"}"#.utf8))
      change(index, &job)
      return job
    }
  }

  @Test func copiedJobsKeepTheirOrderAndPayloads() async throws {
    try await QueueFixture.withQueue { test async throws in
      let jobs = Self.jobs(300)
      let made = try await test.queue.enqueue(many: jobs)
      #expect(made.allSatisfy { $0.inserted })
      let claimed = try await test.claim(300)
      #expect(claimed.map(\.ref.job) == made.map(\.id))
      #expect(claimed.map(\.payload) == jobs.map(\.payload))
      #expect(claimed.allSatisfy { $0.maxAttempts == 3 && $0.queue == "default" })
    }
  }

  @Test func copiedJobsKeepTheirOwnProperties() async throws {
    try await QueueFixture.withQueue { test async throws in
      let later = Date(timeIntervalSinceNow: 3600)
      let made = try await test.queue.enqueue(
        many: Self.jobs(300) { index, job in
          job.tenant = "t\(index % 3)"
          job.priority = index % 2
          if index % 3 == 1 { job.runAt = later }
          if index % 3 == 2 { job.batch = "b" }
        })
      let first = try await test.queue.job(made[1].id).job
      #expect(first.tenant == "t1" && first.priority == 1 && first.state == .scheduled)
      #expect(try await test.queue.batch("b", tenant: "t2").jobs == 100)
      #expect(try await test.claim(300).count == 200)
    }
  }

  @Test func oneRefusedJobRefusesTheWholeBulk() async throws {
    try await QueueFixture.withQueue { test async throws in
      for bad in [#"{"a": }"#, "\u{0}"] {
        await #expect(throws: QueueError.self) {
          try await test.queue.enqueue(many: Self.jobs(300) { if $0 == 299 { $1.payload = Array(bad.utf8) } })
        }
      }
      let error = await #expect(throws: QueueError.self) {
        try await test.queue.enqueue(many: Self.jobs(300) { if $0 == 299 { $1.kind = "nothing" } })
      }
      #expect(error?.code == .unknownKind)
      #expect(try await test.count("select count(*)::int from pressrun.jobs") == 0)
      #expect(try await test.claim(1).isEmpty)
    }
  }

  @Test func bulkEnqueueBeyondTheDepthLimitInsertsNothing() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: .queue("default"), to: Limits(maxDepth: 250))
      let error = await #expect(throws: QueueError.self) { try await test.queue.enqueue(many: Self.jobs(300)) }
      #expect(error?.code == .queueFull)
    }
  }

  @Test func jobsOfManyTenantsCountTogetherAgainstTheDepth() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.setLimits(of: .queue("default"), to: Limits(maxDepth: 300))
      let tooMany = Self.jobs(310) { $1.tenant = "t\($0 % 10)" }
      let error = await #expect(throws: QueueError.self) { try await test.queue.enqueue(many: tooMany) }
      #expect(error?.code == .queueFull)
      #expect(try await test.count("select count(*)::int from pressrun.jobs") == 0)
      // What is for later, or for elsewhere, takes no room.
      _ = try await test.queue.enqueue(
        many: Self.jobs(320) { index, job in
          job.tenant = "t\(index % 10)"
          if index % 32 == 0 { job.runAt = Date(timeIntervalSinceNow: 3600) }
          if index % 32 == 1 { job.queue = "elsewhere" }
        })
      await #expect(throws: QueueError.self) { try await test.queue.enqueue(many: Self.jobs(200)) }
    }
  }

  @Test func bulkEnqueueWorksWithoutRightsOnTheTables() async throws {
    try await QueueFixture.withQueue { test async throws in
      let made = try await test.database.transaction { connection in
        try await connection.execute(script: "set local role pressrun_producer")
        return try await JobQueue.mayCopy(Self.jobs(300), connection)
      }
      #expect(!made)
    }
  }
}
