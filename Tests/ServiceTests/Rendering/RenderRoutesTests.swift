import Foundation
import JobQueue
import PDF
import Rendering
import TestSupport
import TestTraits
import Testing
import Web

@testable import Service

@Suite(.hangLimit) struct RenderRoutesTests {
  private func with(_ body: @escaping @Sendable (TestClient) async throws -> Void) async throws {
    try await TestDatabase.withDatabase { test in
      try await RealRenderers.withPool { pool, kinds in
        try await serving(RenderRoutes(pool: pool, kinds: kinds, queue: test.queue).routes, body)
      }
    }
  }

  private func pages(_ answer: TestResponse) throws -> [PDFPage] { try PDFFile(bytes: answer.body).pages() }

  @Test func htmlIsRendered() async throws {
    try await with { client in
      let answer = try await client.send(
        "POST", "/v1/render", headers: ["Content-Type": "text/html"], body: "<h1>One<p style='break-before: page'>Two")
      #expect(answer.status == 200 && answer["content-type"] == "application/pdf" && answer["pressrun-pages"] == "2")
      #expect(try pages(answer).count == 2 && answer["pressrun-warnings"] == "0")
    }
  }

  @Test func filesOfAFormReachTheDocumentAndNothingElseDoes() async throws {
    try await with { client in
      var form = TestForm()
      form.add("html", "<link rel=stylesheet href=style/a.css><img src=logo.svg><img src=/etc/hostname>")
      form.add("file", "@page { size: 100px 50px; margin: 0 }", fileName: "style/a.css")
      form.add("file", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", fileName: "logo.svg")
      let answer = try await client.send("POST", "/v1/render", headers: TestForm.headers, bytes: form.body)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try pages(answer).first?.width == 75)
      // One image is refused.
      #expect(answer["pressrun-warnings"] == "1" && answer["pressrun-warning"]?.contains("bsolute paths") == true)
      form = TestForm()
      form.add("html", "<link rel=stylesheet href=style/a.css>")
      let later = try await client.send("POST", "/v1/render", headers: TestForm.headers, bytes: form.body)
      #expect(later["pressrun-warnings"] == "1", "files of another request must not be there")
    }
  }

  @Test func aPayloadIsCompletedByTheDefaultsOfTheTenant() async throws {
    try await TestDatabase.withDatabase { test in
      try await test.queue.register(kinds: [KindSettings(name: "note")])
      for (tenant, author) in [("acme", "Ann Author"), ("other", "Bob Other")] {
        try await test.queue.setPayloadDefaults(
          Array(#"{"author": "\#(author)", "body": "<p>Text"}"#.utf8), of: "note", for: tenant)
      }
      try await RealRenderers.withPool { pool, kinds in
        try await serving(RenderRoutes(pool: pool, kinds: kinds, queue: test.queue).routes) { client in
          let answer = try await client.send(
            "POST", "/v1/render", headers: ["Content-Type": "application/json"],
            body: #"{"kind": "note", "payload": {"title": "T"}}"#)
          #expect(answer.status == 200, "\(answer.text)")
          let information = try PDFFile(bytes: answer.body)
          #expect(
            try information.resolve(information.trailer["Info"]).dictionary?["Author"].string.map {
              TextString.decode($0)
            } == "Ann Author")
        }
      }
    }
  }

  @Test func aPayloadOfAKindIsRenderedWithAPageSize() async throws {
    try await with { client in
      let payload = try String(
        contentsOfFile: RealRenderers.repository + "/Jobs/examples/invoice-1.json", encoding: .utf8)
      let job = try JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any]
      var request: [String: Any] = ["kind": "invoice", "payload": try #require(job?["payload"])]
      request["page_size"] = "A5"
      let body = try JSONSerialization.data(withJSONObject: request)
      let headers = ["Content-Type": "application/json", "Accept": "application/json"]
      let answer = try await client.send("POST", "/v1/render", headers: headers, bytes: Array(body))
      #expect(answer.status == 200, "\(answer.text)")
      let json = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
      let pages = try #require(json["pages"] as? [[String: Double]])
      #expect(abs((pages[0]["width"] ?? 0) - 419.5) < 1)
      let pdf = try #require((json["pdf"] as? String).flatMap { Data(base64Encoded: $0) })
      #expect(try PDFFile(bytes: Array(pdf)).pages().count == pages.count)
    }
  }

  @Test func htmlConformsToTheRequestedProfiles() async throws {
    try await with { client in
      func answer(_ html: String, _ profiles: String) async throws -> TestResponse {
        let body = try JSONSerialization.data(withJSONObject: ["html": html, "conformance": profiles])
        return try await client.send(
          "POST", "/v1/render", headers: ["Content-Type": "application/json"], bytes: Array(body))
      }
      let good = try await answer("<html lang=en><title>T</title><p>Text", "pdf/a-2a, pdf/ua-1")
      #expect(good.status == 200, "\(good.text)")
      for profile in [ConformanceProfile.pdfA2a, .pdfUA1] {
        #expect(try ConformanceCheck.violations(in: PDFBytes(good.body), profile).isEmpty)
      }
      // PDF/A-1 has no transparency.
      let bad = try await answer("<html lang=en><title>T</title><p style='opacity: .5'>Text", "pdf/a-1b")
      #expect(bad.status == 422 && bad.text.contains("PDF/A-1b"), "\(bad.text)")
    }
  }

  @Test func errorsNameTheirPlace() async throws {
    try await with { client in
      let json = ["Content-Type": "application/json"]
      for (body, status, words) in [
        (#"{"html": 1}"#, 400, "html"), (#"{"htm": "x"}"#, 400, "known are html"), ("{}", 400, "either html"),
        (#"{"kind": "nonesuch", "payload": {}}"#, 400, "unknown kind"),
        (#"{"kind": "archive", "payload": {}}"#, 400, "archives are made by jobs"),
        (#"{"html": "x", "page_size": "huge"}"#, 400, "unknown page size"),
        (#"{"html": "x", "media_width": 0.5}"#, 400, "expected a whole number from 1 to 19200"),
        (#"{"html": "x", "fit_width": "yes"}"#, 400, "expected true or false"),
        (#"{"kind": "note", "payload": {}, "fit_width": true}"#, 400, "are for HTML"),
        (#"{"kind": "note", "payload": {}, "conformance": "2b"}"#, 400, "a kind sets its own"),
        (#"{"kind": "note", "payload": {}, "tagged": true}"#, 400, "tagged is for HTML"),
        (#"{"html": "x", "conformance": "pdf/x-4"}"#, 400, "pdf/x-4"),
        (#"{"html": "x", "conformance": true}"#, 400, "expected a string"),
        (#"{"kind": "invoice", "payload": {}}"#, 422, "missing"), ("[", 400, "not JSON"),
      ] {
        let answer = try await client.send("POST", "/v1/render", headers: json, body: body)
        #expect(answer.status == status && answer.text.contains(words), "\(body): \(answer.text)")
        #expect(answer["content-type"] == "application/problem+json")
      }
      var form = TestForm()
      form.add("html", "x")
      form.add("file", "y", fileName: "../x")
      let answer = try await client.send("POST", "/v1/render", headers: TestForm.headers, bytes: form.body)
      #expect(answer.status == 400)
      var anonymous = client
      anonymous.headers = [:]
      #expect(
        try await anonymous.send("POST", "/v1/render", headers: ["Content-Type": "text/html"], body: "x").status == 401)
    }
  }
}
