import ArgumentParser
import Fleet
import Foundation
import JobQueue
import Logging
import UnixSignals

struct Work: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Claim jobs and render them.",
    discussion: """
      SIGTERM or SIGINT: claim no more, finish what can be finished in the grace period, give the rest back. \
      A second one: give everything back now.
      """)

  @Option(help: "Documents to render at once, each in a process of its own. By default the number of processors.")
  var concurrency = ProcessInfo.processInfo.activeProcessorCount

  @Option(name: .customLong("queue"), help: "Only jobs of this queue; may be given more than once.")
  var queues: [String] = []

  @Flag(help: "End when every job of the queues is in a final state; that waits for retries and scheduled jobs too.")
  var drain = false

  @Option(help: "Seconds that documents in the making may take after a signal.")
  var grace = 20.0

  @Option(help: "Seconds until jobs of a worker that died are taken over.")
  var lease = 30.0

  func validate() throws {
    guard (1...256).contains(concurrency) else { throw ValidationError("--concurrency must be from 1 to 256.") }
    guard lease >= 1, lease <= 3600 else { throw ValidationError("--lease must be from 1 to 3600 seconds.") }
    guard grace >= 0, grace <= 86_400 else { throw ValidationError("--grace must be from 0 to 86400 seconds.") }
  }

  func run() async throws {
    let installation = Installation()
    let kinds = try installation.kinds()
    let settings = WorkerSettings(
      concurrency: concurrency, queues: queues, drains: drain, renderer: installation.rendererSettings(kinds),
      lease: .seconds(lease), rescueInterval: .seconds(lease / 3), gracePeriod: .seconds(grace))
    let store = try installation.writableArtifactStore()
    let log = Logger.pressrun
    try await installation.withQueue(connections: 4) { queue in
      if drain { try await queue.register(kinds) } else { try await queue.registerWhenMigrated(kinds, log: log) }
      let worker = Worker(queue: queue, store: store, settings: settings, log: log)
      let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
      let listener = Task { for await _ in signals { await worker.stop() } }
      let progress = drain ? ProgressLine(worker, queue, queues) : nil
      let tally: WorkerTally
      do {
        tally = try await worker.run()
      } catch {
        await progress?.end()
        throw error
      }
      listener.cancel()
      await progress?.end()
      log.notice(
        "worker ended",
        metadata: [
          "completed": "\(tally.completed)", "retried": "\(tally.retried)", "discarded": "\(tally.discarded)",
          "released": "\(tally.released)",
        ])
    }
  }
}
