import TestTraits
import Testing

@testable import JobQueue

/// Retrying and cancelling all jobs that match.
@Suite(.hangLimit) struct MatchingTests {
  private static func discard(_ test: QueueFixture, code: String, _ change: (inout NewJob) -> Void = { _ in })
    async throws -> JobID
  {
    let job = try await test.claimNew(change)
    _ = try await test.queue.fail(job.ref, JobFailure(code: code, message: "m", isPermanent: true))
    return job.ref.job
  }

  @Test func discardedJobsOfATenantAndErrorAreRetriedAndKeepTheirHistory() async throws {
    try await QueueFixture.withQueue { test async throws in
      let wanted = try await Self.discard(test, code: "x") { $0.tenant = "t" }
      _ = try await Self.discard(test, code: "y") { $0.tenant = "t" }
      _ = try await Self.discard(test, code: "x") { $0.tenant = "u" }
      var retried: [JobID] = []
      try await test.queue.retry(matching: JobSelection(tenant: "t", errorCode: "x")) { retried += $0.map(\.id) }
      #expect(retried == [wanted])
      let details = try await test.queue.job(wanted)
      #expect(details.job.state == .available && details.attempts.count == 1)
    }
  }

  @Test func jobWhoseUniqueKeyIsTakenIsReportedAsNotRetried() async throws {
    try await QueueFixture.withQueue { test async throws in
      _ = try await Self.discard(test, code: "x") { $0.uniqueKey = "k" }
      try await test.enqueue { $0.uniqueKey = "k" }
      var problems: [String?] = []
      try await test.queue.retry(matching: JobSelection()) { problems += $0.map(\.problem) }
      #expect(problems.count == 1 && problems.first??.contains("unique key") == true)
    }
  }

  @Test func unfinishedJobsOfABatchAreCancelled() async throws {
    try await QueueFixture.withQueue { test async throws in
      let running = try await test.claimNew { $0.batch = "b" }
      let waiting = try await test.enqueue { $0.batch = "b" }
      let other = try await test.enqueue()
      try await test.queue.cancel(matching: JobSelection(batch: "b")) { _ in }
      #expect(try await test.state(waiting) == .cancelled)
      #expect(try await test.state(other) == .available)
      #expect(try await test.queue.job(running.ref.job).job.cancelRequested)
    }
  }
}
