import Application
import ArgumentParser
import ArtifactStore
import Delivery
import Foundation
import JobQueue
import Logging
import Monitoring
import OperatingSystem
import Relay
import Rendering
import Service
import Web

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the HTTP API, the dashboard and share links.",
    discussion: """
      Any number of processes may serve the same database. They accept no TLS: put a proxy before them. SIGTERM or SIGINT: accept \
      no more connections and finish running requests within the grace period. Notifies systemd (Type=notify) when it is ready.
      """)

  @Option(help: ArgumentHelp("Where to accept connections; port 0 for a free one.", valueName: "host:port"))
  var listen = "127.0.0.1:8080"

  @Option(help: "Open connections; further ones wait.")
  var connections = 1000

  @Option(
    help: ArgumentHelp(
      "Open connections of one client address; 0 for no limit.",
      discussion: "Further ones are closed with status 429. Raise it if clients connect through few proxies."))
  var connectionsPerClient = 250

  @Flag(
    help: ArgumentHelp(
      "Let browsers on this machine use the dashboard without TLS.",
      discussion: "Only with a loopback address in --listen and without a proxy."))
  var plainHTTP = false

  @Option(help: "Connections to the database.")
  var databaseConnections = 16

  @Option(help: "Seconds for running requests to finish after a signal.")
  var grace = 20.0

  @Option(help: "Renderer processes for documents that a request waits for (/v1/render and Gotenberg's routes).")
  var renderers = 2

  @Option(help: "Requests that wait for such a renderer; further ones are answered 429.")
  var renderQueue = 16

  @Option(help: "A name of the installation, shown on every page, such as production.")
  var name = ""

  @Flag(help: "Do not start if the kernel refuses a layer of the renderers' sandbox.")
  var requireSandbox = false

  @OptionGroup(title: "Reverse proxies") var proxy: ProxyArguments

  @OptionGroup var logging: LogArguments

  @OptionGroup var monitoring: MonitoringArguments

  func validate() throws {
    guard (1...64).contains(renderers) else { throw ValidationError("--renderers must be from 1 to 64.") }
    guard (0...1000).contains(renderQueue) else { throw ValidationError("--render-queue must be from 0 to 1000.") }
    guard let address = ListenAddress(listen) else {
      throw ValidationError("--listen takes an address and a port, such as 127.0.0.1:8080.")
    }
    guard !plainHTTP || address.isLoopback else {
      throw ValidationError("--plain-http sends sessions without encryption; it needs a loopback address in --listen.")
    }
    guard (0...100_000).contains(connectionsPerClient) else {
      throw ValidationError("--connections-per-client must be from 0 to 100000.")
    }
    guard (1...100_000).contains(connections) else { throw ValidationError("--connections must be from 1 to 100000.") }
    guard (1...1000).contains(databaseConnections) else {
      throw ValidationError("--database-connections must be from 1 to 1000.")
    }
    guard grace >= 0, grace <= 86_400 else { throw ValidationError("--grace must be from 0 to 86400 seconds.") }
  }

  func run() async throws {
    ignoreClosedPipes()
    hideProcess()
    let installation = Installation()
    let log = logging.logger
    let metrics = monitoring.registry
    let manager = ServiceManager(environment: ProcessInfo.processInfo.environment)
    try await installation.withQueue(connections: databaseConnections) { [settings] queue in
      try Installation.requireFonts()
      try await queue.prepare(for: "pressrun_service", log: log)
      let artifacts = try installation.writableArtifactStore()
      try await StoreBinding(queue, artifacts).checkAtStart(log: log)
      let pictures = StoredPictures(artifacts: artifacts, requireSandbox: requireSandbox)
      let parts = try makeParts(installation, queue, artifacts, pictures, metrics, log)
      // Without it, a renderer that does not start is reported by the requests that need it.
      if requireSandbox { try await parts.warmUp() }
      let service = Service(
        queue: queue, artifacts: artifacts, installation: installation, settings: settings, pictures: pictures,
        parts: parts, log: log)
      let stops = signals([SIGTERM, SIGINT])
      try await monitoring.serve(metrics, queue, artifacts, log) {
        try await service.run(until: stops, manager: manager)
      }
    }
  }

  private var settings: ServiceSettings {
    var settings = ServiceSettings()
    if let address = ListenAddress(listen) { settings.listen = address }
    settings.limits.connections = connections
    settings.limits.connectionsPerClient = connectionsPerClient == 0 ? nil : connectionsPerClient
    settings.dashboard.allowsPlainHTTP = plainHTTP
    settings.limits.stopTime = .seconds(grace)
    settings.version = pressrunVersion
    settings.proxies = proxy.proxies
    settings.dashboard.proxy = proxy.identity
    settings.dashboard.name = name
    return settings
  }

  private func makeParts(
    _ installation: Installation, _ queue: JobQueue, _ artifacts: ArtifactStore, _ pictures: StoredPictures,
    _ metrics: MetricsRegistry?, _ log: Logger
  ) throws -> ServiceParts {
    var rendering = RenderPool.Settings()
    rendering.renderers = renderers
    rendering.queue = renderQueue
    let links = try (installation.destinations()["link"]?.sender as? LinkConfiguration).map {
      try ShareLinks(queue: queue, configuration: $0)
    }
    return try ServiceParts(
      installation: installation, queue: queue, artifacts: artifacts, links: links,
      files: FileTaskRunner(program: .withoutSecrets("file-task", requireSandbox: requireSandbox)),
      pictures: pictures, rendering: rendering, requireSandbox: requireSandbox, registry: metrics, log: log)
  }
}
