import Application
import ArtifactStore
import Foundation
import JobQueue
import Logging
import OperatingSystem
import Worker

/// Documents from enqueue to event with worker, renderers, PostgreSQL and artifact store on this machine.
struct PipelineBenchmark: Sendable {
  var server: BenchmarkServer
  var installation: Installation
  /// The program that runs as renderer process.
  var pressrun: String
  /// The kind and payload of every job.
  var job: NewJob
  var jobs: Int
  var renderers: Int
  /// The folder for the artifacts.
  var folder: String

  /// Seconds of one round: elapsed, and CPU time by part.
  private struct Usage {
    var wall: Double
    var worker: Double
    var database: Double
    var renderers: Double
  }

  func run(rounds: Int, progress: (String) -> Void) async throws -> [Measurement] {
    var rates: [Double] = []
    var shares: [Double] = []
    for round in 1...max(1, rounds) {
      let usage = try await measureRound()
      let queue = usage.worker + usage.database
      rates.append(Double(jobs) / usage.wall)
      shares.append(queue / (queue + usage.renderers) * 100)
      progress(
        String(
          format: "pipeline, round %d: %.0f documents/s; CPU seconds: renderers %.2f, worker %.2f, PostgreSQL %.2f",
          round, Double(jobs) / usage.wall, usage.renderers, usage.worker, usage.database))
    }
    return [
      Measurement(name: "pipeline, \(job.kind)", unit: "documents/s", value: rates.median, samples: rates),
      Measurement(
        name: "pipeline, share of the queue", unit: "% of the CPU", value: shares.median, samples: shares, goal: 25,
        isMost: true),
    ]
  }

  /// Includes the time of enqueuing, which happens while the worker runs.
  private func measureRound() async throws -> Usage {
    let kinds = try installation.kinds()
    var rendererSettings = installation.rendererSettings(kinds)
    rendererSettings.program.path = pressrun
    return try await server.withQueue { [rendererSettings] queue, _ in
      try await queue.register(kinds)
      let artifacts = folder + "/artifacts-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: artifacts, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: artifacts) }
      var log = Logger(label: "bench") { StreamLogHandler.standardError(label: $0) }
      log.logLevel = .error
      let worker = try Worker(
        queue: queue, store: ArtifactStore(root: artifacts),
        settings: WorkerSettings(concurrency: renderers, renderer: rendererSettings), log: log)
      // Warm-up: renderers start and load fonts before the measurement.
      let warmUp = renderers * 4
      _ = try await queue.enqueue(many: Array(repeating: job, count: warmUp))
      let running = Task { try await worker.run() }
      try await wait(for: warmUp, of: worker)

      let process = getpid()
      let before = (
        all: CPUTime.ofTree(process), own: CPUTime.of(process), database: server.process.map(CPUTime.ofTree) ?? 0
      )
      let start = ContinuousClock.now
      for first in stride(from: 0, to: jobs, by: 100) {
        _ = try await queue.enqueue(many: Array(repeating: job, count: min(100, jobs - first)))
      }
      try await wait(for: jobs + warmUp, of: worker)
      let wall = (.now - start).seconds
      let own = CPUTime.of(process) - before.own
      let database = (server.process.map(CPUTime.ofTree) ?? 0) - before.database
      let children = CPUTime.ofTree(process) - before.all - own
      await worker.stop()
      _ = try await running.value
      return Usage(wall: wall, worker: own, database: database, renderers: children)
    }
  }

  /// Polls the worker: an occasional poll costs less CPU time than a signal per document.
  private func wait(for count: Int, of worker: Worker) async throws {
    while true {
      let counts = await worker.counts
      if counts.completed >= count { return }
      guard counts.discarded + counts.retried == 0 else { throw BenchmarkError("documents failed: \(counts)") }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
