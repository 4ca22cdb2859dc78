import Foundation
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Web

@Suite(.hangLimit) struct BodyTests {
  @Test func theMediaTypeMustBeOneOfTheRoute() async throws {
    let route = Route(.post, "/a", access: .open, summary: "Takes JSON.", body: .json(.any)) {
      .text(try await $0.body.json().text)
    }
    try await withServer([route]) { (server) async throws in
      func send(_ type: String?, _ body: String?, _ more: [String: String] = [:]) async throws -> TestResponse {
        try await server.client.send(
          "POST", "/a", headers: more.merging(type.map { ["Content-Type": $0] } ?? [:]) { $1 }, body: body)
      }
      #expect(try await send("application/json", "{\"a\": 1.50}").text == "{\"a\":1.50}")
      #expect(try await send("Application/JSON; charset=utf-8", "[]").text == "[]")
      #expect(try await send("text/plain", "[]").status == 415)
      #expect(try await send(nil, "[]").status == 415)
      #expect(try await send("application/json", "[]", ["Content-Encoding": "gzip"]).status == 415)
      #expect(try await send(nil, nil).status == 400)
      let bad = try await send("application/json", "{\n\"a\": }")
      #expect(bad.status == 400)
      #expect(bad.text.contains("line 2, column 6"))
    }
  }

  @Test func aRouteWithoutBodyTakesNone() async throws {
    let route = Route(.post, "/a", access: .open, summary: "Takes nothing.") { _ in .text("done") }
    try await withServer([route]) { (server) async throws in
      #expect(try await server.client.send("POST", "/a").status == 200)
      #expect(try await server.client.send("POST", "/a", body: "").status == 200)
      #expect(try await server.client.send("POST", "/a", body: "{}").status == 400)
    }
  }

  @Test func linesAreReadOneByOne() async throws {
    let body = BodyDescription([.init("application/x-ndjson")], limit: 1 << 20)
    let route = Route(.post, "/a", access: .open, summary: "Takes lines.", body: body) { request in
      let lines = Mutex<[String]>([])
      try await request.body.lines(limit: 10) { number, line in
        lines.withLock { $0.append("\(number):\(String(decoding: line, as: UTF8.self))") }
      }
      return .text(lines.withLock { $0.joined(separator: " ") })
    }
    try await withServer([route]) { (server) async throws in
      let type = ["Content-Type": "application/x-ndjson"]
      #expect(try await server.client.send("POST", "/a", headers: type, body: "1\n\n  \n22\n3").text == "1:1 4:22 5:3")
      let long = try await server.client.send(
        "POST", "/a", headers: type, body: "1\n" + String(repeating: "2", count: 11))
      #expect(long.status == 413)
      #expect(long.text.contains("line 2"))
    }
  }

