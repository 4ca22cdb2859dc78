import Foundation
import JSON
import JobQueue
import TestSupport
import TestTraits
import Testing

@testable import Service

/// Files that are sent with a job.
@Suite(.hangLimit) struct JobFilesTests {
  private static let job = #"{"kind": "note", "payload": {"title": "Report"}}"#

  private func form(_ files: [String: String], job: String = Self.job) -> [UInt8] {
    var form = TestForm()
    form.add("job", job, mediaType: "application/json")
    for (name, content) in files.sorted(by: { $0.key < $1.key }) { form.add("file", content, fileName: name) }
    return form.body
  }

  private func send(_ client: TestClient, _ body: [UInt8], key: String? = nil) async throws -> TestResponse {
    let headers = TestForm.headers.merging(key.map { ["Idempotency-Key": $0] } ?? [:]) { $1 }
    return try await client.send("POST", "/v1/jobs", headers: headers, bytes: body)
  }

  private func id(_ answer: TestResponse) throws -> JobID {
    guard case .object(let object) = try JSONParser.parse(answer.body), case .number(let text) = object["id"],
      let id = Int64(text)
    else { throw CocoaError(.coderReadCorrupt) }
    return JobID(rawValue: id)
  }

  /// Regression: the answer was 500.
  @Test func aStoreThatIsFullOrAwayIsUnavailable() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsWrite], tenants: ["acme"])
      running.service.artifacts.expect("the id of a file system that is not mounted")
      let answer = try await send(client, form(["logo.svg": "<svg/>"]))
      #expect(answer.status == 503, "\(answer.text)")
      #expect(answer["retry-after"] == "30")
      #expect(answer.text.contains("the artifact store cannot be used now"))
    }
  }

  @Test func filesAreKeptForTheirJobAlone() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsWrite], tenants: ["acme"])
      let answer = try await send(client, form(["logo.svg": "<svg/>", "fonts/a.ttf": "font"]))
      #expect(answer.status == 201, "\(answer.text)")
      let assets = try await running.queue.job(try id(answer)).assets
      #expect(assets.map(\.path).sorted() == ["fonts/a.ttf", "logo.svg"])
      for asset in assets {
        let stored = try await running.service.artifacts.read(asset.sha256)
        #expect(["<svg/>", "font"].contains(String(decoding: stored, as: UTF8.self)))
        // Neither another job of the tenant nor another tenant can use the file by its hash.
        for tenant in ["acme", "globex"] {
          let other = try await running.client([.jobsWrite], tenants: [tenant])
          let body = #"{"kind": "note", "payload": {}, "assets": {"a": "artifact:\#(asset.sha256)"}}"#
          let refused = try await other.send(
            "POST", "/v1/jobs", headers: ["Content-Type": "application/json"], body: body)
          #expect(refused.status == 422, "\(refused.text)")
        }
      }
      #expect(try await running.queue.assets(of: "acme").isEmpty)
      // The same file may be sent by another tenant.
      let other = try await running.client([.jobsWrite], tenants: ["globex"])
      #expect(try await send(other, form(["logo.svg": "<svg/>"])).status == 201)
    }
  }

  @Test func filesArePartOfTheRequestForTheIdempotencyKey() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsWrite], tenants: ["acme"])
      let first = try await send(client, form(["logo.svg": "<svg/>"]), key: "k1")
      let again = try await send(client, form(["logo.svg": "<svg/>"]), key: "k1")
      #expect(first.status == 201 && again.status == 200)
      #expect(try id(first) == id(again))
      #expect(try await send(client, form(["logo.svg": "<svg></svg>"]), key: "k1").status == 409)
      #expect(try await send(client, form(["other.svg": "<svg/>"]), key: "k1").status == 409)
      #expect(try await send(client, form([:]), key: "k1").status == 409)
    }
  }

  @Test func malformedFormsAreRefusedWithTheirField() async throws {
    try await withService { (running) async throws in
      let client = try await running.client([.jobsWrite], tenants: ["acme"])
      var unnamed = TestForm()
      unnamed.add("job", Self.job)
      unnamed.add("logo", "<svg/>")
      var twice = TestForm()
      twice.add("job", Self.job)
      for _ in 0..<2 { twice.add("file", "<svg/>", fileName: "logo.svg") }
      var many = TestForm()
      many.add("job", Self.job)
      for index in 0...100 { many.add("file", "x", fileName: "\(index).png") }
      var none = TestForm()
      none.add("file", "x", fileName: "a.png")
      let sha = String(repeating: "a", count: 64)
      let named = #"{"kind": "note", "payload": {}, "assets": {"a.png": "artifact:\#(sha)"}}"#
      let cases: [(body: [UInt8], status: Int, words: String)] = [
        (unnamed.body, 400, "\"field\":\"logo\""), (twice.body, 400, "two files have the same name"),
        (many.body, 413, "more than 101 parts"), (none.body, 400, "\"field\":\"job\""),
        (form(["../a.png": "x"]), 400, "a file needs a name"),
        (form(["a.png": "x"], job: "{"), 400, "\"code\":\"invalid_body\""),
        (form(["a.png": "x"], job: named), 400, "another file for this path"),
      ]
      for (body, status, words) in cases {
        let answer = try await send(client, body)
        #expect(answer.status == status && answer.text.contains(words), "\(answer.text)")
      }
      let reader = try await running.client([.jobsRead], tenants: ["acme"])
      #expect(try await send(reader, form(["a.png": "x"])).status == 403)
      #expect(try await running.queue.jobs().isEmpty)
    }
  }
}
