import CLinux
import Foundation
import Glibc
import OperatingSystem

/// A TCP connection to a server on this host, over which a test sends any bytes. Its methods block.
package final class TestConnection: Sendable {
  private let descriptor: Int32

  package init(port: Int) throws {
    descriptor = try Self.connect(to: port)
  }

  /// A socket that is connected to a port of this host.
  static func connect(to port: Int) throws(SystemError) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let error = SystemError("connect")
      Glibc.close(descriptor)
      throw error
    }
    return descriptor
  }

  deinit { Glibc.close(descriptor) }

  /// Returns false if the server has closed the connection.
  @discardableResult
  package func send(_ text: String) -> Bool { TestListener.send(Array(text.utf8), to: descriptor) }

  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool { TestListener.send(bytes, to: descriptor) }

  /// The next bytes; empty at the end.
  package func receive() -> [UInt8] { TestListener.receive(from: descriptor) }

  /// Receives everything up to the end of the connection.
  package func receiveAll() -> String {
    var all: [UInt8] = []
    while case let bytes = receive(), !bytes.isEmpty { all += bytes }
    return String(decoding: all, as: UTF8.self)
  }

  /// Bytes up to and including `end`, or to the end of the connection.
  package func receive(through end: String) -> String {
    var all: [UInt8] = []
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) == 1 {
      all.append(byte)
      if all.suffix(end.utf8.count).elementsEqual(end.utf8) { break }
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// Sends no more.
  package func endOutput() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next answer. Its length must be stated or chunked, or the connection must end with it.
  package func answer(toHead isHead: Bool = false) -> TestResponse {
    let head = receive(through: "\r\n\r\n")
    var answer = TestResponse(head: head)
    if isHead || answer.status == 204 || answer.status == 304 || answer.status / 100 == 1 { return answer }
    if let length = answer["content-length"].flatMap({ Int($0) }) {
      answer.body = exactly(length)
    } else if answer["transfer-encoding"] == "chunked" {
      while let size = Int(receive(through: "\r\n").dropLast(), radix: 16) {
        answer.body += exactly(size)
        _ = exactly(2)
        if size == 0 { break }
      }
    } else {
      while case let bytes = receive(), !bytes.isEmpty { answer.body += bytes }
    }
    return answer
  }

  private func exactly(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var received = 0
    while received < count {
      let size = recv(descriptor, &bytes[received], count - received, 0)
      if size <= 0 { break }
      received += size
    }
    return Array(bytes[..<received])
  }
}

/// An answer of an HTTP server.
package struct TestResponse: Sendable {
  /// 0 if there was none.
  package let status: Int
  /// Names in lower case; several values of a name joined by commas.
  package let headers: [String: String]
  package var body: [UInt8] = []

  init(head: String) {
    let lines = head.split(separator: "\r\n")
    status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
    headers = Dictionary(
      lines.dropFirst().compactMap { line -> (String, String)? in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
      }, uniquingKeysWith: { "\($0), \($1)" })
  }

  package subscript(name: String) -> String? { headers[name] }
  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// Sends requests to a server on this host, each over a separate connection, on separate threads.
package struct TestClient: Sendable {
  package var port: Int
  /// Sent with every request.
  package var headers: [String: String]

  package init(port: Int, headers: [String: String] = [:]) {
    self.port = port
    self.headers = headers
  }

  /// Sends a GET request.
  package func send(_ target: String, headers: [String: String] = [:]) async throws -> TestResponse {
    try await send("GET", target, headers: headers, bytes: nil)
  }

  package func send(
    _ method: String, _ target: String, headers: [String: String] = [:], body: String? = nil
  ) async throws -> TestResponse {
    try await send(method, target, headers: headers, bytes: body.map { Array($0.utf8) })
  }

  package func send(
    _ method: String, _ target: String, headers: [String: String] = [:], bytes: [UInt8]?
  ) async throws -> TestResponse {
    var all = self.headers.merging(headers) { $1 }
    if let bytes { all["Content-Length"] = String(bytes.count) }
    let fields = all.map { "\($0.key): \($0.value)\r\n" }.joined()
    let head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fields)\r\n"
    return try await onThread(name: "test client") { [port] in
      let connection = try TestConnection(port: port)
      connection.send(Array(head.utf8) + (bytes ?? []))
      return connection.answer(toHead: method == "HEAD")
    }
  }
}
