import FoundationEssentials
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

/// What keeps jobs from being claimed.
@Suite(.hangLimit) struct HoldTests {
  private func holds(_ test: QueueFixture, _ job: JobID) async throws -> [Hold] {
    try await test.queue.holds(of: [job])[job] ?? []
  }

  @Test func pausesAndClosedLimitsOfAJobAreNamed() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.enqueue { $0.tenant = "acme" }
      let other = try await test.enqueue()
      #expect(try await test.queue.holds(of: [job, other]).isEmpty)
      try await test.queue.pause(.tenant("acme"), by: "ana")
      try await test.queue.pause(.tenant("globex"))
      try await test.queue.setLimits(of: .kind("note"), to: Limits(maxRunning: 0))
      let found = try await holds(test, job)
      #expect(found.map(\.reason) == [.closed, .paused])
      #expect(found.map(\.scope) == [.kind("note"), .tenant("acme")])
      #expect(found.map(\.by) == [nil, "ana"])
      #expect(found.last?.since != nil && found.first?.since == nil)
      #expect(try await holds(test, other).map(\.scope) == [.kind("note")])
    }
  }

  /// A queue that is paused again keeps the time and the name of the first pause; after it was resumed, nothing is left.
  @Test func aPauseSaysWhoBeganIt() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.enqueue()
      try await test.queue.pause(.queue("default"))
      let login = try await test.database.query("select session_user::text").single().decode(0, as: String.self)
      #expect(try await holds(test, job).map(\.by) == [login])
      try await test.queue.pause(.queue("default"), by: "bob")
      let record = try #require(try await test.queue.limits().first)
      #expect(record.pausedBy == login && record.hold?.reason == .paused && record.pausedAt != nil)
      try await test.queue.setLimits(of: .queue("default"), to: Limits(maxRunning: 5))
      try await test.queue.resume(.queue("default"))
      let resumed = try #require(try await test.queue.limits().first)
      #expect(resumed.pausedBy == nil && resumed.pausedAt == nil && resumed.hold == nil)
      #expect(try await holds(test, job).isEmpty)
    }
  }

  @Test func openBreakersSayWhenADeliveryIsTriedAgain() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.enqueue()
      try await test.database.execute(
        script: """
          update pressrun.jobs set queue = 'deliveries.email', kind = 'deliver.email' where id = \(job);
          insert into pressrun.breakers (queue, state, opened_at, next_probe_at)
          values ('deliveries.email', 'open', now(), now() + interval '1 hour'), ('deliveries.s3.a', 'open', now(), now());
          """)
      let hold = try #require(try await holds(test, job).first)
      #expect(hold.reason == .unavailable && hold.scope == .queue("deliveries.email"))
      #expect(hold.until.map { $0 > Date() } == true && hold.since != nil)
      try await test.database.execute(
        script: "update pressrun.breakers set state = 'disabled', next_probe_at = null")
      #expect(try await holds(test, job).map(\.reason) == [.disabled])
      try await test.database.execute(script: "update pressrun.breakers set state = 'closed'")
      #expect(try await holds(test, job).isEmpty)
    }
  }

  @Test func jobsThatRunOrHaveEndedWaitForNothing() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.enqueue()
      let claimed = try #require(try await test.claim().first)
      try await test.queue.pause(.queue("default"))
      #expect(try await holds(test, job).isEmpty)
      _ = try await test.queue.complete(claimed.ref, QueueFixture.completion)
      #expect(try await holds(test, job).isEmpty)
    }
  }
}
