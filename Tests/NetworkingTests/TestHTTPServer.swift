import Foundation
import TestSupport

/// The HTTP server of the tests (`Servers/http_server.py`), started on first use, with certificates of a test
/// authority.
final class TestHTTPServer: Sendable {
  enum Certificate: String, CaseIterable {
    case valid
    case expired
    case wrongHost
    case selfSigned
  }

  private static let starting = Task { try await TestHTTPServer() }

  static var shared: TestHTTPServer { get async throws { try await starting.value } }

  let port: Int
  private let ports: [Certificate: Int]
  private let server: ServerProcess

  private init() async throws {
    port = try ServerProcess.freePort()
    let servers = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Servers/"
    var arguments = ["sh", servers + "http_server.sh", servers + "http_server.py", "\(port)"]
    var ports: [Certificate: Int] = [:]
    for certificate in Certificate.allCases {
      let port = try ServerProcess.freePort()
      ports[certificate] = port
      arguments += ["\(port)", "FOLDER/\(certificate).pem"]
    }
    self.ports = ports
    server = try await ServerProcess(arguments, ready: .output("ready"))
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  func url(_ certificate: Certificate, _ path: String) -> String {
    "https://127.0.0.1:\(ports[certificate] ?? 0)\(path)"
  }

  func port(_ certificate: Certificate) -> Int { ports[certificate] ?? 0 }

  /// The certificate of the test authority.
  var authority: String { server.folder + "/authority.pem" }
}
