import ArtifactStore
import Foundation
import JobQueue
import Logging
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Worker

/// A worker whose login has no rights but those of the role `pressrun_worker`.
@Suite(.hangLimit) struct WorkerRoleTests {
  @Test func aWorkerNeedsNoOtherRightsThanItsRoles() async throws {
    try await withWorkerFixture { fixture in
      let owner = fixture.queue.database
      let name = try await owner.query("select current_database()").single().decode(0, as: String.self)
      let login = "worker_of_\(name)"
      try await owner.execute(script: "create role \(login) login in role pressrun_worker")
      let database = Database(url: fixture.url.replacing("pressrun@", with: "\(login)@", maxReplacements: 1))
      let queue = JobQueue(database: database)
      // As `pressrun work` does when it starts.
      #expect(try await queue.unregistered(of: [KindSettings(name: "new")]) == ["new"])

      let ids = try await fixture.enqueue(["echo", "fail", "crash", "hang"], maxAttempts: 2)
      let log = TestLog()
      let worker = try WorkerFixture(queue: queue, store: fixture.store, url: fixture.url).worker(
        concurrency: 2, renderersPerDocument: 2, lines: log)
      let run = Task { try await worker.run() }
      try await fixture.wait(for: ids[0], .completed)
      try await fixture.wait(for: ids[1], .discarded)
      try await fixture.wait(for: ids[2], .discarded)
      try await fixture.wait(for: ids[3], .running)
      try await heartbeats(of: ids[3], 2, fixture)
      try await fixture.queue.cancel(ids[3])
      try await fixture.wait(for: ids[3], .cancelled)
      let last = try await fixture.enqueue(["hang"])
      try await fixture.wait(for: last[0], .running)
      try await fixture.until {
        guard let space = try await fixture.queue.status().workers.compactMap(\.storage).first else { return false }
        return space.free <= space.size
      }
      await worker.stop()
      await worker.stop()
      let counts = try await run.value
      #expect(
        counts.completed == 1 && counts.discarded == 2 && counts.retried == 1 && counts.cancelled == 1, "\(counts)")
      #expect(counts.stale == 0 && counts.released >= 1)
      #expect(try await fixture.queue.job(ids[2]).job.lastError?.contains("has ended 2 renderers") == true)
      let refused = await log.remaining().filter { $0.contains("permission denied") }
      #expect(refused.isEmpty)
      await database.close()
      try await owner.execute(script: "drop owned by \(login); drop role \(login)")
    }
  }

  /// Waits until the job's lease has been extended `count` times.
  private func heartbeats(of id: JobID, _ count: Int, _ fixture: WorkerFixture) async throws {
    for _ in 0..<count {
      let expiry: Statement = "select lease_expires_at from pressrun.jobs where id = $1"
      let before = try await fixture.queue.database.query(expiry, [.integer(id.rawValue)]).single().decode(
        0, as: Date.self)
      try await fixture.until {
        try await fixture.queue.database.query(expiry, [.integer(id.rawValue)]).single().decode(0, as: Date.self)
          > before
      }
    }
  }

  @Test func aCancellationReachesTheRendererByItsNotification() async throws {
    try await withWorkerFixture { fixture in
      // Heartbeats also report cancellations; here they do not, so that only the notification can stop the renderer.
      try await fixture.queue.database.execute(
        script: """
          alter function pressrun.heartbeat(bigint, bigint[], bigint[], double precision, int[], bigint) rename to beat;
          create function pressrun.heartbeat(
            worker bigint, jobs bigint[], leases bigint[], lease_seconds double precision, pages int[], memory bigint
          ) returns table (job_id bigint, lease bigint, cancel_requested boolean) language sql as
          $$ select b.job_id, b.lease, false from pressrun.beat(worker, jobs, leases, lease_seconds, pages, memory) b $$;
          """)
      let ids = try await fixture.enqueue(["hang"])
      let worker = try fixture.worker(drains: true)
      let run = Task { try await worker.run() }
      try await fixture.wait(for: ids[0], .running)
      // Repeated, because the worker may not listen yet; each call notifies.
      try await fixture.until { try await fixture.queue.cancel(ids[0]) == .cancelled }
      #expect(try await run.value.cancelled == 1)
    }
  }
}
