import Logging
import TestSupport

@testable import Web

/// A running server.
struct RunningServer: Sendable {
  let server: WebServer
  let client: TestClient
  var port: Int { client.port }
}

/// Runs a server with these routes on a free port while `body` runs.
func withServer(
  _ routes: [Route], limits: ServerLimits = ServerLimits(), authenticators: [CredentialKind: any Authenticator] = [:],
  observer: (@Sendable (AnsweredRequest) -> Void)? = nil,
  log: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
  _ body: @Sendable (RunningServer) async throws -> Void
) async throws {
  var table = RouteTable(authenticators: authenticators)
  table.observer = observer
  table.add(routes)
  let server = WebServer(table: table, listen: ListenAddress(host: "127.0.0.1", port: 0), limits: limits, log: log)
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await server.run() }
    guard let port = await server.waitUntilListening() else { return try await group.waitForAll() }
    do {
      try await body(RunningServer(server: server, client: TestClient(port: port)))
    } catch {
      group.cancelAll()
      throw error
    }
    await server.stop()
    try await group.waitForAll()
  }
}

/// A route that answers a text.
func textRoute(_ path: PathTemplate, _ text: String = "hello") -> Route {
  Route(.get, path, access: .open, summary: "Answers a text.") { _ in .text(text) }
}
