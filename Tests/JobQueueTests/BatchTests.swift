import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

@Suite(.hangLimit) struct BatchTests {
  private func events(_ test: QueueFixture) async throws -> [EventRecord] {
    try await test.queue.events().filter { $0.type == "pressrun.batch.completed" }
  }

  @Test func batchCompletesOnceWhenAllItsJobsHaveFinished() async throws {
    try await QueueFixture.withQueue { test async throws in
      for _ in 0..<3 { try await test.enqueue { $0.batch = "nightly" } }
      let jobs = try await test.claim(3)
      _ = try await test.queue.complete(jobs[0].ref, QueueFixture.completion)
      _ = try await test.queue.fail(
        jobs[1].ref, JobFailure(code: "bad", message: "bad", isPermanent: true))
      try await test.maintain()
      var batch = try await test.queue.batch("nightly", tenant: "default")
      #expect(batch.jobs == 3 && batch.completed == 1 && batch.discarded == 1 && batch.unfinished == 1)
      #expect(try await events(test).isEmpty && batch.completedAt == nil)
      try await test.queue.cancel(jobs[2].ref.job)
      try await test.queue.cancelled([jobs[2].ref])
      for _ in 0..<3 { try await test.maintain() }
      batch = try await test.queue.batch("nightly", tenant: "default")
      #expect(batch.unfinished == 0 && batch.cancelled == 1 && batch.completedAt != nil)
      #expect(try await events(test).count == 1)
      #expect(try await test.queue.job(jobs[0].ref.job).job.batch == "nightly")
    }
  }

