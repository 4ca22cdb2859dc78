import Application
import ArtifactStore
import Foundation
import JobQueue
import Logging
import Postgres
import Rendering
import RenderingTesting
import System
import TestSupport
import Testing

@testable import Worker

/// A queue with the fake renderer's kinds, and a folder for artifacts.
struct TestFleet: Sendable {
  let queue: JobQueue
  let store: ArtifactStore
  /// The database's.
  let url: String

  @discardableResult
  func enqueue(_ kinds: [String], maxAttempts: Int = 1) async throws -> [JobID] {
    try await queue.enqueue(
      many: kinds.map { NewJob(kind: $0, payload: Array("{}".utf8), maxAttempts: maxAttempts) }
    ).map(\.id)
  }

  func worker(
    drains: Bool = false, concurrency: Int = 2, queues: [String] = [], lease: Duration = .seconds(120),
    grace: Duration = .seconds(3600), store: ArtifactStore? = nil, program: String = FakeRenderer.path,
    archiveKinds: Set<String> = [], renderersPerDocument: Int = 100, manager: ServiceManager? = nil,
    lines: TestLog? = nil
  ) throws -> Worker {
    let settings = WorkerSettings(
      concurrency: concurrency, queues: queues, drains: drains,
      renderer: RendererSettings(
        program: ProgramCommand(path: program, arguments: [], environment: FakeRenderer.environment),
        defaultMemory: 256 << 20),
      archiveKinds: archiveKinds, renderersPerDocument: renderersPerDocument, lease: lease,
      pollInterval: .milliseconds(100),
      rescueInterval: .milliseconds(200), gracePeriod: grace)
    let log = Logger(label: "test") { _ in lines ?? TestLog() }
    return try Worker(queue: queue, store: store ?? self.store, settings: settings, log: log, manager: manager)
  }

  func wait(for id: JobID, _ state: JobState) async throws {
    try await until { try await queue.job(id).job.state == state }
  }

  /// Waits until the worker has a job in hand: in the database it runs before the worker has heard of that.
  func waitUntilBegun(by worker: Worker) async throws {
    while await worker.tally.running == 0 {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  /// Waits for a condition in the database.
  func until(_ condition: @Sendable () async throws -> Bool) async throws {
    try await queue.database.untilChanged(to: condition)
  }
}

/// A log whose lines a test can wait for.
struct TestLog: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  private let lines: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init() { (lines, continuation) = AsyncStream.makeStream() }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { continuation.yield("\(event.message)") }

  /// All lines, where none is waited for: then there are no more.
  func soFar() async -> [String] {
    continuation.finish()
    return await lines.reduce(into: []) { $0.append($1) }
  }

  /// Waits for a line with these words; the lines before it are then forgotten.
  func line(with words: String) async -> Bool {
    for await line in lines where line.contains(words) { return true }
    return false
  }
}

func withFleet(_ body: @Sendable (TestFleet) async throws -> Void) async throws {
  try await TestDatabase.withDatabase { test in
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fleet-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let fast = Backoff(base: .milliseconds(20), limit: .milliseconds(50), jitter: 0)
    let kinds = ["echo", "crash", "exit", "fail", "hang", "slow", "hang-briefly", "socket", "pages"].map { name in
      KindSettings(name: name, backoff: fast, timeout: name == "hang-briefly" ? .milliseconds(300) : .seconds(120))
    }
    try await test.queue.register(kinds: kinds)
    try await body(TestFleet(queue: test.queue, store: ArtifactStore(root: folder), url: test.url))
  }
}
