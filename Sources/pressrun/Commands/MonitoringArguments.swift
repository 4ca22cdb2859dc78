import Application
import ArgumentParser
import ArtifactStore
import JobQueue
import Logging
import Monitoring
import Service
import Web

/// The option of processes that run for long: an address for monitoring.
struct MonitoringArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Serve metrics for Prometheus (/metrics) and probes (/livez, /readyz) at this address, to which only monitoring "
        + "should have access.", valueName: "host:port"))
  var metricsListen: ListenAddress?

  /// The metrics of this process; nil without an address.
  var registry: MetricsRegistry? {
    guard metricsListen != nil else { return nil }
    let registry = MetricsRegistry()
    ProcessMetrics.register(in: registry, version: pressrunVersion)
    return registry
  }

  /// Serves metrics and probes while `body` runs. Without an address it only calls `body`.
  func serve<Value: Sendable>(
    _ registry: MetricsRegistry?, _ queue: JobQueue, _ store: ArtifactStore, _ log: Logger,
    during body: () async throws -> Value
  ) async throws -> Value {
    guard let metricsListen, let registry else { return try await body() }
    await QueueMetrics.registerIfAllowed(in: registry, queue: queue, log: log)
    let server = MonitoringServer(
      listen: metricsListen, registry: registry, readiness: Readiness(queue: queue, store: store, log: log), log: log)
    return try await server.during(body)
  }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension ListenAddress: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
