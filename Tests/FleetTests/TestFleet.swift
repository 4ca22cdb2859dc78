import ArtifactStore
import Foundation
import JobQueue
import Logging
import TestSupport
import Testing

@testable import Fleet

/// A queue with the fake renderer's kinds, and a folder for artifacts.
struct TestFleet: Sendable {
  let queue: JobQueue
  let store: ArtifactStore

  @discardableResult
  func enqueue(_ kinds: [String], maxAttempts: Int = 1) async throws -> [JobID] {
    try await queue.enqueue(
      many: kinds.map { NewJob(kind: $0, payload: Array("{}".utf8), maxAttempts: maxAttempts) }
    ).map(\.id)
  }

  func worker(
    drains: Bool = false, concurrency: Int = 2, queues: [String] = [], lease: Duration = .seconds(30),
    grace: Duration = .seconds(60), store: ArtifactStore? = nil, program: String = fakeRenderer
  ) -> Worker {
    let settings = WorkerSettings(
      concurrency: concurrency, queues: queues, drains: drains,
      renderer: RendererSettings(
        program: ProgramCommand(path: program, arguments: [], environment: quietCrashes), defaultMemory: 256 << 20),
      lease: lease, pollInterval: .milliseconds(100), rescueInterval: .milliseconds(200), gracePeriod: grace)
    var log = Logger(label: "test")
    log.logLevel = .critical
    return Worker(queue: queue, store: store ?? self.store, settings: settings, log: log)
  }

  func wait(for id: JobID, _ state: JobState) async throws {
    try await until { try await queue.job(id).job.state == state }
  }

  /// Waits for a condition, and fails where it has not come true after a minute.
  func until(_ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try await !condition() {
      try #require(ContinuousClock.now < deadline, "the condition did not come true")
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

func withFleet(_ body: @Sendable (TestFleet) async throws -> Void) async throws {
  try await TestDatabase.withDatabase { test in
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fleet-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let fast = Backoff(base: .milliseconds(20), limit: .milliseconds(50), jitter: 0)
    let kinds = ["echo", "crash", "exit", "fail", "hang", "slow", "hang-briefly"].map { name in
      KindSettings(name: name, backoff: fast, timeout: name == "hang-briefly" ? .milliseconds(300) : .seconds(120))
    }
    try await test.queue.register(kinds: kinds)
    try await body(TestFleet(queue: test.queue, store: ArtifactStore(root: folder)))
  }
}
