import FoundationEssentials
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

/// Progress in heartbeats, snoozing, and claims whose answer was lost.
@Suite(.hangLimit) struct ProgressTests {
  @Test func heartbeatRecordsFinishedPages() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      for pages in [3, 3, 7] {
        _ = try await test.queue.heartbeat(
          worker: test.worker, holding: [job.ref], lease: .seconds(3600), pages: [job.ref: pages])
      }
      // A heartbeat without pages changes nothing.
      _ = try await test.queue.heartbeat(worker: test.worker, holding: [job.ref], lease: .seconds(3600))
      #expect(try await test.queue.job(job.ref.job).job.pagesDone == 7)
      let events = try await test.queue.events().filter { $0.type == "pressrun.job.progress" }
      #expect(events.count == 2)
      #expect(events.last?.json.contains("\"pagesDone\": 7") == true)
    }
  }

  @Test func snoozedJobReturnsLaterWithItsAttempts() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      #expect(try await test.queue.snooze([job.ref], for: .seconds(3600), reason: "the printer is off") == 1)
      #expect(try await test.state(job.ref.job) == .scheduled)
      #expect(try await test.claim().isEmpty)
      try await test.makeDue()
      #expect(try await test.claim().map(\.attempt) == [1])
      let attempts = try await test.queue.job(job.ref.job).attempts
      #expect(attempts.map(\.outcome) == [.snoozed, nil] && attempts[0].errorMessage == "the printer is off")
      #expect(try await test.queue.snooze([job.ref], for: .seconds(1)) == 0)
      await #expect(throws: QueueError.self) { try await test.queue.snooze([job.ref], for: .seconds(-1)) }
    }
  }

  @Test func sameTokenReturnsTheSameClaimAgain() async throws {
    try await QueueFixture.withQueue { test async throws in
      for _ in 0..<5 { try await test.enqueue() }
      let token = ClaimToken()
      let first = try await test.queue.claim(worker: test.worker, limit: 2, lease: .seconds(3600), token: token)
      let again = try await test.queue.claim(worker: test.worker, limit: 2, lease: .seconds(3600), token: token)
      #expect(first.map(\.ref) == again.map(\.ref) && first.count == 2)
      #expect(again.map(\.attempt) == [1, 1])
      let next = try await test.claim(2)
      #expect(Set(next.map(\.ref)).isDisjoint(with: first.map(\.ref)) && next.count == 2)
      // The token is of an earlier claim of the worker.
      #expect(
        try await test.queue.claim(worker: test.worker, limit: 2, lease: .seconds(3600), token: token).count == 1)
    }
  }

  @Test func tokenReturnsOnlyJobsThatAreStillHeld() async throws {
    try await QueueFixture.withQueue { test async throws in
      for _ in 0..<2 { try await test.enqueue() }
      let token = ClaimToken()
      let first = try await test.queue.claim(worker: test.worker, limit: 2, lease: .seconds(3600), token: token)
      _ = try await test.queue.complete(first[0].ref, QueueFixture.completion)
      let again = try await test.queue.claim(worker: test.worker, limit: 2, lease: .seconds(3600), token: token)
      #expect(again.map(\.ref) == [first[1].ref])
    }
  }

  @Test func fencedWritesAndRescuesAreCounted() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew(lease: .zero)
      try await test.queue.rescue()
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      _ = try await test.queue.fail(job.ref, QueueFixture.failure)
      try await test.queue.release([job.ref])
      let row = try await test.database.query(
        "select rescued_last_hour, fenced_last_hour from pressrun.queue_health"
      ).single()
      #expect(try row.decode(0, as: Int.self) == 1)
      #expect(try row.decode(1, as: Int.self) == 3)
    }
  }

  @Test func jobsScheduledForLaterAreNotPending() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.enqueue { $0.runAt = Date(timeIntervalSinceNow: 30) }
      try await test.enqueue { $0.runAt = Date(timeIntervalSinceNow: 86_400) }
      let pending = try await test.queue.pending()
      #expect(pending.waiting == 1 && pending.later == 1 && pending.total == 1)
    }
  }

  @Test func progressEventDoesNotEndTheJob() async throws {
    try await QueueFixture.withQueue { test async throws in
      let first = try await test.claimNew().ref
      _ = try await test.queue.fail(first, JobFailure(code: "c", message: "m", isPermanent: true))
      try await test.queue.retry(first.job)
      for lease in 2...3 {
        let ref = try #require(try await test.claim().first).ref
        #expect(ref.lease == Int64(lease))
        _ = try await test.queue.heartbeat(
          worker: test.worker, holding: [ref], lease: .seconds(3600), pages: [ref: lease])
        _ = try await test.queue.fail(ref, JobFailure(code: "c", message: "m", isPermanent: false))
        try await test.makeDue()
      }
      let details = try await test.queue.job(first.job)
      #expect(details.events.contains { $0.type == "pressrun.job.progress" })
      #expect(details.attemptsSinceItsEnd.map(\.lease).sorted() == [2, 3])
    }
  }
}
