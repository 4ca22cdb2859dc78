import JSON
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Web

@Suite(.hangLimit) struct AnswerTests {
  @Test(arguments: [
    (nil, ByteRange.all), ("bytes=0-9", .part(0..<10)), ("bytes=90-", .part(90..<100)), ("bytes=-5", .part(95..<100)),
    ("bytes=-500", .part(0..<100)), ("bytes=50-500", .part(50..<100)), ("bytes=100-", .outside), ("bytes=-0", .outside),
    ("bytes=5-3", .all), ("bytes=0-1,3-4", .all), ("lines=0-1", .all), ("bytes=a-b", .all), ("bytes=-", .all),
    ("bytes=99999999999999999999-", .outside), ("bytes=+1-2", .all),
  ])
  func rangesFollowTheSpecification(field: String?, range: ByteRange) {
    #expect(ByteRange(field, length: 100) == range)
  }

  @Test func contentIsAnsweredInParts() async throws {
    let route = Route(.get, "/file", access: .open, summary: "A file.") { request in
      let bytes = Array("0123456789".utf8)
      return .content(
        WebContent(
          mediaType: "application/pdf", length: 10, tag: "abc", disposition: .attachment(fileName: "Größe.pdf")
        ) {
          try await $1.write(Array(bytes[$0]))
        }, for: request)
    }
    try await withServer([route]) { (server) async throws in
      let client = server.client
      let all = try await client.send("/file")
      #expect(all.status == 200)
      #expect(all.text == "0123456789")
      #expect(all["etag"] == "\"abc\"")
      #expect(all["accept-ranges"] == "bytes")
      #expect(all["content-disposition"] == "attachment; filename=\"Gr__e.pdf\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf")
      let part = try await client.send("/file", headers: ["Range": "bytes=2-4"])
      #expect(part.status == 206)
      #expect(part.text == "234")
      #expect(part["content-range"] == "bytes 2-4/10")
      #expect(try await client.send("/file", headers: ["Range": "bytes=2-4", "If-Range": "\"old\""]).status == 200)
      let outside = try await client.send("/file", headers: ["Range": "bytes=10-"])
      #expect(outside.status == 416)
      #expect(outside["content-range"] == "bytes */10")
      for known in ["\"abc\"", "\"x\", W/\"abc\"", "*"] {
        #expect(try await client.send("/file", headers: ["If-None-Match": known]).status == 304)
      }
      #expect(try await client.send("/file", headers: ["If-None-Match": "\"x\""]).status == 200)
      let head = try await client.send("HEAD", "/file")
      #expect(head["content-length"] == "10")
    }
  }

  @Test func eventsAreStreamedUntilTheServerStops() async throws {
    let queue = Mutex([[ServerEvent(id: "1", name: "a", data: "x\ny")], [], [ServerEvent(data: "z")]])
    let sent = Latch()
    let route = Route(.get, "/events", access: .open, summary: "Events.") { request in
      .events(request) { _ in
        if let next = queue.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return next }
        sent.set()
        try await Task.sleep(for: .seconds(3600))
        return []
      }
    }
    try await withServer([route]) { (server) async throws in
      async let answer = server.client.send("/events")
      await sent.wait()
      await server.server.stop()
      let received = try await answer
      #expect(received.text == ": begin\n\nid: 1\nevent: a\ndata: x\ndata: y\n\n: alive\n\ndata: z\n\n")
      #expect(received["content-type"] == "text/event-stream")
    }
  }

  @Test func onlyLineBreaksOfTheFormatDivideTheDataOfAnEvent() {
    #expect(ServerEvent(data: "a\u{2028}b\u{85}c\r\nd\re").text == "data: a\u{2028}b\u{85}c\ndata: d\ndata: e\n\n")
  }

  @Test func interpolatedTextIsEscaped() {
    let name = "<script>\"&'"
    let bold: HTML = "<b>\(name)</b>"
    let page: HTML = "<p>\(bold) \(3) \([bold, bold] as [HTML])</p>"
    #expect(bold.text == "<b>&lt;script&gt;&quot;&amp;&#39;</b>")
    #expect(page.text == "<p>\(bold.text) 3 \(bold.text)\(bold.text)</p>")
  }

  @Test func headerValuesCannotContainLineBreaks() {
    var response = WebResponse.redirect(to: "/a\r\nSet-Cookie: x=y")
    #expect(response["Location"] == nil)
    response["X"] = "ok"
    #expect(response["X"] == "ok")
  }

  @Test func filesOfPagesHaveTheHashInTheirAddress() async throws {
    let file = StaticFile("/assets/page.css", mediaType: "text/css", bytes: Array("p {}".utf8))
    #expect(file.address.hasPrefix("/assets/page-"))
    #expect(file.address.hasSuffix(".css"))
    try await withServer([file.route]) { (server) async throws in
      let answer = try await server.client.send(file.address)
      #expect(answer.text == "p {}")
      #expect(answer["cache-control"]?.contains("immutable") == true)
    }
  }
}
