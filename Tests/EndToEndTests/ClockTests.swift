import Foundation
import JobQueue
import TestSupport
import Testing

/// A worker whose clock is wrong: only the database's clock counts.
@Suite(.timeLimit(.minutes(2))) struct ClockTests {
  private static let library = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
    .map { "/usr/lib/\($0)/faketime/libfaketime.so.1" }.first { FileManager.default.fileExists(atPath: $0) }

  @Test(.enabled(if: library != nil, "needs libfaketime"), arguments: ["+3600", "-3600"])
  func workerWhoseClockIsWrongByAnHourTakesNoJobFromOthersAndFinishesItsOwn(_ offset: String) async throws {
    try await Site.with { site in
      // Of two jobs that another worker holds, one's lease has run out.
      let other = try await site.queue.register(
        worker: WorkerDescription(host: "other", pid: 1, version: "1", slots: 2, queues: []))
      let held = try await site.enqueue("note", Payloads.note("Held"))
      #expect(try await site.queue.claim(worker: other, limit: 1, lease: .seconds(600)).map(\.ref.job) == [held])
      let lost = try await site.enqueue("note", Payloads.note("Lost"), "--max-attempts=5")
      #expect(try await site.queue.claim(worker: other, limit: 1, lease: .milliseconds(1)).map(\.ref.job) == [lost])

      let worker = try site.start(
        ["work", "--concurrency", "1", "--lease", "1"],
        environment: [
          "LD_PRELOAD": Self.library ?? "", "FAKETIME": offset, "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        ])
      // So it has looked for leases that ran out, and done its own work.
      try await site.until { try await site.queue.job(lost).job.state == .completed }
      let details = try await site.queue.job(held)
      #expect(details.job.state == .running)
      #expect(details.attempts.filter { $0.finishedAt != nil }.isEmpty)
      worker.send(SIGTERM)
      #expect(await worker.result().status == 0)
    }
  }
}
