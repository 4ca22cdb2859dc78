import OperatingSystem
import TestSupport
import TestTraits
import Testing

@testable import Web

/// Blocking calls on a connection, on a thread of their own.
private func withConnection<Value: Sendable>(
  _ port: Int, _ body: @escaping @Sendable (TestConnection) throws -> Value
) async throws -> Value {
  try await onThread(name: "connection") { try body(try TestConnection(port: port)) }
}

@Suite(.hangLimit) struct LimitTests {
  private let upload = Route(.post, "/upload", access: .open, summary: "Takes text.", body: .json(.any, limit: 1000)) {
    .text("\(try await $0.body.bytes().count)")
  }

  private func limits(_ change: (inout ServerLimits) -> Void) -> ServerLimits {
    var limits = ServerLimits()
    change(&limits)
    return limits
  }

  @Test func aLongHeaderIsRefused() async throws {
    try await withServer([textRoute("/a")], limits: limits { $0.headerBytes = 1000 }) { (server) async throws in
      let answer = try await server.client.send("/a", headers: ["X-Long": String(repeating: "x", count: 2000)])
      #expect(answer.status == 431)
      #expect(answer.text.contains("header_too_large"))
    }
  }

  @Test func manyHeaderFieldsAreRefused() async throws {
    let fields = Dictionary(uniqueKeysWithValues: (0..<200).map { ("X-\($0)", "x") })
    try await withServer([textRoute("/a")]) { (server) async throws in
      let answer = try await server.client.send("/a", headers: fields)
      #expect(answer.status == 431)
    }
  }

  @Test(arguments: ["GET / HTTP/9.9\r\n\r\n", "\u{1}\u{2}\r\n\r\n", "GET /\u{0} HTTP/1.1\r\n\r\n", "\r\n\r\nX"])
  func invalidRequestsAreRefused(text: String) async throws {
    try await withServer([textRoute("/")]) { (server) async throws in
      let answer = try await withConnection(server.port) { connection in
        connection.send(text)
        connection.endOutput()
        return connection.receiveAll()
      }
      #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400 "))
    }
  }

