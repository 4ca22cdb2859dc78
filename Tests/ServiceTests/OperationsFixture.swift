import Composition
import Foundation
import Logging
import OperatingSystem
import Rendering
import TestSupport
import Web

@testable import Service

/// Serves routes on a free port while `body` runs. Requests with the token `test` may do everything.
func serving(_ routes: [Route], _ body: @Sendable (TestClient) async throws -> Void) async throws {
  var table = RouteTable(authenticators: [.token: TestTokens()])
  table.add(routes)
  let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  let server = WebServer(table: table, listen: ListenAddress(host: "127.0.0.1", port: 0), log: log)
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await server.run() }
    guard let port = await server.waitUntilListening() else { return try await group.waitForAll() }
    do {
      try await body(TestClient(port: port, headers: ["Authorization": "Bearer test"]))
    } catch {
      group.cancelAll()
      throw error
    }
    await server.stop()
    try await group.waitForAll()
  }
}

private struct TestTokens: Authenticator {
  func principal(of request: RequestHead) async throws -> Principal? {
    guard request.header("Authorization") == "Bearer test" else { return nil }
    return Principal(id: "token:1", name: "test", tenants: .only(["acme"]), permissions: ["jobs:write"])
  }
}

/// Renderer processes of the built program, and the repository's kinds.
enum RealRenderers {
  static let repository = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized.path

  static func kinds() throws -> JobKinds {
    try JobKinds.load(folder: repository + "/Jobs", templates: repository + "/Templates")
  }

  /// A pool that ends its renderers after `body`.
  static func withPool(
    _ configure: (inout RenderPool.Settings) -> Void = { _ in },
    _ body: @Sendable (RenderPool, JobKinds) async throws -> Void
  ) async throws {
    var environment = ProcessInfo.processInfo.environment.filter { $0.key == "PATH" || $0.key.hasPrefix("FONTCONFIG_") }
    environment["PRESSRUN_HOME"] = repository
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let this = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    let program = this.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("pressrun").path
    var settings = RenderPool.Settings()
    settings.renderers = 1
    // No document exceeds it on a busy machine.
    settings.timeLimit = .seconds(3600)
    configure(&settings)
    let pool = try RenderPool(
      RendererSettings(
        program: ProgramCommand(path: program, arguments: ["renderer"], environment: environment),
        startTimeout: .seconds(3600)), settings: settings)
    do {
      try await body(pool, try kinds())
    } catch {
      await pool.stop()
      throw error
    }
    await pool.stop()
  }
}

/// A form with parts in the format of `multipart/form-data`.
struct TestForm {
  private(set) var bytes: [UInt8] = []
  static let boundary = "----test"
  static let headers = ["Content-Type": "multipart/form-data; boundary=----test"]

  mutating func add(_ name: String, _ text: String, fileName: String? = nil, mediaType: String? = nil) {
    add(name, Array(text.utf8), fileName: fileName, mediaType: mediaType)
  }

  mutating func add(_ name: String, _ content: [UInt8], fileName: String? = nil, mediaType: String? = nil) {
    var head = "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\""
    if let fileName { head += "; filename=\"\(fileName)\"" }
    if let mediaType { head += "\r\nContent-Type: \(mediaType)" }
    bytes += Array((head + "\r\n\r\n").utf8) + content + Array("\r\n".utf8)
  }

  /// The whole body.
  var body: [UInt8] { bytes + Array("--\(Self.boundary)--\r\n".utf8) }
}
