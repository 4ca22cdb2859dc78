import Logging
import Monitoring
import Web

/// The server of a process for monitoring, on a separate address (`--metrics-listen`): metrics and probes.
package struct MonitoringServer: Sendable {
  private let server: WebServer
  private let log: Logger

  package init(listen: ListenAddress, registry: MetricsRegistry, readiness: Readiness, log: Logger) {
    var table = RouteTable()
    table.add(OperationsRoutes.probes(readiness) + OperationsRoutes.metrics(registry))
    var limits = ServerLimits()
    limits.connections = 50
    limits.stopTime = .seconds(1)
    server = WebServer(table: table, listen: listen, limits: limits, log: log)
    self.log = log
  }

  /// Serves while `body` runs.
  /// - Throws: errors of the system, for example if the address is in use; errors of `body`.
  package func during<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      guard let port = await server.waitUntilListening() else {
        try await group.waitForAll()
        throw CancellationError()
      }
      log.notice("serving metrics", metadata: ["port": "\(port)"])
      let result: Result<Value, any Error>
      do {
        result = .success(try await body())
      } catch {
        result = .failure(error)
      }
      await server.stop()
      try await group.waitForAll()
      return try result.get()
    }
  }
}
