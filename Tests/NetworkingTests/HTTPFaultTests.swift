import Foundation
import Networking
import OperatingSystem
import TestSupport
import TestTraits
import Testing

/// Servers that fail, and requests that cannot be sent. Each error states whether the request may have taken effect.
@Suite(.hangLimit, .serialized)
struct HTTPFaultTests {
  private let client = HTTPClient(addresses: .withLoopback)

  private func failure(_ request: HTTPRequest, _ client: HTTPClient? = nil) async -> NetworkError? {
    do throws(NetworkError) {
      _ = try await (client ?? self.client).send(request)
      return nil
    } catch {
      return error
    }
  }

  /// Requests without time limits that matter, except the given one.
  private func post(_ url: String, _ body: [UInt8] = [1, 2, 3], timeout: Duration = .seconds(3600)) -> HTTPRequest {
    request("POST", url, .bytes(body), timeout: timeout)
  }

  private func request(
    _ method: String, _ url: String, _ body: HTTPRequest.Body = .none, timeout: Duration = .seconds(3600)
  ) -> HTTPRequest {
    var request = HTTPRequest(method: method, url: url, body: body, timeout: timeout)
    request.stallLimit = .seconds(3600)
    return request
  }

  @Test func `a connection that is cut after the request leaves the outcome open`() async throws {
    let server = try await TestHTTPServer.shared
    for body in [[1, 2, 3], [UInt8](repeating: 0, count: 200_000)] {
      let error = await failure(post(server.url("/cut-before-answer"), body))
      #expect(error?.code == .connectionLost && error?.mayHaveTakenEffect == true)
    }
    let inside = await failure(post(server.url("/cut-in-answer")))
    #expect(inside?.code == .connectionLost && inside?.mayHaveTakenEffect == true)
  }

  @Test func `a connection that is cut while the body is sent leaves no effect`() async throws {
    let server = try await TestHTTPServer.shared
    let error = await failure(post(server.url("/cut-before-body"), [UInt8](repeating: 0, count: 30_000_000)))
    #expect(error?.code == .connectionLost && error?.mayHaveTakenEffect == false)
  }

  @Test func `a request on a connection that the server closes is not repeated`() async throws {
    let server = try await TestHTTPServer.shared
    for body in [[1, 2, 3], [UInt8](repeating: 0, count: 200_000)] {
      let client = HTTPClient(addresses: .withLoopback)
      #expect(try await client.send(post(server.url("/cut-second"), body)).status == 200)
      let error = await failure(post(server.url("/cut-second"), body), client)
      #expect(error?.code == .connectionLost && error?.mayHaveTakenEffect == true)
      #expect(try await client.send(post(server.url("/cut-second"), body)).status == 200)
      // Without effect, it may be.
      let safe = HTTPRequest(method: "GET", url: server.url("/cut-second"))
      #expect(try await client.send(safe).status == 200)
    }
  }

  @Test func `no connection`() async throws {
    let error = await failure(post("http://127.0.0.1:\(try ServerProcess.freePort())/"))
    #expect(error?.code == .connectFailed && error?.mayHaveTakenEffect == false)
    #expect(error?.message == "no connection: Connection refused")
  }

  @Test func `a server that does not answer`() async throws {
    let server = try await TestHTTPServer.shared
    var timeout = Duration.milliseconds(300)
    while true {
      let name = UUID().uuidString
      let error = await failure(post(server.url("/silent/\(name)"), timeout: timeout))
      #expect(error?.code == .timedOut)
      // On a slow machine, the time can end before the request has arrived.
      if try await client.send(request("GET", server.url("/has-arrived/\(name)"))).status == 200 {
        #expect(error?.mayHaveTakenEffect == true)
        return
      }
      timeout *= 2
    }
  }

  @Test func `a server that sends a byte at a time`() async throws {
    let server = try await TestHTTPServer.shared
    var request = HTTPRequest(method: "GET", url: server.url("/drip"))
    request.stallLimit = .seconds(1)
    #expect(await failure(request)?.code == .timedOut)
  }

  @Test func `answers larger than the limits`() async throws {
    let server = try await TestHTTPServer.shared
    for path in ["/endless", "/bytes/200000", "/endless-headers"] {
      let error = await failure(HTTPRequest(method: "GET", url: server.url(path), responseLimit: 100_000))
      #expect(error?.code == .tooLarge && error?.mayHaveTakenEffect == true, "\(path)")
    }
  }

  @Test func `a long answer is cut off if the request says so`() async throws {
    let server = try await TestHTTPServer.shared
    for path in ["/endless", "/bytes/200000"] {
      var request = HTTPRequest(method: "GET", url: server.url(path), responseLimit: 1000)
      request.cutsLongAnswers = true
      let response = try await client.send(request)
      #expect(response.status == 200 && response.body == [UInt8](repeating: UInt8(ascii: "x"), count: 1000))
    }
  }

  @Test func `another protocol`() async throws {
    let server = try await TestHTTPServer.shared
    #expect(await failure(post(server.url("/other-protocol")))?.code == .protocolViolation)
    let tls = "https://127.0.0.1:\(server.port)/echo"
    let error = await failure(post(tls))
    #expect(error?.code == .notTrusted && error?.mayHaveTakenEffect == false)
  }

  @Test func `cancelled`() async throws {
    let server = try await TestHTTPServer.shared
    let name = UUID().uuidString
    let task = Task { await failure(post(server.url("/silent/\(name)"))) }
    _ = try await client.send(request("GET", server.url("/until-arrived/\(name)")))
    task.cancel()
    #expect(await task.value?.code == .cancelled)
    let early = Task { await failure(post(server.url("/echo"))) }
    early.cancel()
    let error = await early.value
    #expect(error == nil || error?.code == .cancelled)
  }

  @Test func `headers cannot change the request`() async throws {
    let server = try await TestHTTPServer.shared
    let headers: [(name: String, value: String)] = [
      ("X", "a\r\nY: b"), ("X", "a\nb"), ("X", "a\0b"), ("X\r\nY", "a"), ("X Y", "a"), ("", "a"), ("Host", "x"),
      ("content-length", "1"), ("Transfer-Encoding", "chunked"), ("X", String(repeating: "a", count: 20_000)),
    ]
    for header in headers {
      let request = HTTPRequest(method: "GET", url: server.url("/echo"), headers: [header])
      #expect(await failure(request)?.code == .invalidRequest, "\(header)")
    }
    for method in ["", "GET /", "G\r\nX"] {
      #expect(await failure(HTTPRequest(method: method, url: server.url("/echo")))?.code == .invalidRequest)
    }
    let token = HTTPRequest(method: "GET", url: server.url("/echo"), credentials: .bearer("a\r\nX: b"))
    #expect(await failure(token)?.code == .invalidRequest)
  }

  @Test func `messages contain no secrets`() async throws {
    let server = try await TestHTTPServer.shared
    let urls = [
      server.url("/cut-before-answer?token=hunter2"), "http://127.0.0.1:1/?token=hunter2",
      "http://user:hunter2@127.0.0.1/",
      "http://127.0.0.1:x/?hunter2",
      "http://a b/hunter2", "ftp://hunter2@x/",
      "https://127.0.0.1:\(server.port)/?hunter2",
      "http://10.0.0.1/?hunter2", "http://nothing.invalid/?hunter2",
    ]
    for url in urls {
      let request = HTTPRequest(method: "GET", url: url, credentials: .basic(user: "hunter2", password: "hunter2"))
      let error = await failure(request)
      #expect(error != nil && !"\(error as Any)".contains("hunter2"), "\(url)")
    }
  }
}
