import Foundation
import TestSupport

@testable import Delivery

/// The mail server of the tests (`Servers/mail_server.py`), started on first use.
final class TestMailServer: Sendable {
  enum Port: String, CaseIterable {
    case plain
    /// STARTTLS and a password, `relay` and `secret`; SMTPUTF8.
    case auth = "auth,utf8"
    /// Refuses mails above 100,000 bytes.
    case size = "size,plain"
    /// STARTTLS with an expired certificate of the authority that the other ports have.
    case expired
    /// TLS from the start.
    case tls
  }

  /// A mail as the server received it.
  struct Mail: Decodable {
    struct Part: Decodable {
      var type: String
      var filename: String?
      var disposition: String?
      var encoding: String?
      var cid: String?
      var text: String?
      var bytes: Int
      var sha256: String
    }

    var from: String
    var to: [String]
    var helo: String
    var tls: Bool
    var user: String?
    var connection: Int
    var headers: [[String]]
    var parts: [Part]
    /// The longest line in bytes.
    var longest: Int
    var ascii: Bool
    var bareLineEnds: Int
    var defects: [String]

    func header(_ name: String) -> String? { headers.first { $0[0].lowercased() == name.lowercased() }?[1] }
    func part(_ type: String) -> Part? { parts.first { $0.type == type } }
  }

  static let isInstalled = FileManager.default.isExecutableFile(atPath: TestPython.program("python"))

  private static let starting = Task { try await TestMailServer() }

  static var shared: TestMailServer { get async throws { try await starting.value } }

  private let ports: [Port: Int]
  private let server: ServerProcess

  private init() async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Servers/"
    var arguments = ["sh", folder + "mail_server.sh", TestPython.program("python"), folder + "mail_server.py"]
    var ports: [Port: Int] = [:]
    for port in Port.allCases {
      let number = try ServerProcess.freePort()
      ports[port] = number
      arguments.append("\(number)=\(port.rawValue)")
    }
    self.ports = ports
    server = try await ServerProcess(arguments, ready: .output("ready"))
  }

  var authority: String { server.folder + "/valid.crt" }

  func url(_ port: Port) -> String { "\(port == .tls ? "smtps" : "smtp")://127.0.0.1:\(ports[port] ?? 0)" }

  /// The mails whose envelope has this recipient, in order.
  func mails(to recipient: String) throws -> [Mail] {
    var mails: [Mail] = []
    for number in 1... {
      guard let data = FileManager.default.contents(atPath: server.folder + "/mail-\(number).json") else { break }
      let mail = try JSONDecoder().decode(Mail.self, from: data)
      if mail.to.contains(recipient) { mails.append(mail) }
    }
    return mails
  }

  /// A sender for one of the ports.
  /// - Parameters:
  ///   - more: further lines of the configuration.
  ///   - isTrusted: whether the authority of the server's certificate is one that the sender knows.
  func sender(
    _ port: Port = .plain, _ more: String = "", timeout: String = "1h", networks: String = "[127.0.0.0/8]",
    isTrusted: Bool = true, services: SenderServices = .none
  ) throws -> any Sender {
    let tls = [Port.plain, .size].contains(port) ? "none" : "required"
    let authority = isTrusted ? "  ca_file: \(authority)\n" : ""
    let lines = more.split(separator: "\n").map { "  \($0)\n" }.joined()
    let configuration = try EmailTestConfiguration.read(
      """
      email:
        server: \(url(port))
        from: reports@fund.example
        timeout: \(timeout)
        allowed_networks: \(networks)
      \(more.contains("tls:") ? "" : "  tls: \(tls)\n")\(authority)\(lines)
      """)
    return try configuration.makeSender(services)
  }
}

/// The destination `email` of a file of destinations.
enum EmailTestConfiguration {
  static func read(_ text: String) throws -> DestinationConfiguration {
    let all = try DestinationConfigurations(
      text: text, file: "destinations.yaml", forms: ["email": DestinationForm(.single, EmailConfiguration.self)])
    guard let configuration = all["email"] else { throw CocoaError(.fileReadUnknown) }
    return configuration
  }
}

/// The error of sending a request.
func failure(_ sender: any Sender, _ request: DeliveryRequest) async -> SendError? {
  do throws(SendError) {
    _ = try await sender.send(request)
    return nil
  } catch {
    return error
  }
}
