import Foundation
import Networking
import OperatingSystem
import TestTraits
import Testing

/// Requests and answers over plain connections.
@Suite(.hangLimit)
struct HTTPClientTests {
  private let client = HTTPClient(addresses: .withLoopback)

  /// The response of `/echo`.
  private struct Echo: Decodable {
    var method: String
    var path: String
    var headers: [[String]]
    var length: Int
    var sha256: String
    /// Number of the connection.
    var connection: Int

    subscript(_ name: String) -> String? { headers.first { $0[0].lowercased() == name.lowercased() }?[1] }
  }

  private func echo(_ request: HTTPRequest) async throws -> Echo {
    let response = try await client.send(request)
    #expect(response.status == 200)
    return try JSONDecoder().decode(Echo.self, from: Data(response.body))
  }

  @Test func `sends method, path, headers and no others`() async throws {
    let server = try await TestHTTPServer.shared
    let echo = try await echo(
      HTTPRequest(
        method: "GET", url: server.url("/echo/a%20b/../c?x=1&y"),
        headers: [("X-First", "1"), ("X-Empty", ""), ("x-first", "2")]))
    #expect(echo.method == "GET")
    #expect(echo.path == "/echo/a%20b/../c?x=1&y")
    #expect(
      echo.headers == [
        ["Host", "127.0.0.1:\(server.port)"], ["Accept", "*/*"], ["X-First", "1"], ["X-Empty", ""], ["x-first", "2"],
        ["User-Agent", "pressrun"],
      ])
  }

  @Test(arguments: [0, 1, 40_000, 61_440, 61_441, 3_000_000])
  func `sends bytes`(count: Int) async throws {
    let server = try await TestHTTPServer.shared
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for method in ["POST", "PUT"] {
      let echo = try await echo(HTTPRequest(method: method, url: server.url("/echo"), body: .bytes(bytes)))
      #expect(echo.method == method)
      #expect(echo["Content-Length"] == "\(count)")
      #expect(echo.sha256 == SHA256.hash(data: bytes).hex)
      #expect(echo["Expect"] == nil && echo["Content-Type"] == nil)
    }
  }

  @Test func `sends a part of a file`() async throws {
    let server = try await TestHTTPServer.shared
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let part = HTTPRequest.Body.file(path: path, offset: 100_000, length: 150_000)
    let echo = try await echo(HTTPRequest(method: "PUT", url: server.url("/echo"), body: part))
    #expect(echo.sha256 == SHA256.hash(data: bytes[100_000..<250_000]).hex)
    let tooLong = HTTPRequest.Body.file(path: path, offset: 200_000, length: 150_000)
    let error = await failure(HTTPRequest(method: "PUT", url: server.url("/echo"), body: tooLong))
    #expect(error?.code == .fileUnreadable && error?.mayHaveTakenEffect == false)
    let missing = HTTPRequest.Body.file(path: path + ".missing", offset: 0, length: 1)
    #expect(await failure(HTTPRequest(method: "PUT", url: server.url("/echo"), body: missing))?.code == .fileUnreadable)
  }

  @Test func `reads status, headers and body`() async throws {
    let server = try await TestHTTPServer.shared
    let response = try await client.send(HTTPRequest(method: "GET", url: server.url("/status/507")))
    #expect(response.status == 507)
    #expect(String(decoding: response.body, as: UTF8.self) == "status 507")
    #expect(response["content-length"] == "10")
    #expect(response.address == "127.0.0.1:\(server.port)")
    let head = try await client.send(HTTPRequest(method: "HEAD", url: server.url("/echo")))
    #expect(head.status == 200 && head.body.isEmpty && head["Content-Type"] == "application/json")
    #expect(head["X-Empty"] == "")
    let interim = try await client.send(HTTPRequest(method: "GET", url: server.url("/interim")))
    #expect(interim.status == 200 && interim["X-Early"] == nil && interim.body == Array("late".utf8))
  }

  @Test func `does not follow redirects`() async throws {
    let server = try await TestHTTPServer.shared
    let response = try await client.send(HTTPRequest(method: "GET", url: server.url("/redirect")))
    #expect(response.status == 302 && response["Location"] == "/echo")
  }

  @Test func `uses connections again`() async throws {
    let server = try await TestHTTPServer.shared
    let first = try await echo(HTTPRequest(method: "GET", url: server.url("/echo")))
    for _ in 1...20 {
      let next = try await echo(HTTPRequest(method: "POST", url: server.url("/echo"), body: .bytes([1])))
      #expect(next.connection == first.connection)
    }
    client.close()
    #expect(try await echo(HTTPRequest(method: "GET", url: server.url("/echo"))).connection != first.connection)
  }

  @Test func `a closed client finishes its requests and can be used again`() async throws {
    let server = try await TestHTTPServer.shared
    async let large = client.send(HTTPRequest(method: "GET", url: server.url("/bytes/500000")))
    client.close()
    #expect(try await large.body.count == 500_000)
    #expect(try await client.send(HTTPRequest(method: "GET", url: server.url("/status/200"))).status == 200)
    client.close()
    client.close()
  }

  @Test func `runs requests at the same time`() async throws {
    let server = try await TestHTTPServer.shared
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          let status = 200 + number
          return try await client.send(
            HTTPRequest(method: "POST", url: server.url("/status/\(status)"), body: .bytes([1]))
          )
          .status - status
        }
      }
      for try await difference in group { #expect(difference == 0) }
    }
  }

  @Test func `sends credentials only as asked`() async throws {
    let server = try await TestHTTPServer.shared
    let basic = try await echo(
      HTTPRequest(method: "GET", url: server.url("/echo"), credentials: .basic(user: "me", password: "p:w")))
    #expect(basic["Authorization"] == "Basic bWU6cDp3")
    let bearer = try await echo(HTTPRequest(method: "GET", url: server.url("/echo"), credentials: .bearer("abc")))
    #expect(bearer["Authorization"] == "Bearer abc")
    #expect(try await echo(HTTPRequest(method: "GET", url: server.url("/echo")))["Authorization"] == nil)
  }

  @Test func `gives the body of a success to the receiver`() async throws {
    let server = try await TestHTTPServer.shared
    let file = ReceivedBytes()
    let request = HTTPRequest(
      method: "GET", url: server.url("/bytes/5000000"), responseLimit: 100, receive: { file.append($0) })
    let response = try await client.send(request)
    #expect(response.body.isEmpty && file.count == 5_000_000)
    let refused = HTTPRequest(method: "GET", url: server.url("/status/404"), receive: { file.append($0) })
    #expect(try await client.send(refused).body == Array("status 404".utf8))
    #expect(file.count == 5_000_000)
    let ended = HTTPRequest(method: "GET", url: server.url("/endless"), receive: { _ in false })
    #expect(await failure(ended)?.code == .cancelled)
  }

  private func failure(_ request: HTTPRequest) async -> NetworkError? {
    do throws(NetworkError) {
      _ = try await client.send(request)
      return nil
    } catch {
      return error
    }
  }
}
