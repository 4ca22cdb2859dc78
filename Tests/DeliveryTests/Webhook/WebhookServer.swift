import Foundation
import Networking
import TestSupport

/// The receiver of webhooks of the tests (`webhook_server.py`), started on first use.
final class WebhookServer: Sendable {
  static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

  struct Message: Decodable {
    var path: String
    var headers: [String: String]
    var body: Body
  }

  /// The part of a message that tests read.
  struct Body: Decodable {
    struct Document: Decodable {
      var bytes: Int
      var sha256: String
      var mediaType: String
      var url: String?
      var expires: String?
      var content: String?
    }

    struct Content: Decodable {
      var delivery: Int
      var job: Int
      var kind: String
      var tenant: String
      var document: Document
    }

    var specversion: String
    var id: String
    var source: String
    var type: String
    var subject: String
    var time: String
    var datacontenttype: String
    var data: Content
  }

  private static let starting = Task { try await WebhookServer() }

  static var shared: WebhookServer { get async throws { try await starting.value } }

  /// Whether the packages of `Tests/requirements.txt` are installed.
  static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: TestPython.program("python")) }

  private let port: Int
  private let server: ServerProcess

  private init() async throws {
    port = try ServerProcess.freePort()
    let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/webhook_server.py"
    server = try await ServerProcess(
      [TestPython.program("python"), program, "\(port)", Self.secret], ready: .output("ready"))
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// The messages with a valid signature that were sent to this path.
  func received(_ path: String) async throws -> [Message] {
    let client = HTTPClient(addresses: .withLoopback)
    defer { client.close() }
    let answer = try await client.send(
      HTTPRequest(method: "GET", url: url("/received"), responseLimit: 64 << 20))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode([Message].self, from: Data(answer.body)).filter { $0.path == path }
  }
}
