import ArtifactStore
import Foundation
import JobQueue
import Logging
import Postgres
import TestSupport
import Testing

@testable import Worker

/// A whole worker that logs in with the role `pressrun_worker` and nothing else.
@Suite(.timeLimit(.minutes(30))) struct WorkerRoleTests {
  @Test func aWorkerNeedsNoOtherRightsThanItsRoles() async throws {
    try await withFleet { fleet in
      let owner = fleet.queue.database
      let name = try await owner.query("select current_database()").single().decode(0, as: String.self)
      let login = "worker_of_\(name)"
      try await owner.execute(script: "create role \(login) login in role pressrun_worker")
      let database = Database(url: fleet.url.replacing("pressrun@", with: "\(login)@", maxReplacements: 1))
      let queue = JobQueue(database: database)
      // As `pressrun work` does when it starts.
      try await queue.register(kinds: [KindSettings(name: "new")])
      try await queue.register(schedules: [Schedule(name: "nightly", cron: "@daily")], of: "new")

      let ids = try await fleet.enqueue(["echo", "fail", "crash", "hang"], maxAttempts: 2)
      let log = TestLog()
      let worker = try TestFleet(queue: queue, store: fleet.store, url: fleet.url).worker(
        concurrency: 2, lease: .seconds(3), renderersPerDocument: 2, lines: log)
      let run = Task { try await worker.run() }
      try await fleet.wait(for: ids[0], .completed)
      try await fleet.wait(for: ids[1], .discarded)
      try await fleet.wait(for: ids[2], .discarded)
      try await fleet.wait(for: ids[3], .running)
      try await heartbeats(of: ids[3], 2, fleet)
      try await fleet.queue.cancel(ids[3])
      try await fleet.wait(for: ids[3], .cancelled)
      let last = try await fleet.enqueue(["hang"])
      try await fleet.wait(for: last[0], .running)
      await worker.stop()
      await worker.stop()
      let tally = try await run.value
      #expect(tally.completed == 1 && tally.discarded == 2 && tally.retried == 1 && tally.cancelled == 1, "\(tally)")
      #expect(tally.stale == 0 && tally.released >= 1)
      #expect(try await fleet.queue.job(ids[2]).job.lastError?.contains("has ended 2 renderers") == true)
      let refused = await log.soFar().filter { $0.contains("permission denied") }
      #expect(refused.isEmpty)
      await database.close()
      try await owner.execute(script: "drop owned by \(login); drop role \(login)")
    }
  }

  /// Waits until its lease was extended so often.
  private func heartbeats(of id: JobID, _ count: Int, _ fleet: TestFleet) async throws {
    for _ in 0..<count {
      let expiry: Statement = "select lease_expires_at from pressrun.jobs where id = $1"
      let before = try await fleet.queue.database.query(expiry, [.integer(id.rawValue)]).single().decode(
        0, as: Date.self)
      try await fleet.until {
        try await fleet.queue.database.query(expiry, [.integer(id.rawValue)]).single().decode(0, as: Date.self) > before
      }
    }
  }

  @Test func aCancellationReachesTheRendererByItsNotification() async throws {
    try await withFleet { fleet in
      // Heartbeats, which look for cancellations where notifications do not come through, keep them to themselves here.
      try await fleet.queue.database.execute(
        script: """
          alter function pressrun.heartbeat(bigint, bigint[], bigint[], double precision, int[]) rename to beat;
          create function pressrun.heartbeat(
            worker bigint, jobs bigint[], leases bigint[], lease_seconds double precision, pages int[]
          ) returns table (job_id bigint, lease bigint, cancel_requested boolean) language sql as
          $$ select b.job_id, b.lease, false from pressrun.beat(worker, jobs, leases, lease_seconds, pages) b $$;
          """)
      let ids = try await fleet.enqueue(["hang"])
      let worker = try fleet.worker(drains: true)
      let run = Task { try await worker.run() }
      try await fleet.wait(for: ids[0], .running)
      // Again and again: this worker may not listen yet, and each call notifies.
      try await fleet.until { try await fleet.queue.cancel(ids[0]) == .cancelled }
      #expect(try await run.value.cancelled == 1)
    }
  }
}
