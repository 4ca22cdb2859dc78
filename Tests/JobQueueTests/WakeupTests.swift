import Postgres
import TestTraits
import Testing

@testable import JobQueue

/// Notifications are sent only if a worker waits, because PostgreSQL commits transactions that notify one at a time.
@Suite(.hangLimit) struct WakeupTests {
  private func isWaiting(_ test: QueueFixture) async throws -> Bool {
    try await test.count("select count(*)::int from pressrun.workers where waiting") == 1
  }

  @Test func workerThatClaimedFewerThanRequestedWaits() async throws {
    try await QueueFixture.withQueue { test async throws in
      for _ in 0..<3 { try await test.enqueue() }
      #expect(try await test.claim(2).count == 2)
      #expect(try await !isWaiting(test))
      #expect(try await test.claim(2).count == 1)
      #expect(try await isWaiting(test))
    }
  }

  @Test func workerThatClaimedNothingWaits() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.enqueue()
      _ = try await test.claim(1)
      #expect(try await !isWaiting(test))
      #expect(try await test.claim(1).isEmpty)
      #expect(try await isWaiting(test))
    }
  }

  @Test func enqueueNotifiesOnlyWorkersThatWaitForItsQueue() async throws {
    try await QueueFixture.withQueue { test async throws in
      var heard = test.database.notifications(on: ["pressrun_jobs"]).makeAsyncIterator()
      guard case .listening = await heard.next() else {
        Issue.record("not listening")
        return
      }
      try await test.database.execute(script: "update pressrun.workers set waiting = false")
      try await test.enqueue()
      try await test.database.execute(script: "update pressrun.workers set waiting = true, queues = '{b}'")
      try await test.enqueue { $0.queue = "a" }
      try await test.enqueue { $0.queue = "b" }
      guard case .message(_, let payload) = await heard.next() else {
        Issue.record("no message")
        return
      }
      #expect(payload == "b")
    }
  }
}
