import ArtifactStore
import Composition
import Foundation
import JobQueue
import Logging
import Rendering
import TestSupport
import TestTraits
import Testing

@testable import Worker

/// A worker with a queue in PostgreSQL and the fake renderer, whose documents behave as their kind says.
@Suite(.hangLimit) struct WorkerTests {
  @Test func drainingEndsWhenEveryJobIsFinal() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(Array(repeating: "echo", count: 20))
      let counts = try await fixture.worker(drains: true).run()
      #expect(counts.completed == 20)
      for id in ids {
        let details = try await fixture.queue.job(id)
        #expect(details.job.state == .completed)
        #expect(details.events.count == 1)
        #expect(details.artifact?.pages == [PagePoints(width: 595, height: 842)])
        let sha256 = try #require(details.artifact?.sha256)
        #expect(try await fixture.store.read(sha256) == Array("{}".utf8))
      }
    }
  }

  @Test func aCrashFailsItsOwnJobOnly() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["echo", "crash", "echo", "exit", "echo"])
      let counts = try await fixture.worker(drains: true).run()
      #expect(counts.completed == 3)
      #expect(counts.discarded == 2)
      let crashed = try await fixture.queue.job(ids[1]).job
      #expect(crashed.state == .discarded)
      #expect(crashed.lastErrorCode == "crashed")
      #expect(crashed.lastError?.contains("the last words") == true)
    }
  }

  @Test func aCrashIsTriedAgainUpToItsAttempts() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["crash"], maxAttempts: 3)
      let counts = try await fixture.worker(drains: true).run()
      #expect(counts.retried == 2)
      #expect(counts.discarded == 1)
      #expect(try await fixture.queue.job(ids[0]).attempts.map(\.errorCode) == ["crashed", "crashed", "crashed"])
    }
  }

  @Test func aDocumentThatEndsItsRenderersIsDiscardedAloneWithTheReason() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["crash", "echo", "echo"], maxAttempts: 50)
      let counts = try await fixture.worker(drains: true, renderersPerDocument: 3).run()
      #expect(counts.completed == 2)
      let details = try await fixture.queue.job(ids[0])
      #expect(details.job.state == .discarded)
      #expect(details.attempts.count == 3)
      #expect(details.job.lastError?.contains("has ended 3 renderers") == true)
    }
  }

  @Test func aDocumentThatTimesOutRepeatedlyIsDiscardedBeforeItsLastAttempt() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["hang-briefly"], maxAttempts: 50)
      _ = try await fixture.worker(drains: true, renderersPerDocument: 2).run()
      let details = try await fixture.queue.job(ids[0])
      #expect(details.job.state == .discarded)
      #expect(details.attempts.map(\.errorCode) == ["timeout", "timeout"])
      #expect(details.job.lastError?.contains("has ended 2 renderers") == true)
    }
  }

  @Test func aDocumentThatIsRetriedMayEndAsManyRenderersAgain() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["crash"], maxAttempts: 50)
      _ = try await fixture.worker(drains: true, renderersPerDocument: 2).run()
      try await fixture.queue.retry(ids[0])
      _ = try await fixture.worker(drains: true, renderersPerDocument: 2).run()
      let details = try await fixture.queue.job(ids[0])
      #expect(details.job.state == .discarded)
      #expect(details.attempts.map(\.errorCode) == Array(repeating: "crashed", count: 4))
      #expect(details.job.lastError?.contains("has ended 2 renderers") == true)
    }
  }

  @Test func aForbiddenCallDiscardsItsOwnJobOnly() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["echo", "socket", "echo"], maxAttempts: 5)
      let counts = try await fixture.worker(drains: true).run()
      #expect(counts.completed == 2)
      let details = try await fixture.queue.job(ids[1])
      #expect(details.job.state == .discarded)
      #expect(details.attempts.map(\.errorCode) == ["forbidden"])
    }
  }

  @Test func aQuietWorkerClaimsNothingUntilItIsResumed() async throws {
    try await withWorkerFixture { fixture in
      let log = TestLog()
      let worker = try fixture.worker(lines: log)
      // Before its first claim: one that is under way may take what comes.
      await worker.quiet()
      let run = Task { try await worker.run() }
      #expect(await log.line(with: "worker started"))
      let ids = try await fixture.enqueue(["echo"])
      // Another worker, which is not quiet, finds it untouched.
      #expect(try await fixture.worker(drains: true).run().completed == 1)
      #expect(try await fixture.queue.job(ids[0]).attempts.count == 1)
      await worker.resume()
      let more = try await fixture.enqueue(["echo"])
      try await fixture.wait(for: more[0], .completed)
      await worker.stop()
      #expect(try await run.value.completed == 1)
    }
  }

  @Test func schedulesRunWhileNoWorkerClaims() async throws {
    try await withWorkerFixture { fixture async throws in
      let worker = try fixture.worker()
      await worker.quiet()
      let run = Task { try await worker.run() }
      try await fixture.queue.register(schedules: [Schedule(name: "yearly", cron: "0 0 1 1 *")], of: "echo")
      _ = try await fixture.queue.database.query("update pressrun.schedules set next_at = now()")
      try await fixture.until { try await fixture.queue.jobs().map(\.kind) == ["echo"] }
      await worker.stop()
      #expect(try await run.value.completed == 0)
    }
  }

  @Test func manyShortDocumentsAreAllRenderedOnce() async throws {
    try await withWorkerFixture { fixture in
      try await fixture.enqueue(Array(repeating: "echo", count: 300))
      let counts = try await fixture.worker(drains: true).run()
      // If the machine stalls for a second, jobs that were claimed ahead are returned, which costs no attempt.
      #expect(counts.completed == 300)
      #expect(try await fixture.queue.jobs(JobFilter(limit: 1000)).allSatisfy { $0.attempt == 1 })
    }
  }

  @Test func invalidInputIsDiscardedAfterOneAttempt() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["fail"], maxAttempts: 5)
      _ = try await fixture.worker(drains: true).run()
      let details = try await fixture.queue.job(ids[0])
      #expect(details.job.state == .discarded)
      #expect(details.attempts.count == 1)
      #expect(details.job.lastError == "$.total: is not a number")
    }
  }

  @Test func aHangIsStoppedAtItsKindsTimeout() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["hang-briefly", "echo"])
      let counts = try await fixture.worker(drains: true).run()
      #expect(counts.completed == 1)
      #expect(try await fixture.queue.job(ids[0]).job.lastErrorCode == "timeout")
    }
  }

  @Test func jobsClaimedAheadReturnToTheQueueWhileTheSlotsAreBusy() async throws {
    try await withWorkerFixture { fixture in
      let worker = try fixture.worker(concurrency: 1)
      await worker.expectShortDocuments()
      let jobs = try await fixture.enqueue(["hang", "hang", "hang"])
      let run = Task { try await worker.run() }
      try await fixture.until {
        var released = 0
        for id in jobs {
          let details = try await fixture.queue.job(id)
          if details.job.state == .available, details.attempts.last?.outcome == .released { released += 1 }
        }
        return released == 2
      }
      await worker.stop()
      await worker.stop()
      _ = try await run.value
    }
  }

  @Test func stoppingTwiceReleasesJobsWithoutUsingAnAttempt() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["hang"], maxAttempts: 1)
      let worker = try fixture.worker()
      let run = Task { try await worker.run() }
      try await fixture.wait(for: ids[0], .running)
      await worker.stop()
      await worker.stop()
      let counts = try await run.value
      // A claim that was under way may meet the job again, and give it back again.
      #expect(counts.released >= 1, "\(counts)")
      let job = try await fixture.queue.job(ids[0]).job
      #expect(job.state == .available)
      #expect(job.attempt == 0)
    }
  }

  @Test func aJobStoppedWhileItsDocumentIsReadIsReleasedWithoutUsingAnAttempt() async throws {
    try await withWorkerFixture { fixture async throws in
      try await fixture.queue.register(kinds: [KindSettings(name: "archive")])
      let payload = Array(#"{"document": "briefing"}"#.utf8)
      let id = try await fixture.queue.enqueue(NewJob(kind: "archive", payload: payload, maxAttempts: 1)).id
      let description = WorkerDescription(host: "test", pid: 1, version: "test", slots: 1, queues: [])
      let number = try await fixture.queue.register(worker: description)
      let job = try #require(try await fixture.queue.claim(worker: number, limit: 1, lease: .seconds(3600)).first)
      let kind = "name: archive\ncomposer: archive\n"
      let archive = InstalledKinds(InstalledFiles(contents: ["Jobs/archive.yaml": Array(kind.utf8)])).kinds
      let worker = try fixture.worker(kinds: archive)
      let work = Task { await worker.run(job, in: worker.slots[0]) }
      work.cancel()
      await work.value
      let left = try await fixture.queue.job(id)
      #expect(left.job.state == .available)
      #expect(left.attempts.map(\.outcome) == [.released])
    }
  }

  @Test func stoppingOnceFinishesRunningJobsAndClaimsNoMore() async throws {
    try await withWorkerFixture { fixture in
      try await fixture.enqueue(["echo", "echo", "echo"])
      let slot = ControlledSlot()
      let worker = try fixture.worker(slots: [slot])
      let run = Task { try await worker.run() }
      await slot.waitUntilStarted()
      await worker.stop()
      slot.finishOne()
      #expect(try await run.value.completed == 1)
      #expect(try await fixture.queue.pending().available == 2)
    }
  }

  @Test func jobsAreReleasedAfterTheGracePeriod() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["hang"], maxAttempts: 1)
      let worker = try fixture.worker(grace: .milliseconds(50))
      let run = Task { try await worker.run() }
      try await fixture.wait(for: ids[0], .running)
      await worker.stop()
      #expect(try await run.value.released >= 1)
      #expect(try await fixture.queue.job(ids[0]).job.state == .available)
    }
  }

  @Test func cancellingTheRunIsAStop() async throws {
    try await withWorkerFixture { fixture in
      try await fixture.enqueue(["slow"])
      let log = TestLog()
      let worker = try fixture.worker(lines: log)
      let run = Task { try await worker.run() }
      #expect(await log.line(with: "rendering"))
      run.cancel()
      #expect(try await run.value.completed == 1)
    }
  }

  @Test func aRunningJobIsStoppedWhenItIsCancelled() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["hang"])
      let worker = try fixture.worker(drains: true)
      let run = Task { try await worker.run() }
      try await fixture.wait(for: ids[0], .running)
      try await fixture.queue.cancel(ids[0])
      #expect(try await run.value.cancelled == 1)
      #expect(try await fixture.queue.job(ids[0]).job.state == .cancelled)
    }
  }

  @Test func aJobWhoseLeaseWasLostIsStoppedAndItsResultDropped() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["hang"], maxAttempts: 5)
      let log = TestLog()
      let worker = try fixture.worker(lines: log)
      let run = Task { try await worker.run() }
      #expect(await log.line(with: "rendering"))
      try await fixture.queue.expireLease(of: ids[0])
      #expect(await log.line(with: "the lease is no longer held"))
      await worker.stop()
      await worker.stop()
      _ = try await run.value
    }
  }

  @Test func expiredLeaseOfAWorkerThatDiedIsRescued() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["echo"], maxAttempts: 2)
      let description = WorkerDescription(host: "test", pid: 1, version: "test", slots: 1, queues: [])
      let dead = try await fixture.queue.register(worker: description)
      #expect(try await fixture.queue.claim(worker: dead, limit: 1, lease: .seconds(3600)).count == 1)
      let worker = try fixture.worker()
      let run = Task { try await worker.run() }
      _ = try await fixture.queue.database.query(
        "update pressrun.jobs set lease_expires_at = now() - interval '1 second' where id = $1",
        [.integer(ids[0].rawValue)])
      try await fixture.wait(for: ids[0], .completed)
      await worker.stop()
      #expect(try await run.value.completed == 1)
    }
  }

  @Test func aStoreThatCannotBeWrittenCostsNoAttempt() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["echo"], maxAttempts: 1)
      let broken = ArtifactStore(root: "/dev/null/artifacts")
      let worker = try fixture.worker(store: broken)
      let run = Task { try await worker.run() }
      try await fixture.until { try await fixture.queue.job(ids[0]).attempts.contains { $0.outcome == .released } }
      await worker.stop()
      _ = try await run.value
      let job = try await fixture.queue.job(ids[0]).job
      #expect(job.state == .available)
      #expect(job.attempt == 0)
    }
  }

  @Test func aWorkerWithoutARendererDoesNotStart() async throws {
    try await withWorkerFixture { fixture in
      let worker = try fixture.worker(program: "/nonexistent/renderer")
      let error = await #expect(throws: RenderingError.self) { try await worker.run() }
      #expect(error?.code == .startFailed)
    }
  }

  @Test func aWorkerIsRegisteredWhileItRuns() async throws {
    try await withWorkerFixture { fixture in
      let ids = try await fixture.enqueue(["hang"])
      let worker = try fixture.worker(concurrency: 2)
      let run = Task { try await worker.run() }
      try await fixture.wait(for: ids[0], .running)
      let records = try await fixture.queue.status().workers
      #expect(records.map(\.slots) == [2])
      #expect(records.map(\.pid) == [Int(getpid())])
      await worker.stop()
      await worker.stop()
      _ = try await run.value
      #expect(try await fixture.queue.status().workers.isEmpty)
    }
  }

  @Test func jobsOfOtherQueuesAreLeftAlone() async throws {
    try await withWorkerFixture { fixture in
      _ = try await fixture.queue.enqueue(NewJob(kind: "echo", payload: Array("{}".utf8), queue: "mine"))
      let other = try await fixture.queue.enqueue(NewJob(kind: "echo", payload: Array("{}".utf8), queue: "other"))
      let counts = try await fixture.worker(drains: true, queues: ["mine"]).run()
      #expect(counts.completed == 1)
      #expect(try await fixture.queue.job(other.id).job.state == .available)
    }
  }
}

extension Worker {
  /// Sets the statistics as after many short documents, so that jobs are claimed ahead.
  fileprivate func expectShortDocuments() {
    let ref = LeaseRef(job: JobID(rawValue: 0), lease: 0)
    _ = workload.add(ref)
    _ = workload.startNext()
    workload.didRender(ref, in: .milliseconds(1))
    workload.finish(ref, counting: \.completed)
  }
}
