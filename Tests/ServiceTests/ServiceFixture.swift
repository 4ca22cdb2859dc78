import ArtifactStore
import Foundation
import JobQueue
import Logging
import Postgres
import TestSupport
import Web

@testable import Service

/// A service that runs against a database of its own.
struct RunningService: Sendable {
  let test: TestDatabase
  let service: Service
  let server: WebServer
  let port: Int

  /// The queue as its owner uses it.
  var queue: JobQueue { test.queue }

  /// A client with a token of its own.
  /// - Parameter tenants: nil for all.
  func client(_ scopes: Set<Scope>, tenants: Set<String>? = nil) async throws -> TestClient {
    let token = try await AccessTokens(test.queue).create(name: "test", scopes: scopes, tenants: tenants).token
    return TestClient(port: port, headers: ["Authorization": "Bearer \(token)"])
  }

  /// A client without credentials.
  var anonymous: TestClient { TestClient(port: port) }
}

/// Runs a service on a free port, with the kind `note` and an empty artifact store, while `body` runs.
///
/// The service connects with a login that has only these roles, so that every test also proves that they suffice.
func withService(
  settings: ServiceSettings = ServiceSettings(), roles: [String] = ["pressrun_service", "pressrun_all_tenants"],
  pictures: (any PagePictures)? = nil, _ body: @Sendable (RunningService) async throws -> Void
) async throws {
  try await TestDatabase.withDatabase { test in
    let folder = FileManager.default.temporaryDirectory.path + "/pressrun-service-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await test.queue.register(kinds: [KindSettings(name: "note")])
    try await withLogin(roles: roles, test) { database in
      try await run(settings, JobQueue(database: database), ArtifactStore(root: folder), pictures, test, body)
    }
  }
}

/// Calls `body` with connections of a new login.
private func withLogin(
  roles: [String], _ test: TestDatabase, _ body: @Sendable (Database) async throws -> Void
) async throws {
  let name = try await test.database.query("select current_database()").single().decode(0, as: String.self)
  let login = "service_of_\(name)"
  try await test.database.execute(script: "create role \(login) login in role \(roles.joined(separator: ", "))")
  let database = Database(
    DatabaseConfiguration(url: test.url.replacing("pressrun@", with: "\(login)@", maxReplacements: 1), poolLimit: 8))
  let result: Result<Void, any Error>
  do {
    result = .success(try await body(database))
  } catch {
    result = .failure(error)
  }
  await database.close()
  try await test.database.execute(script: "drop owned by \(login); drop role \(login)")
  try result.get()
}

private func run(
  _ settings: ServiceSettings, _ queue: JobQueue, _ artifacts: ArtifactStore, _ pictures: (any PagePictures)?,
  _ test: TestDatabase,
  _ body: @Sendable (RunningService) async throws -> Void
) async throws {
  var settings = settings
  settings.listen = ListenAddress(host: "127.0.0.1", port: 0)
  let service = Service(
    queue: queue, artifacts: artifacts, settings: settings, pictures: pictures,
    log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  let server = service.server()
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await server.run() }
    guard let port = await server.waitUntilListening() else { return try await group.waitForAll() }
    do {
      try await body(RunningService(test: test, service: service, server: server, port: port))
    } catch {
      group.cancelAll()
      throw error
    }
    await server.stop()
    try await group.waitForAll()
  }
}
