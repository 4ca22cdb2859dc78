import Application
import ArgumentParser
import ArtifactStore
import Composition
import Delivery
import Foundation
import JobQueue
import Logging
import Monitoring
import OperatingSystem
import Relay
import Worker

struct Work: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work",
    abstract: "Claim jobs, render them, and deliver the documents.",
    discussion: """
      SIGTERM or SIGINT: claim no more, finish running jobs and deliveries within the grace period, release the others. \
      A second one: release all of them now. SIGTSTP: claim no more until SIGCONT. \
      SIGHUP: read the file of destinations again (see 'pressrun help deliver'); with --no-deliver it has no effect. \
      Notifies systemd (Type=notify) when it is ready, and its watchdog (WatchdogSec).
      """)

  @Option(help: "Documents to render concurrently, each in its own process. Default: the number of processors.")
  var concurrency: Int?

  @Option(name: .customLong("queue"), help: "Only jobs of this queue; repeatable.")
  var queues: [String] = []

  @Flag(
    help: """
      End when every job of the queues and every delivery is in a final state, including retries and scheduled jobs. What cannot \
      be done until an operator changes something (a paused queue, a disabled destination) is printed, with the exit status 1. So \
      is how many jobs were discarded and how many deliveries failed.
      """)
  var drain = false

  @Flag(help: "Deliver no documents: leave that to 'pressrun deliver'.")
  var noDeliver = false

  @Option(help: "Seconds for running jobs to finish after a signal.")
  var grace = 20.0

  @Option(help: "Seconds after which the jobs of a worker that died are claimed by others.")
  var lease = 30.0

  @Option(help: "Documents after which a renderer process is replaced.")
  var recycleDocuments = 500

  @Option(help: "Memory in megabytes beyond which a renderer process is replaced after a document.")
  var recycleMegabytes = 512

  @Flag(help: "Render documents of different tenants in different processes.")
  var isolateTenants = false

  @Flag(help: "Do not start if the kernel refuses a layer of the renderers' sandbox.")
  var requireSandbox = false

  @OptionGroup var logging: LogArguments

  @OptionGroup var monitoring: MonitoringArguments

  func validate() throws {
    guard recycleDocuments >= 1 else { throw ValidationError("--recycle-documents must be at least 1.") }
    guard (16...1 << 20).contains(recycleMegabytes) else {
      throw ValidationError("--recycle-megabytes must be from 16 to 1048576.")
    }
    guard (1...256).contains(concurrency ?? 1) else { throw ValidationError("--concurrency must be from 1 to 256.") }
    guard lease >= 1, lease <= 3600 else { throw ValidationError("--lease must be from 1 to 3600 seconds.") }
    guard grace >= 0, grace <= 86_400 else { throw ValidationError("--grace must be from 0 to 86400 seconds.") }
  }

  func run() async throws {
    ignoreClosedPipes()
    // Renderers run as the same user.
    hideProcess()
    let installation = Installation()
    let folders = try installation.kindFolders()
    let kinds = try folders.read().kinds
    let settings = try workerSettings(installation, kinds, folders)
    let store = try installation.writableArtifactStore()
    let log = logging.logger
    await warn(of: kinds, settings.capabilities, installation, log)
    let metrics = monitoring.registry
    try await installation.withQueue(connections: (noDeliver ? 4 : 8) + (metrics == nil ? 0 : 1), lockTimeout: nil) {
      queue in
      try await prepare(queue, store, kinds, log)
      let worker = try Worker(
        queue: queue, store: store, settings: settings, log: log,
        manager: ServiceManager(environment: ProcessInfo.processInfo.environment),
        metrics: metrics.map { WorkerMetrics(in: $0) })
      let relay = noDeliver ? nil : try await makeRelay(installation, queue, store, log, metrics)
      let listener = Task { [signals = signals([SIGTERM, SIGINT, SIGTSTP, SIGCONT, SIGHUP])] in
        await listen(to: signals, worker, relay, installation)
      }
      let progress = drain ? DrainProgress(worker, queue, queues) : nil
      do {
        let counts = try await monitoring.serve(metrics, queue, store, log) { try await run(worker, relay) }
        listener.cancel()
        await progress?.end()
        logEnd(counts.0, counts.1, log)
      } catch {
        await progress?.end()
        throw error
      }
      guard drain else { return }
      let undelivered = relay == nil && !noDeliver ? try await DeliveryQueue(queue).unfinished() : 0
      try await reportLeft(by: worker, relay, undelivered: undelivered, log: logging.logFormat == .json ? log : nil)
    }
  }

  /// Waits for the database and the artifact store, and logs what jobs may lack. A worker that drains waits for neither.
  private func prepare(_ queue: JobQueue, _ store: ArtifactStore, _ kinds: JobKinds, _ log: Logger) async throws {
    try await queue.prepare(for: "pressrun_worker", waits: !drain, log: log)
    for warning in try await queue.warningsOfKinds(kinds, log: log) { log.warning("\(warning)") }
    let binding = StoreBinding(queue, store)
    if drain { try await binding.bind() } else { try await binding.bindWhenReachable(log: log) }
    for warning in (try? await queue.warningsOfSchedules(without: kinds)) ?? [] { log.warning("\(warning)") }
  }

  private func logEnd(_ counts: WorkerCounts, _ deliveries: RelayCounts?, _ log: Logger) {
    log.notice(
      "worker ended",
      metadata: [
        "completed": "\(counts.completed)", "retried": "\(counts.retried)", "discarded": "\(counts.discarded)",
        "released": "\(counts.released)",
      ])
    if let deliveries { log.notice("relay ended", metadata: deliveries.metadata) }
  }

  private func workerSettings(
    _ installation: Installation, _ kinds: JobKinds, _ folders: KindFolders
  ) throws -> WorkerSettings {
    var renderer = installation.rendererSettings(kinds, requireSandbox: requireSandbox)
    renderer.documentsPerProcess = recycleDocuments
    renderer.memoryPerProcess = recycleMegabytes << 20
    renderer.isolatesTenants = isolateTenants
    var settings = WorkerSettings(
      concurrency: concurrency ?? ProcessInfo.processInfo.activeProcessorCount, queues: queues, drains: drain,
      renderer: renderer,
      capabilities: try WorkerCapabilities(of: kinds), kinds: kinds, folders: folders, lease: .seconds(lease),
      rescueInterval: .seconds(lease / 3), gracePeriod: .seconds(grace))
    settings.signers = installation.signers
    settings.chainTimestamps = installation.chainTimestamps
    _ = try settings.chainTimestamps?.settings()
    return settings
  }

  /// Logs why jobs of some kinds cannot be completed on this machine.
  private func warn(
    of kinds: JobKinds, _ capabilities: WorkerCapabilities, _ installation: Installation, _ log: Logger
  ) async {
    for problem in await installation.problemsOfSigners(of: kinds) {
      log.warning("the documents of the kind \(problem.kind) cannot be signed: \(problem.error)")
    }
    if let served = capabilities.kinds, served.count < kinds.names.count {
      log.warning(
        "this machine has no fonts: only jobs of the kinds \(served.joined(separator: ", ")) are claimed; install fonts, such as fonts-dejavu-core"
      )
    }
  }

  private func makeRelay(
    _ installation: Installation, _ queue: JobQueue, _ store: ArtifactStore, _ log: Logger, _ metrics: MetricsRegistry?
  ) async throws -> Relay? {
    let destinations = try installation.destinations()
    guard try await DeliveryQueue(queue).mayDeliver() else {
      log.warning(
        "this process delivers nothing: its login does not have the role pressrun_relay; run pressrun deliver, or work --no-deliver"
      )
      return nil
    }
    try await DeliveryQueue(queue).registerIfAllowed(destinations, log: log)
    let settings = RelaySettings(
      lease: .seconds(lease), rescueInterval: .seconds(lease / 3), gracePeriod: .seconds(grace))
    return Relay(
      queue: queue, store: store, destinations: destinations, settings: settings, log: log,
      services: SenderServices(
        links: try destinations.linkMaker(queue),
        mailBodies: installation.mailBodies(queue, store, requireSandbox: requireSandbox, log: log)),
      metrics: metrics.map { RelayMetrics(in: $0) })
  }

  private func listen(
    to signals: AsyncStream<Int32>, _ worker: Worker, _ relay: Relay?, _ installation: Installation
  ) async {
    for await signal in signals {
      switch signal {
      case SIGTSTP:
        await worker.quiet()
        await relay?.quiet()
      case SIGCONT:
        await worker.resume()
        await relay?.resume()
      // A worker without a relay ignores the signal, so that one command can signal all processes.
      case SIGHUP: await relay?.reload(from: installation)
      default:
        await worker.stop()
        await relay?.stop()
      }
    }
  }

  /// Runs the worker, and beside it the relay until the worker ends. If one of them fails, the other is stopped.
  private func run(_ worker: Worker, _ relay: Relay?) async throws -> (WorkerCounts, RelayCounts?) {
    guard let relay else { return (try await worker.run(), nil) }
    let delivering = Task {
      do {
        return try await relay.run()
      } catch {
        await worker.stop()
        throw error
      }
    }
    do {
      let counts = try await worker.run()
      if drain { await relay.drain() } else { await relay.stop() }
      return (counts, try await delivering.value)
    } catch {
      await relay.stop()
      _ = try? await delivering.value
      throw error
    }
  }
}
