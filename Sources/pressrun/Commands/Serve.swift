import Application
import ArgumentParser
import Foundation
import Logging
import OperatingSystem
import Service
import Web

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the HTTP API.",
    discussion: """
      Any number of processes may serve the same database. They accept no TLS: put a proxy before them. SIGTERM or SIGINT: accept \
      no more connections and finish running requests within the grace period. Notifies systemd (Type=notify) when it is ready.
      """)

  @Option(help: ArgumentHelp("Where to accept connections; port 0 for a free one.", valueName: "host:port"))
  var listen = "127.0.0.1:8080"

  @Option(help: "Open connections; further ones wait.")
  var connections = 1000

  @Option(help: "Connections to the database.")
  var databaseConnections = 16

  @Option(help: "Seconds for running requests to finish after a signal.")
  var grace = 20.0

  func validate() throws {
    guard ListenAddress(listen) != nil else {
      throw ValidationError("--listen takes an address and a port, such as 127.0.0.1:8080.")
    }
    guard (1...100_000).contains(connections) else { throw ValidationError("--connections must be from 1 to 100000.") }
    guard (1...1000).contains(databaseConnections) else {
      throw ValidationError("--database-connections must be from 1 to 1000.")
    }
    guard grace >= 0, grace <= 86_400 else { throw ValidationError("--grace must be from 0 to 86400 seconds.") }
  }

  func run() async throws {
    hideProcess()
    let installation = Installation()
    let log = Logger.pressrun
    var settings = ServiceSettings()
    if let address = ListenAddress(listen) { settings.listen = address }
    settings.limits.connections = connections
    settings.limits.stopTime = .seconds(grace)
    settings.version = pressrunVersion
    let manager = ServiceManager(environment: ProcessInfo.processInfo.environment)
    try await installation.withQueue(connections: databaseConnections) { [settings] queue in
      let service = Service(
        queue: queue, artifacts: try installation.artifactStore(), installation: installation, settings: settings,
        log: log)
      let server = service.server()
      let listener = Task { [signals = signals([SIGTERM, SIGINT])] in
        for await _ in signals {
          manager?.stopping()
          await server.stop()
        }
      }
      let announcement = Task {
        guard let port = await server.waitUntilListening() else { return }
        log.notice("serving", metadata: ["address": "\(ListenAddress(host: settings.listen.host, port: port))"])
        manager?.ready()
      }
      defer {
        listener.cancel()
        announcement.cancel()
      }
      try await server.run()
      log.notice("service ended")
    }
  }
}
