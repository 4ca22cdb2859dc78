import Foundation
import JobQueue
import TestSupport
import TestTraits
import Testing

@testable import Application
@testable import Composition

/// The schemas of kinds accept what their composers accept.
@Suite("Schemas of kinds", .hangLimit) struct PayloadSchemaTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  private static func kinds() throws -> JobKinds {
    try JobKinds.load(folder: root + "/Jobs", templates: root + "/Templates")
  }

  @Test func everyExampleFitsItsKind() async throws {
    let kinds = try Self.kinds()
    try await TestDatabase.withDatabase { test async throws in
      try await test.queue.register(kinds)
      var count = 0
      for folder in ["Jobs/examples", "Jobs/locales"] {
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.root + "/" + folder)
        where name.hasSuffix(".json") {
          let data = try #require(FileManager.default.contents(atPath: Self.root + "/\(folder)/\(name)"))
          let file = try JobFile([UInt8](data))
          _ = try await test.queue.enqueue(NewJob(kind: file.kind, payload: Array(file.payload.text.utf8)))
          count += 1
        }
      }
      #expect(count > 20)
    }
  }

  @Test(arguments: [
    ("note", "{}", ["$.title", "$.body"]),
    ("note", #"{"title": "x", "body": "", "tags": null, "author": null, "created": "2026-11-20"}"#, []),
    ("note", #"{"title": "x", "body": "", "tags": ["a", 1], "created": "20 November"}"#, ["$.tags[1]", "$.created"]),
    ("invoice", #"{"number": "1", "date": "2026-11-20", "items": [{"price": "1.50"}], "currency": null}"#, []),
    ("invoice", #"{"date": 1, "items": [{"price": []}]}"#, ["$.number", "$.date", "$.items[0].price"]),
    (
      "statement", #"{"client": {}, "account": "1", "holdings": [{"price": "much"}]}"#,
      [
        "$.client.name", "$.client.address", "$.period", "$.holdings[0].name", "$.holdings[0].isin",
        "$.holdings[0].quantity", "$.holdings[0].value", "$.holdings[0].weight", "$.holdings[0].price", "$.totals",
      ]
    ),
    ("binder", #"{"parts": 1}"#, ["$.parts"]), ("archive", #"{"segments": {}}"#, ["$.segments"]),
  ])
  func mistakesHaveTheirPlaces(kind: String, payload: String, places: [String]) async throws {
    let kinds = try Self.kinds()
    try await TestDatabase.withDatabase { test async throws in
      try await test.queue.register(kinds)
      var found: [String] = []
      do {
        _ = try await test.queue.enqueue(NewJob(kind: kind, payload: Array(payload.utf8)))
      } catch let error as QueueError {
        #expect(error.code == .invalidPayload)
        found = error.message.matches(of: #/(\$[^:]*): (?:missing|expected|must|has)/#).map { String($0.output.1) }
      }
      #expect(found.sorted() == places.sorted())
    }
  }

  @Test func schemasSayWhatIsRequired() throws {
    let kinds = try Self.kinds()
    let statement = try kinds.kind(named: "statement").payloadSchema.text
    // The title and the currency have defaults in the kind's file; the commentary is optional.
    #expect(statement.contains(#""required":["account","client","holdings","period","totals"]"#), "\(statement)")
    #expect(statement.contains(#""commentary":{"type":["string","null"]}"#))
    #expect(try kinds.kind(named: "note").payloadSchema.text.contains(#""required":["title","body"]"#))
  }
}
