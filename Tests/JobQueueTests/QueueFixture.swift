import FoundationEssentials
import Postgres
import TestSupport
import Testing

@testable import JobQueue

/// A migrated database with the kind `note` and a registered worker.
struct QueueFixture: Sendable {
  let queue: JobQueue
  let database: Database
  let url: String
  let worker: WorkerID

  static func withQueue<T: Sendable>(
    kind: KindSettings = KindSettings(name: "note", maxAttempts: 3),
    _ body: @Sendable (QueueFixture) async throws -> T
  ) async throws -> T {
    try await TestDatabase.withDatabase { test async throws in
      try await test.queue.register(kinds: [kind])
      let worker = try await test.queue.register(worker: WorkerDescription(host: "h", pid: 1, version: "v", slots: 4))
      return try await body(QueueFixture(queue: test.queue, database: test.database, url: test.url, worker: worker))
    }
  }

  @discardableResult
  func enqueue(_ change: (inout NewJob) -> Void = { _ in }) async throws -> JobID {
    var job = NewJob(kind: "note", payload: Array("{}".utf8))
    change(&job)
    return try await queue.enqueue(job).id
  }

  func claim(_ limit: Int = 1, queues: [String] = [], lease: Duration = .seconds(3600)) async throws -> [ClaimedJob] {
    try await queue.claim(worker: worker, queues: queues, limit: limit, lease: lease)
  }

  /// Makes all waiting jobs available, as maintenance does when their time has come.
  func makeDue() async throws {
    _ = try await database.query("update pressrun.jobs set run_at = now()")
    try await maintain()
  }

  /// Runs all periodic maintenance, whether or not it is due.
  func maintain() async throws {
    _ = try await database.query("update pressrun.maintenance_tasks set due_at = '-infinity'")
    try await queue.maintain()
  }

  /// Takes all lanes, which must be empty, through every phase of closing.
  func closeLanes() async throws {
    _ = try await database.query("update pressrun.lanes set served_at = '-infinity'")
    #expect(try await claim().isEmpty)
    for _ in 0..<2 { try await queue.maintain() }
    #expect(try await count("select count(*)::int from pressrun.lanes where closing is null or closing < '3'") == 0)
    // Transactions in other databases of the test server may be older than the barrier.
    _ = try await database.query("update pressrun.lanes set closing = '3'")
    #expect(try await claim().isEmpty)
    #expect(try await count("select count(*)::int from pressrun.lanes") == 0)
  }

  /// Sets the policy of a tenant.
  func setPolicy(of tenant: String, sharing: Bool = true, allowed: [String] = [], denied: [String] = []) async throws {
    _ = try await database.query(
      "select pressrun.set_policy($1, $2, $3, $4)",
      [.text(tenant), .boolean(sharing), .texts(allowed), .texts(denied)])
  }

  /// Enqueues a job and claims it.
  func claimNew(lease: Duration = .seconds(3600), _ change: (inout NewJob) -> Void = { _ in }) async throws
    -> ClaimedJob
  {
    try await enqueue(change)
    return try #require(try await claim(lease: lease).first)
  }

  func state(_ id: JobID) async throws -> JobState { try await queue.job(id).job.state }

  func count(_ sql: String) async throws -> Int {
    try await database.query(Statement(sql)).single().decode(0, as: Int.self)
  }

  static let completion = Completion(
    artifact: Artifact(
      sha256: String(repeating: "ab", count: 32), bytes: 1234,
      pages: [PagePoints(width: 595.28, height: 841.89), PagePoints(width: 595.28, height: 300.5)]),
    warnings: ["image 1 is broken"], timings: ["layout": 12.5])

  static let failure = JobFailure(code: "boom", message: "it went boom", isPermanent: false)
}
