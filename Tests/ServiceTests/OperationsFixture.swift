import ArtifactStore
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

  /// The built program without secrets in its environment.
  private static func program(_ subcommand: String) -> ProgramCommand {
    var environment = ProcessInfo.processInfo.environment.filter { $0.key == "PATH" || $0.key.hasPrefix("FONTCONFIG_") }
    environment["PRESSRUN_HOME"] = repository
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let this = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    let path = this.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("pressrun").path
    return ProgramCommand(path: path, arguments: [subcommand], environment: environment)
  }

  /// Draws pages with the built program.
  static func pictures(of store: ArtifactStore) -> StoredPictures {
    // No page exceeds the time on a busy machine.
    StoredPictures(
      artifacts: store, renderer: PagePictureRenderer(program: program("page-picture"), time: .seconds(3600)))
  }

  /// Works on files with the built program.
  static var files: FileTaskRunner { FileTaskRunner(program: program("file-task"), time: .seconds(3600)) }

  /// A PDF with a title, text and some pages of A4.
  static func document(pages: Int) async throws -> [UInt8] {
    let content = (1...pages).map { page in
      """
      <section><h1>Quarterly report, part \(page)</h1><p>Capacity, not demand, is now the constraint. All four lines run, and the
      order book covers the next three quarters.</p><table><tr><th>Line<th>Units<tr><td>North<td>4,210<tr><td>South<td>3,977</table></section>
      """
    }
    let html = """
      <!doctype html><title>Quarterly report</title>
      <style>@page { size: A4 } section { break-after: page } table { width: 100%; border-collapse: collapse } td, th { border: 1px solid #888;
      padding: 4px; text-align: left }</style>\(content.joined())
      """
    return try await withPool { (pool, kinds) async throws in
      let settings = await pool.settings
      let request = DocumentRequest(html: Array(html.utf8)).rendererRequest(
        created: 0, tenant: "", kinds: kinds, settings)
      guard case .rendered(_, let pdf) = try await pool.render(request, payload: Array(html.utf8), kind: "html") else {
        throw CocoaError(.fileReadUnknown)
      }
      return pdf
    }
  }

  /// A pool that ends its renderers after `body`.
  static func withPool<Value: Sendable>(
    _ configure: (inout RenderPool.Settings) -> Void = { _ in },
    _ body: @Sendable (RenderPool, JobKinds) async throws -> Value
  ) async throws -> Value {
    var settings = RenderPool.Settings()
    settings.renderers = 1
    // No document exceeds it on a busy machine.
    settings.timeLimit = .seconds(3600)
    configure(&settings)
    let pool = try RenderPool(
      RendererSettings(
        program: program("renderer"),
        startTimeout: .seconds(3600)), settings: settings)
    do {
      let value = try await body(pool, try kinds())
      await pool.stop()
      return value
    } catch {
      await pool.stop()
      throw error
    }
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