  @Test func aLongBodyIsRefusedWhetherOrNotItsLengthIsStated() async throws {
    try await withServer([upload]) { (server) async throws in
      let json = ["Content-Type": "application/json"]
      #expect(
        try await server.client.send("POST", "/upload", headers: json, body: String(repeating: "x", count: 1000)).status
          == 200)
      #expect(
        try await server.client.send("POST", "/upload", headers: json, body: String(repeating: "x", count: 1001)).status
          == 413)
      let chunked = try await withConnection(server.port) { connection in
        connection.send(
          "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        // Never the last chunk.
        for _ in 0..<3 { connection.send("190\r\n" + String(repeating: "x", count: 400) + "\r\n") }
        return connection.answer().status
      }
      #expect(chunked == 413)
    }
  }

  @Test func bodiesOfAllRequestsAreBoundedTogether() async throws {
    let begun = Latch()
    let end = Latch()
    let slow = Route(.post, "/slow", access: .open, summary: "Holds a body.", body: .json(.any, limit: 1000)) {
      request in
      let bytes = try await request.body.bytes()
      begun.set()
      await end.wait()
      return .text("\(bytes.count)")
    }
    try await withServer([slow, upload], limits: limits { $0.bodyBytes = 1500 }) { (server) async throws in
      let json = ["Content-Type": "application/json"]
      let body = String(repeating: "x", count: 1000)
      async let first = server.client.send("POST", "/slow", headers: json, body: body)
      await begun.wait()
      let refused = try await server.client.send("POST", "/upload", headers: json, body: body)
      #expect(refused.status == 503 && refused["retry-after"] == "1")
      #expect(try await server.client.send("POST", "/upload", headers: json, body: "small").status == 200)
      end.set()
      #expect(try await first.status == 200)
      // The request ends after its answer was sent.
      await server.server.waitUntilNoBodyIsHeld()
    }
  }

  @Test func aTruncatedBodyDoesNotReachTheHandlerAsComplete() async throws {
    try await withServer([upload]) { (server) async throws in
      for header in ["Content-Length: 10\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"] {
        let answer = try await withConnection(server.port) { connection in
          connection.send("POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\(header)")
          connection.endOutput()
          return connection.receiveAll()
        }
        #expect(!answer.hasPrefix("HTTP/1.1 200 "))
      }
    }
  }

  /// The limit is a tenth of a second, so that the test need not wait long; that the answer comes at all is what is
  /// tested. Regression: the time between two requests, which is longer, was allowed.
  @Test func aRequestThatDoesNotArriveIsCut() async throws {
    try await withServer(
      [upload],
      limits: limits {
        $0.requestTime = .milliseconds(100)
        $0.idleTime = .seconds(3600)
      }
    ) { (server) async throws in
      let body = try await withConnection(server.port) { connection in
        connection.send(
          "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
        return connection.receiveAll()
      }
      #expect(body.hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test func aConnectionWithoutARequestIsClosed() async throws {
    try await withServer([upload], limits: limits { $0.idleTime = .milliseconds(100) }) { (server) async throws in
      let header = try await withConnection(server.port) { connection in
        connection.send("POST /upload HTTP/1.1\r\nHost:")
        return connection.receiveAll()
      }
      #expect(header.isEmpty)
      let nothing = try await withConnection(server.port) { $0.receiveAll() }
      #expect(nothing.isEmpty)
    }
  }

  @Test func aClientThatDoesNotReadIsCut() async throws {
    let begun = Latch()
    let cut = Latch()
    let endless = Route(.get, "/endless", access: .open, summary: "Never ends.") { _ in
      begun.set()
      return WebResponse(mediaType: "text/plain") { stream in
        defer { cut.set() }
        while true { try await stream.write([UInt8](repeating: 65, count: 1 << 16)) }
      }
    }
    try await withServer([endless], limits: limits { $0.stalledTime = .milliseconds(100) }) { (server) async throws in
      let connection = try TestConnection(port: server.port)
      connection.send("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")
      await begun.wait()
      await cut.wait()
      connection.endOutput()
    }
  }

  @Test func connectionsAreLimited() async throws {
    try await withServer([textRoute("/a")], limits: limits { $0.connections = 1 }) { (server) async throws in
      let first = try TestConnection(port: server.port)
      first.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = try await onThread(name: "first") { first.answer() }
      #expect(answer.status == 200)
      // The second one waits in the system's queue until the first is closed.
      let second = try TestConnection(port: server.port)
      second.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(server.server.connections == 1)
      first.endOutput()
      let late = try await onThread(name: "second") { second.answer() }
      #expect(late.status == 200)
    }
  }

  @Test func connectionsOfOneClientAreLimited() async throws {
    try await withServer([textRoute("/a")], limits: limits { $0.connectionsPerClient = 1 }) { (server) async throws in
      let first = try TestConnection(port: server.port)
      first.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = try await onThread(name: "first") { first.answer() }
      #expect(answer.status == 200)
      let second = try TestConnection(port: server.port)
      let refused = try await onThread(name: "second") { second.receiveAll() }
      #expect(refused.hasPrefix("HTTP/1.1 429 ") && refused.contains("more than 1 connection;"))
      // It does not count any longer, and neither does the first one after its end.
      first.endOutput()
      _ = try await onThread(name: "first") { first.receiveAll() }
      await server.server.waitUntilUnconnected()
      let third = try TestConnection(port: server.port)
      third.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(try await onThread(name: "third") { third.answer() }.status == 200)
    }
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:db8:1:2::5", "2001:db8:1:2::/64"),
    ("2001:db8:1:2:ffff::5", "2001:db8:1:2::/64"), ("2001:db8:1:3::5", "2001:db8:1:3::/64"),
  ])
  func theAddressesOfOneNetworkAreOneClient(address: String, client: String) {
    #expect(ClientNetwork.name(of: address) == client)
  }

  @Test(arguments: ["Close", "TE, close", "close,TE"])
  func connectionsAreUsedAgainUnlessTheClientCloses(options: String) async throws {
    try await withServer([textRoute("/a")]) { (server) async throws in
      let statuses = try await withConnection(server.port) { connection in
        let request = "GET /a HTTP/1.1\r\nHost: x\r\n"
        connection.send("\(request)\r\n\(request)Connection: \(options)\r\n\r\n")
        return [connection.answer().status, connection.answer().status, connection.answer().status]
      }
      #expect(statuses == [200, 200, 0])
    }
  }

  /// RFC 9112, 9.3.2: the refusal took the place of the answer to the request before it.
  @Test(arguments: [
    "GET /b HTTP/1.1\r\n\r\n", "GET /\u{0} HTTP/1.1\r\n\r\n",
    "GET /b HTTP/1.1\r\nX-Long: \(String(repeating: "x", count: 2000))\r\n",
    "POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n",
    "POST /upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n",
  ])
  func aRefusalFollowsTheAnswersToTheRequestsBefore(refused: String) async throws {
    let isSent = Latch()
    let slow = Route(.get, "/slow", access: .open, summary: "Waits until the other requests are sent.") { _ in
      await isSent.wait()
      return .text("late")
    }
    let end = Route(.get, "/end", access: .open, summary: "Lets the first request end.") { _ in
      isSent.set()
      return .text("ended")
    }
    let limits = limits {
      $0.headerBytes = 1000
      $0.requestTime = .milliseconds(50)
    }
    try await withServer([slow, end, upload, textRoute("/a")], limits: limits) { (server) async throws in
      let port = server.port
      let statuses = try await withConnection(port) { connection in
        let host = "HTTP/1.1\r\nHost: x\r\n\r\n"
        connection.send("GET /slow \(host)GET /a \(host)\(refused)")
        let other = try TestConnection(port: port)
        other.send("GET /end \(host)")
        _ = other.answer()
        return (0..<4).map { _ in connection.answer().status }
      }
      #expect(
        statuses[...1] == [200, 200] && [400, 408, 431].contains(statuses[2]) && statuses[3] == 0, "\(statuses)")
    }
  }

  /// RFC 9112, 3.2: such requests were answered as if they had named one host.
  @Test(arguments: ["", "Host: a\r\nHost: b\r\n", "Host: a\r\nhost: a\r\n"])
  func aRequestNamesOneHost(fields: String) async throws {
    try await withServer([textRoute("/a")]) { (server) async throws in
      let answer = try await withConnection(server.port) { connection in
        connection.send("GET /a HTTP/1.1\r\n\(fields)\r\n")
        return connection.receiveAll()
      }
      #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("one field"))
    }
  }

  /// The connection stayed open, and answers of unknown length came in chunks.
  @Test(arguments: ["", "Connection: keep-alive\r\n", "Host: x\r\n"])
  func answersToHTTP10EndWithTheConnection(fields: String) async throws {
    let stream = Route(.get, "/stream", access: .open, summary: "Streams.") { _ in
      WebResponse(mediaType: "text/plain") { stream in try await stream.write("streamed") }
    }
    try await withServer([textRoute("/a"), stream]) { (server) async throws in
      for (path, text) in [("/a", "hello"), ("/stream", "streamed")] {
        let answer = try await withConnection(server.port) { connection in
          connection.send("GET \(path) HTTP/1.0\r\n\(fields)\r\n")
          return connection.receiveAll()
        }
        #expect(answer.hasPrefix("HTTP/1.0 200 ") && answer.hasSuffix("\r\n\r\n\(text)"), "\(answer)")
        #expect(!answer.lowercased().contains("chunked"))
      }
    }
  }

  @Test func aClientThatWaitsForPermissionIsToldToContinue() async throws {
    try await withServer([upload]) { (server) async throws in
      let (first, second) = try await withConnection(server.port) { connection in
        connection.send(
          "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        )
        let first = connection.answer().status
        connection.send("{}")
        return (first, connection.answer().status)
      }
      #expect(first == 100)
      #expect(second == 200)
    }
  }

  @Test func stoppingLetsRunningRequestsFinish() async throws {
    let begun = Latch()
    let route = Route(.get, "/slow", access: .open, summary: "Waits until the server stops.") { request in
      begun.set()
      let result = try await request.untilInterrupted {
        try await Task.sleep(for: .seconds(3600))
        return "slept"
      }
      return .text(result ?? "interrupted \(request.isDraining)")
    }
    try await withServer([route]) { (server) async throws in
      async let answer = server.client.send("/slow")
      await begun.wait()
      await server.server.stop()
      let received = try await answer
      #expect(received.text == "interrupted true")
      #expect(server.server.isDraining)
    }
  }

  @Test func aClosedConnectionInterruptsTheRequest() async throws {
    let begun = Latch()
    let ended = Latch()
    let route = Route(.get, "/slow", access: .open, summary: "Waits until the client is gone.") { request in
      begun.set()
      _ = try await request.untilInterrupted { try await Task.sleep(for: .seconds(3600)) }
      if request.isInterrupted { ended.set() }
      return .text("late")
    }
    try await withServer([route]) { (server) async throws in
      var connection: TestConnection? = try TestConnection(port: server.port)
      connection?.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
      await begun.wait()
      connection = nil
      await ended.wait()
    }
  }
}
