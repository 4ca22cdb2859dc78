import Application
import ArtifactStore
import Foundation
import JobQueue
import Logging
import Worker

/// Documents from enqueue to event, with everything on this machine: worker, renderers, PostgreSQL, artifacts on disk.
package struct PipelineBench: Sendable {
  package var server: BenchServer
  package var installation: Installation
  /// A kind and a payload.
  package var job: NewJob
  package var jobs: Int
  package var renderers: Int
  /// A folder for the artifacts.
  package var folder: String

  package init(
    server: BenchServer, installation: Installation, job: NewJob, jobs: Int, renderers: Int, folder: String
  ) {
    self.server = server
    self.installation = installation
    self.job = job
    self.jobs = jobs
    self.renderers = renderers
    self.folder = folder
  }

  private struct Used {
    var wall: Double
    var worker: Double
    var database: Double
    var renderers: Double
  }

  package func run(rounds: Int, tell: (String) -> Void) async throws -> [Finding] {
    var rates: [Double] = []
    var shares: [Double] = []
    for round in 1...max(1, rounds) {
      let used = try await once()
      let queue = used.worker + used.database
      rates.append(Double(jobs) / used.wall)
      shares.append(queue / (queue + used.renderers) * 100)
      tell(
        String(
          format: "pipeline, round %d: %.0f documents/s; CPU seconds: renderers %.2f, worker %.2f, PostgreSQL %.2f",
          round, Double(jobs) / used.wall, used.renderers, used.worker, used.database))
    }
    return [
      Finding(name: "pipeline, \(job.kind)", unit: "documents/s", value: rates.median, samples: rates),
      Finding(
        name: "pipeline, share of the queue", unit: "% of the CPU", value: shares.median, samples: shares, goal: 25,
        isMost: true),
    ]
  }

  /// Enqueuing counts: it is done while the worker works.
  private func once() async throws -> Used {
    let kinds = try installation.kinds()
    return try await server.withQueue { queue, _ in
      try await queue.register(kinds)
      let artifacts = folder + "/artifacts-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: artifacts, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: artifacts) }
      var log = Logger(label: "bench") { StreamLogHandler.standardError(label: $0) }
      log.logLevel = .error
      let worker = try Worker(
        queue: queue, store: ArtifactStore(root: artifacts),
        settings: WorkerSettings(
          concurrency: renderers, renderer: installation.rendererSettings(kinds)), log: log)
      // A few first, so that renderers start and fonts are read before it counts.
      _ = try await queue.enqueue(many: Array(repeating: job, count: renderers * 4))
      let me = getpid()
      let life = Task { try await worker.run() }
      try await wait(for: renderers * 4, of: worker)

      let before = (all: CPUTime.ofTree(me), own: CPUTime.of(me), database: server.process.map(CPUTime.ofTree) ?? 0)
      let start = ContinuousClock.now
      for first in stride(from: 0, to: jobs, by: 100) {
        _ = try await queue.enqueue(many: Array(repeating: job, count: min(100, jobs - first)))
      }
      try await wait(for: jobs + renderers * 4, of: worker)
      let wall = (.now - start).inSeconds
      let own = CPUTime.of(me) - before.own
      let database = (server.process.map(CPUTime.ofTree) ?? 0) - before.database
      let made = CPUTime.ofTree(me) - before.all - own
      await worker.stop()
      _ = try await life.value
      return Used(wall: wall, worker: own, database: database, renderers: made)
    }
  }

  /// A look now and then is cheaper than a signal for each document.
  private func wait(for count: Int, of worker: Worker) async throws {
    while true {
      let counts = await worker.counts
      if counts.completed >= count { return }
      guard counts.discarded + counts.retried == 0 else { throw BenchError("documents failed: \(counts)") }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