  @Test func batchCompletesWhenItsLastWorkerDeregisters() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew { $0.batch = "nightly" }
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      // Maintenance is not due.
      _ = try await test.database.query("update pressrun.maintenance_tasks set due_at = now() + interval '1 hour'")
      #expect(try await events(test).isEmpty)
      try await test.queue.unregister(worker: test.worker)
      #expect(try await events(test).count == 1)
    }
  }

  @Test func heldBatchDoesNotCompleteBeforeItIsClosed() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.openBatch("b", tenant: "default")
      let job = try await test.claimNew { $0.batch = "b" }
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      try await test.maintain()
      #expect(try await events(test).isEmpty)
      try await test.queue.closeBatch("b", tenant: "default")
      try await test.maintain()
      #expect(try await events(test).count == 1)
    }
  }

  /// A batch that was closed without jobs never completed.
  @Test func anEmptyBatchCompletesWhenItIsClosed() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.openBatch("b", tenant: "default")
      try await test.maintain()
      #expect(try await events(test).isEmpty)
      try await test.queue.closeBatch("b", tenant: "default")
      // Opened again before maintenance has seen that it was closed.
      try await test.queue.openBatch("b", tenant: "default")
      try await test.maintain()
      #expect(try await events(test).isEmpty)
      try await test.queue.closeBatch("b", tenant: "default")
      for _ in 0..<2 { try await test.maintain() }
      #expect(try await events(test).count == 1)
      let batch = try await test.queue.batch("b", tenant: "default")
      #expect(batch.jobs == 0 && batch.completedAt != nil)
    }
  }

  /// A batch exists from the first enqueue that names it, also if the job exists already.
  @Test func anEmptyBatchThatNobodyClosedWaitsForJobs() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.enqueue { $0.uniqueKey = "k" }
      let again = NewJob(kind: "note", payload: Array("1".utf8), uniqueKey: "k", batch: "b")
      #expect(try await !test.queue.enqueue(again).inserted)
      for _ in 0..<2 { try await test.maintain() }
      #expect(try await test.queue.batch("b", tenant: "default").completedAt == nil)
      try await test.enqueue { $0.batch = "b" }
    }
  }

  @Test func completeBatchRefusesMoreJobs() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew { $0.batch = "b" }
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      try await test.maintain()
      let error = await #expect(throws: QueueError.self) { try await test.enqueue { $0.batch = "b" } }
      #expect(error?.code == .wrongState)
      // Another tenant's batch of the same name is another batch.
      try await test.enqueue {
        $0.batch = "b"
        $0.tenant = "other"
      }
    }
  }

  /// The batch completed, and its binder left out the job that was being added.
  @Test func batchDoesNotCompleteWhileATransactionAddsJobs() async throws {
    try await QueueFixture.withQueue { test async throws in
      let first = try await test.enqueue { $0.batch = "b" }
      let second = try await test.database.transaction { connection in
        let second = try await test.queue.enqueue(
          NewJob(kind: "note", payload: Array("1".utf8), batch: "b"), in: connection
        ).id
        try await test.queue.cancel(first)
        for _ in 0..<2 { try await test.maintain() }
        #expect(try await events(test).isEmpty)
        return second
      }
      try await test.maintain()
      #expect(try await test.queue.batch("b", tenant: "default").completedAt == nil)
      try await test.queue.cancel(second)
      for _ in 0..<2 { try await test.maintain() }
      #expect(try await events(test).count == 1)
    }
  }

  @Test func countsIncludeUnappliedDeltas() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = NewJob(kind: "note", payload: Array("1".utf8), batch: "b")
      _ = try await test.queue.enqueue(many: Array(repeating: job, count: 20))
      let jobs = try await test.claim(20)
      _ = try await test.queue.complete(many: jobs[..<7].map { ($0.ref, QueueFixture.completion) })
      let batch = try await test.queue.batch("b", tenant: "default")
      #expect(batch.jobs == 20 && batch.completed == 7)
      let counts = try await test.queue.status().counts
      #expect(counts.first { $0.state == .completed }?.jobs == 7)
      #expect(counts.first { $0.state == .running }?.jobs == 13)
    }
  }

  @Test func retriedJobIsNoLongerCountedAsFinished() async throws {
    try await QueueFixture.withQueue { test async throws in
      let id = try await test.enqueue()
      try await test.queue.cancel(id)
      try await test.queue.retry(id)
      #expect(try await test.queue.status().counts.map(\.state) == [.available])
      try await test.maintain()
      #expect(try await test.queue.status().counts.map(\.state) == [.available])
    }
  }

  // MARK: Binders

  private static func binder(_ change: (inout NewJob) -> Void = { _ in }) -> NewJob {
    var job = NewJob(kind: "note", payload: Array(#"{"batch": "b"}"#.utf8))
    change(&job)
    return job
  }

  @Test func theBinderOfABatchStartsWhenTheBatchCompletes() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew { $0.batch = "b" }
      let binder = try await test.queue.bindBatch("b", with: Self.binder { $0.priority = 3 })
      try await test.maintain()
      var record = try await test.queue.job(binder).job
      #expect(record.state == .scheduled && record.batch == nil && record.priority == 3)
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      for _ in 0..<2 { try await test.maintain() }
      record = try await test.queue.job(binder).job
      #expect(record.state == .available)
      #expect(try await events(test).count == 1)
      #expect(try await test.claim(1).first?.ref.job == binder)
    }
  }

  @Test func aCompleteBatchIsBoundAtOnceAndEachBatchOnce() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew { $0.batch = "b" }
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      try await test.maintain()
      let binder = try await test.queue.bindBatch("b", with: Self.binder())
      #expect(try await test.queue.job(binder).job.state == .available)
      let again = await #expect(throws: QueueError.self) { try await test.queue.bindBatch("b", with: Self.binder()) }
      #expect(again?.code == .wrongState)
      let unknown = await #expect(throws: QueueError.self) {
        try await test.queue.bindBatch("b", with: Self.binder { $0.tenant = "other" })
      }
      #expect(unknown?.code == .unknownJob)
    }
  }

  @Test func aCancelledBinderDoesNotStart() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew { $0.batch = "b" }
      let binder = try await test.queue.bindBatch("b", with: Self.binder())
      try await test.queue.cancel(binder)
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      try await test.maintain()
      #expect(try await test.queue.job(binder).job.state == .cancelled)
      #expect(try await test.queue.batch("b", tenant: "default").completedAt != nil)
    }
  }

  @Test func documentsOfABinderAreThoseOfItsTenant() async throws {
    try await QueueFixture.withQueue { test async throws in
      var ids: [Int64] = []
      for tenant in ["default", "other"] {
        let job = try await test.claimNew {
          $0.batch = "b"
          $0.tenant = tenant
        }
        var artifact = try #require(QueueFixture.completion.artifacts.first)
        artifact.fileName = "Invoice 7.1.pdf"
        artifact.parts = [ArtifactPart(title: "A", firstPage: 2, pages: 3, sha256: artifact.sha256)]
        artifact.fonts = [ArtifactFont(name: "Brand", file: nil), ArtifactFont(name: "Carlito", file: "Carlito.ttf")]
        _ = try await test.queue.complete(job.ref, Completion(artifact: artifact))
        #expect(try await test.queue.job(job.ref.job).artifacts == [artifact])
        ids.append(job.ref.job.rawValue)
      }
      let failed = try await test.claimNew { $0.batch = "b" }
      _ = try await test.queue.fail(failed.ref, JobFailure(code: "bad", message: "bad", isPermanent: true))
      let batch = try await test.queue.binderDocuments(batch: "b", jobs: [], of: "default")
      #expect(batch.map(\.job.rawValue) == [ids[0], failed.ref.job.rawValue])
      #expect(batch.map(\.state) == [.completed, .discarded] && batch.map(\.name) == ["Invoice 7.1", ""])
      #expect(batch[0].sha256 == QueueFixture.completion.artifacts.first?.sha256 && batch[1].sha256 == nil)
      let named = try await test.queue.binderDocuments(batch: nil, jobs: Set(ids), of: "default")
      #expect(named.map(\.job.rawValue) == [ids[0]])
    }
  }
}
