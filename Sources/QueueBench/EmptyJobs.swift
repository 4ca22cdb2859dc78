import ArtifactStore
import JobQueue
import Logging
import Rendering
import System
import Worker

/// Runs nothing.
struct EmptySlot: RenderSlot {
  /// Told of each job as it begins.
  var begun: (@Sendable (_ payload: [UInt8]) -> Void)?

  func warmUp() async throws(RenderingError) {}
  var sandboxProblem: String? { nil }
  func render(
    _ request: RenderRequest, payload: [UInt8], timeout: Duration, progress: @escaping @Sendable (Int) -> Void
  ) async -> RenderOutcome {
    begun?(payload)
    return .done
  }
  func stop() async {}
}

/// Empty jobs through a whole worker: claimed, begun, completed, each with its attempt and its event.
struct EmptyJobs: Sendable {
  let server: BenchServer
  let jobs: Int
  /// Jobs in hand at once; claims and completions come in batches of a few hundred then.
  static let slots = 256

  /// - Returns: jobs a second from the start of the worker to its end, when all are completed.
  func drain() async throws -> Double {
    try await server.withQueue { queue, _ in
      try await Self.fill(queue, jobs)
      let worker = try Self.worker(queue, drains: true) { EmptySlot() }
      let start = ContinuousClock.now
      let counts = try await worker.run()
      let seconds = (.now - start).inSeconds
      guard counts.completed == jobs else {
        throw BenchError("\(counts.completed) of \(jobs) jobs were completed")
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
    _ queue: JobQueue, drains: Bool, slots: Int = Self.slots, _ maker: () -> EmptySlot
  ) throws -> Worker {
    let nothing = ProgramCommand(path: "", arguments: [], environment: [:])
    let settings = WorkerSettings(concurrency: slots, drains: drains, renderer: RendererSettings(program: nothing))
    var log = Logger(label: "bench") { StreamLogHandler.standardError(label: $0) }
    log.logLevel = .error
    return try Worker(
      queue: queue, store: ArtifactStore(root: "/nonexistent"), settings: settings, log: log,
      slots: (0..<slots).map { _ in maker() })
  }
}

/// A measurement that cannot be trusted or made.
package struct BenchError: Error, CustomStringConvertible {
  package var description: String
  package init(_ description: String) { self.description = description }
}
