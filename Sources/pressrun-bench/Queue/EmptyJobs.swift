import ArtifactStore
import JobQueue
import Logging
import OperatingSystem
import Rendering
import Worker

/// A render slot that completes every job at once and renders nothing.
struct EmptySlot: RenderSlot {
  /// Called with the payload of each job when it starts.
  var started: (@Sendable (_ payload: [UInt8]) -> Void)?

  func warmUp() async throws(RenderingError) {}
  var sandboxProblems: [String] { [] }
  func render(
    _ request: RenderRequest, payload: [UInt8], artifacts: [LocalArtifact], timeout: Duration,
    progress: @escaping @Sendable (Int) -> Void
  ) async -> RenderOutcome {
    started?(payload)
    return .done
  }
  func stop() async {}
}

/// Empty jobs through a whole worker: each is claimed, started and completed, with its attempt and its event.
struct EmptyJobs: Sendable {
  let server: BenchmarkServer
  let jobs: Int
  /// Jobs that the worker holds at once. Claims and completions then come in batches of a few hundred.
  static let slots = 256

  /// - Returns: jobs per second from the start of the worker until all jobs are completed.
  func drain() async throws -> Double {
    try await server.withQueue { queue, _ in
      try await Self.fill(queue, jobs)
      let worker = try Self.worker(queue, drains: true) { EmptySlot() }
      let start = ContinuousClock.now
      let counts = try await worker.run()
      let seconds = (.now - start).seconds
      guard counts.completed == jobs else {
        throw BenchmarkError("\(counts.completed) of \(jobs) jobs were completed")
      }
      return Double(jobs) / seconds
    }
  }

  static func fill(_ queue: JobQueue, _ jobs: Int) async throws {
    var left = jobs
    while left > 0 {
      let count = min(left, 5000)
      _ = try await queue.enqueue(
        many: Array(repeating: NewJob(kind: "empty", payload: Array("{}".utf8)), count: count))
      left -= count
    }
  }

  static func worker(
    _ queue: JobQueue, drains: Bool, slots: Int = Self.slots, _ slot: () -> EmptySlot
  ) throws -> Worker {
    let noProgram = ProgramCommand(path: "", arguments: [], environment: [:])
    let settings = WorkerSettings(concurrency: slots, drains: drains, renderer: RendererSettings(program: noProgram))
    var log = Logger(label: "bench") { StreamLogHandler.standardError(label: $0) }
    log.logLevel = .error
    return try Worker(
      queue: queue, store: ArtifactStore(root: "/nonexistent"), settings: settings, log: log,
      slots: (0..<slots).map { _ in slot() })
  }
}
