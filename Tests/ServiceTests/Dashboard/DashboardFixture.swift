import ArtifactStore
import Encodings
import Foundation
import JobQueue
import Logging
import Postgres
import Synchronization
import TestSupport
import Testing
import Web

@testable import Service

/// A running dashboard with its database, and people who can sign in.
struct DashboardFixture: Sendable {
  let test: TestDatabase
  let client: TestClient
  let people: TestPeople
  let audit: AuditLog
  let store: ArtifactStore

  static func withDashboard<T: Sendable>(
    _ settings: DashboardSettings = DashboardSettings(),
    pictures: (@Sendable (ArtifactStore) -> any PagePictures)? = nil,
    _ body: @Sendable (DashboardFixture) async throws -> T
  ) async throws -> T {
    try await TestDatabase.withDatabase { test async throws in
      try await test.queue.register(kinds: [
        KindSettings(name: "note", maxAttempts: 3), KindSettings(name: "invoice", maxAttempts: 3),
      ])
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let store = ArtifactStore(root: folder.path)
      let people = TestPeople()
      // The rights of the service, and no others.
      let database = Database(
        DatabaseConfiguration(url: test.url + "&options=-c%20role%3Dpressrun_service", poolLimit: 8))
      let queue = JobQueue(database: database)
      let audit = AuditLog(queue)
      let sessions = SessionStore(queue: queue, idleTime: settings.sessionIdleTime, tokens: people)
      let dashboard = Dashboard(
        queue: queue, artifacts: store, sessions: sessions, audit: audit, settings: settings,
        pictures: pictures?(store), files: RealRenderers.files,
        log: Logger(label: "dashboard") { _ in SwiftLogNoOpLogHandler() })
      var table = RouteTable(authenticators: [.session: dashboard.authenticator])
      table.add(dashboard.routes)
      let server = WebServer(
        table: table, listen: ListenAddress(host: "127.0.0.1", port: 0),
        log: Logger(label: "web") { StreamLogHandler.standardError(label: $0) })
      let running = Task { try await server.run() }
      let port = try #require(await server.waitUntilListening())
      let result: Result<T, any Error>
      do {
        result = .success(
          try await body(
            DashboardFixture(test: test, client: TestClient(port: port), people: people, audit: audit, store: store)))
      } catch {
        result = .failure(error)
      }
      await server.stop()
      try await running.value
      await database.close()
      return try result.get()
    }
  }

  /// The recorded actions with their objects, the oldest first.
  func actions() async throws -> [String] {
    try await audit.entries(tenants: nil, limit: 1000).reversed().map { "\($0.action) \($0.object)" }
  }

  /// Signs in and returns a client with the session.
  func signIn(_ token: String) async throws -> Visit {
    let answer = try await client.send(
      "POST", "/sign-in", headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "token=\(token)")
    try #require(answer.status == 303, "\(answer.text)")
    let cookie = try #require(answer["set-cookie"]?.split(separator: ";").first)
    var signedIn = client
    signedIn.headers["Cookie"] = String(cookie)
    let page = try await signedIn.send("/jobs").text
    let match = try #require(page.firstMatch(of: #/name="form_key" value="([0-9a-f]+)"/#))
    return Visit(client: signedIn, formKey: String(match.output.1))
  }
}

/// A person who is signed in.
struct Visit: Sendable {
  let client: TestClient
  let formKey: String

  func get(_ path: String) async throws -> TestResponse { try await client.send(path) }

  /// Sends a form of the session.
  func post(_ path: String, _ fields: [String: String] = [:]) async throws -> TestResponse {
    let pairs = fields.merging(["form_key": formKey]) { old, _ in old }
    let body = pairs.map { "\($0.key)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    return try await client.send(
      "POST", path, headers: ["Content-Type": "application/x-www-form-urlencoded"], body: body)
  }
}

/// Tokens are the names of roles, or `role@tenant`; those in `revoked` are not valid.
final class TestPeople: TokenDirectory {
  let revoked = Mutex<Set<String>>([])

  func principal(ofToken token: String) async throws -> Principal? {
    let parts = token.split(separator: "@").map(String.init)
    guard let role = parts.first.flatMap(Dashboard.Role.init), !revoked.withLock({ $0.contains(token) }) else {
      return nil
    }
    return Principal(
      id: "token:\(token)", name: parts.count > 1 ? "Ana of \(parts[1])" : "Ana the \(role.rawValue)",
      tenants: parts.count > 1 ? .only([parts[1]]) : .all, permissions: Dashboard.Role.permissions([role]))
  }

  func principal(withID id: String) async throws -> Principal? {
    try await principal(ofToken: String(id.dropFirst("token:".count)))
  }
}
