import Foundation
import JobQueue
import TestTraits
import Testing

/// Invalid input is refused when it is enqueued, or becomes a document with warnings, or a job that is discarded with a
/// reason after one attempt.
@Suite(.hangLimit) struct BadInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var kind: String
    var payload: String
    /// A part of the error message; nil if the document is rendered nevertheless.
    var refusal: String?
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "a total that differs", kind: "invoice",
      payload: Payloads.invoice().replacingOccurrences(of: #"{"currency""#, with: #"{"total":"26.00","currency""#),
      refusal: "$.total: the total is stated as"),
    Case(name: "an empty body", kind: "note", payload: Payloads.note(body: ""), refusal: nil),
    Case(
      name: "a broken image", kind: "note",
      payload: Payloads.note(body: #"<p>x</p><img alt="the plant" src="data:image/png;base64,AAAA">"#), refusal: nil),
    Case(
      name: "an image cut short", kind: "note",
      payload: Payloads.note(body: #"<img alt="the plant" src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA">"#),
      refusal: nil),
    Case(
      name: "an image from elsewhere", kind: "note",
      payload: Payloads.note(body: #"<img alt="p" src="file:///etc/passwd"><img src="https://example.com/a.png">"#),
      refusal: nil),
    Case(
      name: "tag soup", kind: "note", payload: Payloads.note(body: "<table><p><b><i></b></table><<>></div></div><li>x"),
      refusal: nil),
    Case(
      name: "a broken PDF", kind: "archive", payload: Payloads.json(["base": ["base64": "AAAA"]]),
      refusal: "$.base: This is not a PDF"),
    Case(
      name: "a segment that does not fit", kind: "archive",
      payload: Payloads.json([
        "base": ["base64": Data(PDFSamples.onePage).base64EncodedString()],
        "segments": [["base64": Data([0x20] + PDFSamples.segment).base64EncodedString()]],
      ]), refusal: "$.segments[0]: "),
  ]

  /// Payloads that do not fit the schema of their kind.
  static let refusedAtOnce: [Case] = [
    Case(name: "a missing field", kind: "note", payload: #"{"body": "<p>x</p>"}"#, refusal: "$.title"),
    Case(name: "an ill-typed field", kind: "note", payload: #"{"title": 7, "body": ""}"#, refusal: "$.title"),
    Case(
      name: "an ill-typed field deep down", kind: "invoice",
      payload: Payloads.invoice().replacingOccurrences(of: #""price":"12.50"}]"#, with: #""price":{}}]"#),
      refusal: "$.items[1].price"),
    Case(name: "a payload that is not an object", kind: "note", payload: "[1, 2]", refusal: "object"),
  ]

  @Test func payloadsThatDoNotFitTheirKindAreRefusedAtOnce() async throws {
    try await TestInstallation.with { installation in
      for bad in Self.refusedAtOnce {
        let result = try await installation.pressrun("enqueue", bad.kind, "-", input: bad.payload, status: 2)
        #expect(result.errors.contains(bad.refusal ?? ""), "\(bad.name): \(result.errors)")
        #expect(result.lines.isEmpty)
      }
      let schema = try await installation.pressrun("kinds", "schema", "note")
      #expect(schema.output.contains("\"required\" : ["))
    }
  }

  @Test func everyCaseIsRenderedOrDiscardedWithAReason() async throws {
    try await TestInstallation.with { installation in
      var ids: [JobID] = []
      for bad in Self.cases { ids.append(try await installation.enqueue(bad.kind, bad.payload)) }
      let good = try await installation.enqueue("note", Payloads.note())
      try await installation.drain(discards: Self.cases.filter { $0.refusal != nil }.count)
      for (bad, id) in zip(Self.cases, ids) {
        let details = try await installation.queue.job(id)
        let message = details.job.lastError ?? ""
        #expect(details.attempts.count == 1, "\(bad.name): \(message)")
        if let refusal = bad.refusal {
          #expect(details.job.state == .discarded, "\(bad.name)")
          #expect(!message.isEmpty && message.contains(refusal), "\(bad.name): \(message)")
        } else {
          #expect(details.job.state == .completed, "\(bad.name): \(message)")
        }
      }
      for (bad, id) in zip(Self.cases, ids) where bad.name.contains("image") {
        #expect(
          try await installation.queue.job(id).attempts[0].warnings.isEmpty == false, "\(bad.name) leaves a warning")
      }
      #expect(try await installation.queue.job(good).job.state == .completed)
    }
  }

  @Test func malformedJSONIsRefusedWithItsPlace() async throws {
    try await TestInstallation.with { installation in
      let result = try await installation.pressrun("enqueue", "note", "-", input: #"{"title": "x", }"#, status: 2)
      #expect(result.errors.contains("line 1, column 16"))
    }
  }

  @Test func textThatIsNotUTF8IsRefused() async throws {
    try await TestInstallation.with { installation in
      let file = installation.folder + "/latin.json"
      try Data([0x7B, 0x22, 0x61, 0x22, 0x3A, 0x22, 0xE9, 0x22, 0x7D]).write(to: URL(fileURLWithPath: file))
      let result = try await installation.pressrun("enqueue", "note", file, status: 2)
      #expect(result.errors.contains("UTF-8"))
    }
  }

  @Test func anUnknownKindIsRefused() async throws {
    try await TestInstallation.with { installation in
      let result = try await installation.pressrun("enqueue", "poster", "-", input: "{}", status: 2)
      #expect(result.errors.contains("poster"))
    }
  }

  @Test func aBodyOfFiveMegabytesBecomesADocument() async throws {
    try await TestInstallation.with { installation in
      let sentence = "The plant was visited and every line was seen to run. "
      let paragraph = "<p>" + String(repeating: sentence, count: 20) + "</p>\n"
      let body = String(repeating: paragraph, count: 5 << 20 / paragraph.utf8.count + 1)
      let id = try await installation.enqueue("note", Payloads.note(body: body))
      try await installation.drain()
      let job = try await installation.queue.job(id).job
      #expect(job.state == .completed, "\(job.lastError ?? "")")
      #expect(job.artifact?.pages ?? 0 > 500)
    }
  }

  @Test func textNeverBecomesMarkup() async throws {
    try await TestInstallation.with { installation in
      let id = try await installation.enqueue("note", Payloads.note("<script>x</script><b>bold</b>"))
      try await installation.drain()
      let file = installation.folder + "/note.pdf"
      try await installation.pressrun("artifacts", "get", "\(id)", "-o", file)
      #expect(try await installation.text(of: file).contains("<script>x</script><b>bold</b>"))
    }
  }
}