  @Test func formsAreDecoded() async throws {
    let route = Route(.post, "/a", access: .open, summary: "Takes a form.", body: .form()) { request in
      .text(try await request.body.form().map { "\($0.name)=\($0.value)" }.joined(separator: "|"))
    }
    try await withServer([route]) { (server) async throws in
      let type = ["Content-Type": "application/x-www-form-urlencoded"]
      #expect(
        try await server.client.send("POST", "/a", headers: type, body: "a=1+2&b=%C3%A4%26&c").text == "a=1 2|b=ä&|c=")
      #expect(try await server.client.send("POST", "/a", headers: type, body: "a=%").status == 400)
      #expect(try await server.client.send("POST", "/a").text == "")
    }
  }

  // MARK: Multipart

  private static let text = [
    "preamble", "--b1", "Content-Disposition: form-data; name=\"title\"", "", "Größe\r\n--b", "--b1",
    "content-disposition: form-data; name=\"files\"; filename=\"a \\\"b\\\".html\"",
    "Content-Type: text/HTML; charset=utf-8",
    "", "<p>", "--b1  ", "Content-Disposition: form-data; name=files; filename=\"\"", "", "", "--b1--", "epilogue",
  ].joined(separator: "\r\n")

  private func parse(_ text: String, sizes: [Int]) throws -> [String] {
    var parser = try MultipartParser(contentType: "multipart/form-data; boundary=\"b1\"")
    var parts: [String] = []
    var rest = Array(text.utf8)[...]
    var index = 0
    while !rest.isEmpty {
      let size = sizes[index % sizes.count]
      index += 1
      for event in try parser.add(rest.prefix(size)) {
        switch event {
        case .begin(let header): parts.append("\(header.name)|\(header.fileName ?? "-")|\(header.mediaType ?? "-")|")
        case .data(let bytes): parts[parts.count - 1] += bytes.map { String(UnicodeScalar($0)) }.joined()
        case .end: parts[parts.count - 1] += "."
        }
      }
      rest = rest.dropFirst(size)
    }
    try parser.finish()
    return parts
  }

  @Test(arguments: [[1], [2], [3, 7], [5], [1000]])
  func partsDoNotDependOnHowTheBodyArrives(sizes: [Int]) throws {
    let latin1 = "Größe".utf8.map { String(UnicodeScalar($0)) }.joined()
    #expect(
      try parse(Self.text, sizes: sizes) == [
        "title|-|-|\(latin1)\r\n--b.", "files|a \"b\".html|text/html|<p>.", "files||-|.",
      ])
  }

  @Test(arguments: [
    "", "--b1", "--b1\r\n\r\nx\r\n--b1--", "--b1\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b1--",
    "--b1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx", "--b1x\r\n\r\n--b1--",
    "--b1\r\nX: \u{1}" + String(repeating: "x", count: 9000),
  ])
  func incompleteAndMalformedBodiesAreRefused(text: String) {
    #expect(throws: Problem.self) { try parse(text, sizes: [100]) }
  }

  @Test func namesOfFilesMayHaveLineBreaksOfUnicode() throws {
    let header = "--b1\r\nContent-Disposition: form-data; name=\"a\"; filename=\"x\u{2028}y\""
    #expect(try parse(header + "\r\n\r\n1\r\n--b1--", sizes: [1000]) == ["a|x\u{2028}y|-|1."])
  }

  @Test func aBoundaryIsNeeded() {
    for type in [
      "multipart/form-data", "multipart/form-data; boundary=",
      "multipart/form-data; boundary=\(String(repeating: "b", count: 71))",
    ] {
      #expect(throws: Problem.self) { try MultipartParser(contentType: type) }
    }
  }

  @Test func longPartsAreTemporaryFilesThatAreRemoved() async throws {
    let paths = Mutex<[String]>([])
    let route = Route(.post, "/a", access: .open, summary: "Takes files.", body: .multipart(limit: 1 << 20)) {
      request in
      try await request.body.multipart(limits: MultipartLimits(parts: 3, memory: 100)) { form in
        var texts: [String] = []
        for part in form.parts {
          if case .file(let path) = part.content { paths.withLock { $0.append(path) } }
          let bytes = try part.bytes()
          texts.append("\(part.name) \(part.count) \(bytes.count) \(bytes.allSatisfy { $0 == 0x78 })")
        }
        return .text(texts.joined(separator: ", "))
      }
    }
    @Sendable func body(_ counts: [Int]) -> String {
      counts.enumerated().map { index, count in
        "--b\r\nContent-Disposition: form-data; name=\"\(index)\"\r\n\r\n\(String(repeating: "x", count: count))\r\n"
      }.joined() + "--b--\r\n"
    }
    try await withServer([route]) { (server) async throws in
      let type = ["Content-Type": "multipart/form-data; boundary=b"]
      let answer = try await server.client.send("POST", "/a", headers: type, body: body([100, 101, 200_000]))
      #expect(answer.text == "0 100 100 true, 1 101 101 true, 2 200000 200000 true")
      let used = paths.withLock { $0 }
      #expect(used.count == 2)
      #expect(!used.contains { FileManager.default.fileExists(atPath: $0) })
      let many = try await server.client.send("POST", "/a", headers: type, body: body([1, 1, 1, 1]))
      #expect(many.status == 413)
    }
  }
}
