import FoundationEssentials
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

@Suite(.hangLimit) struct LeaseTests {
  @Test func staleLeaseChangesNothingAndIsReported() async throws {
    try await QueueFixture.withQueue { test async throws in
      let old = try await test.claimNew(lease: .zero)
      #expect(try await test.queue.rescue() == 1)
      try await test.makeDue()
      let new = try #require(try await test.claim().first)
      #expect(try await test.queue.complete(old.ref, QueueFixture.completion) == .stale)
      #expect(try await test.queue.fail(old.ref, QueueFixture.failure) == .stale)
      #expect(try await test.queue.release([old.ref]) == 0)
      #expect(try await test.queue.cancelled([old.ref]) == 0)
      let reply = try await test.queue.heartbeat(
        worker: test.worker, holding: [old.ref, new.ref], lease: .seconds(3600))
      #expect(reply.held == [new.ref] && reply.lost == [old.ref] && reply.cancelled.isEmpty)
      #expect(try await test.state(new.ref.job) == .running)
      #expect(try await test.count("select count(*) from pressrun.events") == 0)
      #expect(try await test.queue.complete(new.ref, QueueFixture.completion) != .stale)
    }
  }

  @Test func heartbeatKeepsTheLeaseFromExpiring() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew(lease: .zero)
      _ = try await test.queue.heartbeat(worker: test.worker, holding: [job.ref], lease: .seconds(3600))
      #expect(try await test.queue.rescue() == 0)
    }
  }

  @Test func heartbeatIsAHeapOnlyUpdate() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      let ctid = "select count(*) from pressrun.jobs where ctid::text like '(0,%'"
      let before = try await test.count("select pg_relation_size('pressrun.jobs_claimed')")
      for _ in 0..<50 {
        _ = try await test.queue.heartbeat(worker: test.worker, holding: [job.ref], lease: .seconds(3600))
      }
      #expect(try await test.count(ctid) == 1)
      #expect(try await test.count("select pg_relation_size('pressrun.jobs_claimed')") == before)
    }
  }

  @Test func expiredLeaseIsAFailedAttempt() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew(lease: .zero)
      #expect(try await test.queue.rescue() == 1)
      let details = try await test.queue.job(job.ref.job)
      #expect(details.job.state == .retryable)
      #expect(details.job.lastErrorCode == "lease_expired")
      #expect(details.attempts.map(\.outcome) == [.expired])
    }
  }

  @Test func jobWhoseLastLeaseExpiresIsDiscarded() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew(lease: .zero) { $0.maxAttempts = 1 }
      try await test.queue.rescue()
      #expect(try await test.state(job.ref.job) == .discarded)
    }
  }

  @Test func concurrentRescuesEndEachAttemptOnce() async throws {
    try await QueueFixture.withQueue { test async throws in
      _ = try await test.queue.enqueue(many: (0..<100).map { _ in NewJob(kind: "note", payload: Array("1".utf8)) })
      _ = try await test.claim(100, lease: .zero)
      let rescued = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<5 { group.addTask { try await test.queue.rescue(limit: 1000) } }
        return try await group.reduce(0, +)
      }
      #expect(rescued == 100)
      #expect(try await test.count("select count(*) from pressrun.attempts") == 100)
    }
  }

  @Test func releasedJobKeepsItsAttemptsAndItsPosition() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      try await test.enqueue()
      #expect(try await test.queue.release([job.ref]) == 1)
      let again = try #require(try await test.claim().first)
      #expect(again.ref.job == job.ref.job && again.attempt == 1)
      #expect(try await test.queue.job(job.ref.job).attempts.map(\.outcome) == [.released, nil])
    }
  }

  @Test func leaseIsADurationOnTheDatabaseClock() async throws {
    // Workers send no times, only the duration of the lease.
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew(lease: .seconds(3600))
      let left = try await test.database.query(
        "select extract(epoch from lease_expires_at - clock_timestamp())::float8 from pressrun.jobs where id = $1",
        [.integer(job.ref.job.rawValue)]
      ).single().decode(0, as: Double.self)
      #expect(left > 0 && left <= 3600)
    }
  }
}
