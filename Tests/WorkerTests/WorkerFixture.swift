import Application
import ArtifactStore
import Composition
import Foundation
import JobQueue
import Logging
import Networking
import OperatingSystem
import Postgres
import Rendering
import RenderingTesting
import TestSupport
import Testing

@testable import Worker

/// A queue with the fake renderer's kinds, a folder for artifacts, and workers for them.
///
/// Leases are so long that they never expire by themselves. Tests of expiry set the time of expiry in the database.
struct WorkerFixture: Sendable {
  let queue: JobQueue
  let store: ArtifactStore
  /// The database's connection URL.
  let url: String

  @discardableResult
  func enqueue(_ kinds: [String], maxAttempts: Int = 1) async throws -> [JobID] {
    try await queue.enqueue(
      many: kinds.map { NewJob(kind: $0, payload: Array("{}".utf8), maxAttempts: maxAttempts) }
    ).map(\.id)
  }

  func worker(
    drains: Bool = false, concurrency: Int = 2, queues: [String] = [], lease: Duration = .seconds(3600),
    grace: Duration = .seconds(3600), store: ArtifactStore? = nil, program: String = FakeRenderer.path,
    kinds: JobKinds = JobKinds(), folders: KindFolders? = nil, renderersPerDocument: Int = 100,
    manager: ServiceManager? = nil,
    lines: TestLog? = nil, imageAddresses: AddressPolicy = .publicOnly, slots: [any RenderSlot]? = nil,
    change: (inout WorkerSettings) -> Void = { _ in }
  ) throws -> Worker {
    var settings = WorkerSettings(
      concurrency: concurrency, queues: queues, drains: drains,
      renderer: RendererSettings(
        program: ProgramCommand(path: program, arguments: [], environment: FakeRenderer.environment),
        defaultMemory: 256 << 20, startTimeout: .seconds(3600)),
      kinds: kinds, folders: folders, renderersPerDocument: renderersPerDocument, lease: lease,
      pollInterval: .milliseconds(100),
      rescueInterval: .milliseconds(200), gracePeriod: grace)
    settings.imageAddresses = imageAddresses
    settings.folderInterval = .milliseconds(20)
    change(&settings)
    let log = Logger(label: "test") { _ in lines ?? TestLog() }
    return try Worker(
      queue: queue, store: store ?? self.store, settings: settings, log: log, manager: manager, slots: slots)
  }

  func wait(for id: JobID, _ state: JobState) async throws {
    try await until { try await queue.job(id).job.state == state }
  }

  /// Waits for a condition in the database.
  func until(_ condition: @Sendable () async throws -> Bool) async throws {
    try await queue.database.untilChanged(to: condition)
  }
}

func withWorkerFixture(_ body: @Sendable (WorkerFixture) async throws -> Void) async throws {
  try await TestDatabase.withDatabase { test in
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fixture-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let fast = Backoff(base: .milliseconds(20), limit: .milliseconds(50), jitter: 0)
    let names = ["echo", "pdf", "crash", "exit", "fail", "hang", "slow", "hang-briefly", "socket", "pages"]
    let kinds = names.map { name in
      KindSettings(name: name, backoff: fast, timeout: name == "hang-briefly" ? .milliseconds(300) : .seconds(3600))
    }
    try await test.queue.register(kinds: kinds)
    try await body(WorkerFixture(queue: test.queue, store: ArtifactStore(root: folder), url: test.url))
  }
}

/// A slot that finishes a document when the test calls `finishOne`.
struct ControlledSlot: RenderSlot {
  private let started: AsyncStream<Void>
  private let start: AsyncStream<Void>.Continuation
  private let released: AsyncStream<Void>
  private let release: AsyncStream<Void>.Continuation

  init() {
    (started, start) = AsyncStream.makeStream(of: Void.self)
    (released, release) = AsyncStream.makeStream(of: Void.self)
  }

  func warmUp() async throws(RenderingError) {}
  var sandboxProblems: [String] { [] }
  func render(
    _ request: RenderRequest, payload: [UInt8], artifacts: [LocalArtifact], timeout: Duration,
    progress: @escaping @Sendable (Int) -> Void
  ) async -> RenderOutcome {
    start.yield()
    for await _ in released { break }
    return Task.isCancelled ? .interrupted : .done
  }
  func stop() async {}

  /// Waits for the start of a document.
  func waitUntilStarted() async { for await _ in started { return } }

  /// Finishes one document.
  func finishOne() { release.yield() }
}
