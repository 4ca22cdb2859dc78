import Application
import ArgumentParser
import Delivery
import Foundation
import JobQueue
import Logging
import OperatingSystem
import Relay

struct Deliver: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver",
    abstract: "Deliver finished documents to their destinations.",
    discussion: """
      The destinations are configured in Jobs/destinations.yaml, or in the file that PRESSRUN_DESTINATIONS names. SIGHUP reads \
      it again. SIGTERM or SIGINT: claim no more, finish running deliveries within the grace period, release the others. \
      A second one: stop all deliveries now. SIGTSTP: claim no more until SIGCONT. \
      Notifies systemd (Type=notify) when it is ready, and its watchdog (WatchdogSec).
      """)

  @Option(help: "Deliveries at the same time, to all destinations together.")
  var concurrency = 64

  @Option(
    name: .customLong("queue"),
    help: "Only deliveries of this queue, such as deliveries.email or deliveries.s3.reports; repeatable.")
  var queues: [String] = []

  @Flag(
    help: """
      End when every delivery is in a final state, including those that wait for their next attempt. What cannot be delivered \
      until an operator changes something (a paused queue, a disabled destination, one that is not configured) is printed, with \
      the exit status 1. So is how many deliveries failed.
      """)
  var drain = false

  @Option(help: "Seconds for running deliveries to finish after a signal.")
  var grace = 20.0

  @Option(help: "Seconds after which the deliveries of a relay that died are claimed by others.")
  var lease = 30.0

  @Flag(help: "Compose no bodies of mails if the kernel refuses a layer of the renderers' sandbox.")
  var requireSandbox = false

  @OptionGroup var logging: LogArguments

  @OptionGroup var monitoring: MonitoringArguments

  func validate() throws {
    guard (1...1024).contains(concurrency) else { throw ValidationError("--concurrency must be from 1 to 1024.") }
    guard lease >= 1, lease <= 3600 else { throw ValidationError("--lease must be from 1 to 3600 seconds.") }
    guard grace >= 0, grace <= 86_400 else { throw ValidationError("--grace must be from 0 to 86400 seconds.") }
    if let queue = queues.first(where: { !$0.hasPrefix("deliveries.") }) {
      throw ValidationError("--queue \(queue): the queues of deliveries begin with \"deliveries.\".")
    }
  }

  func run() async throws {
    ignoreClosedPipes()
    // The process has the secrets of the destinations.
    hideProcess()
    let installation = Installation()
    let destinations = try installation.destinations()
    let settings = RelaySettings(
      concurrency: concurrency, queues: queues, drains: drain, lease: .seconds(lease),
      rescueInterval: .seconds(lease / 3), gracePeriod: .seconds(grace))
    let log = logging.logger
    let metrics = monitoring.registry
    try await installation.withQueue(connections: metrics == nil ? 4 : 5, lockTimeout: nil) { queue in
      let deliveries = DeliveryQueue(queue)
      try await queue.prepare(for: "pressrun_relay", waits: !drain, log: log)
      if drain {
        try await deliveries.registerIfAllowed(destinations, log: log)
      } else {
        try await deliveries.registerWhenMigrated(destinations, log: log)
      }
      let store = try installation.artifactStore()
      try await StoreBinding(queue, store).check()
      let relay = Relay(
        queue: queue, store: store, destinations: destinations, settings: settings, log: log,
        services: SenderServices(
          links: try destinations.linkMaker(queue),
          mailBodies: installation.mailBodies(queue, store, requireSandbox: requireSandbox, log: log)),
        manager: ServiceManager(environment: ProcessInfo.processInfo.environment),
        metrics: metrics.map { RelayMetrics(in: $0) })
      let listener = Task { [signals = signals([SIGTERM, SIGINT, SIGTSTP, SIGCONT, SIGHUP])] in
        for await signal in signals {
          switch signal {
          case SIGTSTP: await relay.quiet()
          case SIGCONT: await relay.resume()
          case SIGHUP: await relay.reload(from: installation)
          default: await relay.stop()
          }
        }
      }
      let counts = try await monitoring.serve(metrics, queue, store, log) { try await relay.run() }
      listener.cancel()
      log.notice("relay ended", metadata: counts.metadata)
      try await reportLeft(by: nil, relay, log: logging.logFormat == .json ? log : nil)
    }
  }
}

extension RelayCounts {
  var metadata: Logger.Metadata {
    [
      "delivered": "\(delivered)", "retried": "\(retried)", "failed": "\(failed)", "released": "\(released)",
    ]
  }
}
