import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

/// Enqueues refuse payloads that do not fit the schema of their kind, with all mistakes at once.
@Suite("Schemas of payloads", .hangLimit) struct PayloadSchemaTests {
  private static let schema = """
    {"type": "object", "required": ["title", "lines"], "properties": {
      "title": {"type": "string", "minLength": 1, "maxLength": 5},
      "day": {"type": ["string", "null"], "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "description": "a date"},
      "size": {"enum": ["small", "large"]},
      "count": {"type": "integer", "minimum": 1, "maximum": 9},
      "tags": {"type": "array", "items": {"type": "string"}},
      "lines": {"type": "array", "minItems": 1, "maxItems": 3, "items": {
        "type": "object", "required": ["price"], "properties": {"price": {"type": ["number", "string"]}}}}}}
    """
  private static let kind = KindSettings(name: "note", schema: Array(schema.utf8))
  private static let good = #"{"title": "x", "lines": [{"price": 1}, {"price": "2"}], "unknown": []}"#

  private func withSchema(_ body: @Sendable (QueueFixture) async throws -> Void) async throws {
    try await QueueFixture.withQueue(kind: Self.kind, body)
  }

  @Test(arguments: [
    (#"{}"#, "$.title: missing; expected a string; $.lines: missing; expected an array"),
    ("[1]", "$: expected an object, found an array"),
    ("null", "$: expected an object, found null"),
    (
      #"{"title": "", "lines": []}"#,
      "$.lines: has 0 elements; at least 1 are needed; $.title: must have at least 1 characters"
    ),
    (#"{"title": "123456", "lines": [{"price": 1}]}"#, "$.title: has 6 characters; at most 5 are allowed"),
    (
      #"{"title": 7, "day": "soon", "lines": [{"price": 1}, {}, 3]}"#,
      "$.day: expected a date; $.lines[1].price: missing; expected a number or a string; "
        + "$.lines[2]: expected an object, found a number; $.title: expected a string, found a number"
    ),
    (
      #"{"title": "x", "size": "huge", "count": 1.5, "tags": ["a", 1], "lines": [{"price": 1}]}"#,
      #"$.size: expected one of ["small", "large"]; $.tags[1]: expected a string, found a number; "#
        + "$.count: expected a whole number, found a number"
    ),
    (#"{"title": "x", "count": 10, "lines": [{"price": 1}]}"#, "$.count: must be at least 1 and at most 9"),
    (#"{"title": "x\u0000", "lines": [{"price": 1}]}"#, "$: unsupported Unicode escape sequence"),
  ])
  func allMistakesAreReported(payload: String, mistakes: String) async throws {
    try await withSchema { test async throws in
      // The first enqueue of a session, one with the cached validation, and enqueue_many.
      let error = await #expect(throws: QueueError.self) { try await test.enqueue { $0.payload = Array(payload.utf8) } }
      #expect(error?.code == .invalidPayload)
      #expect(
        Self.set(error?.message.replacing("the payload does not fit the kind \"note\": ", with: ""))
          == Self.set(mistakes))
      let many = [Self.good, payload].map { NewJob(kind: "note", payload: Array($0.utf8)) }
      let second = await #expect(throws: QueueError.self) { try await test.queue.enqueue(many: many) }
      #expect(second?.code == .invalidPayload && second?.message.contains("payload 2: ") == true)
      try await test.database.withConnection { connection in
        let statement: Statement = "select job_id from pressrun.enqueue('note', $1::json)"
        for _ in 0..<2 { _ = try await connection.query(statement, [.text(Self.good)]) }
        let third = await #expect(throws: PostgresError.self) {
          try await connection.query(statement, [.text(payload)])
        }
        #expect(third?.sqlState == "PR012" && third?.hint?.contains("pressrun kinds schema note") == true)
      }
      #expect(try await test.count("select count(*) from pressrun.jobs") == 2)
    }
  }

  /// The order of mistakes is that of jsonb.
  private static func set(_ text: String?) -> Set<Substring> { Set((text ?? "").split(separator: "; $")) }

  @Test func mistakesAreLimited() async throws {
    try await withSchema { test async throws in
      let tags = Array(repeating: "1", count: 100_000).joined(separator: ",")
      let payload = #"{"title": "x", "lines": [{"price": 1}], "tags": [\#(tags)]}"#
      let error = await #expect(throws: QueueError.self) { try await test.enqueue { $0.payload = Array(payload.utf8) } }
      #expect(error?.message.split(separator: "; ").count == 20)
    }
  }

  @Test func manyPayloadsOfAKindWithASchemaAreCheckedBeforeTheyAreStored() async throws {
    try await withSchema { test async throws in
      var jobs = (0..<300).map { _ in NewJob(kind: "note", payload: Array(Self.good.utf8)) }
      #expect(try await test.queue.enqueue(many: jobs).count == 300)
      jobs[250].payload = Array("{}".utf8)
      let error = await #expect(throws: QueueError.self) { try await test.queue.enqueue(many: jobs) }
      #expect(error?.message.contains("payload 251: $.title: missing") == true)
      #expect(try await test.count("select count(*) from pressrun.jobs") == 300)
    }
  }

  /// Members that the tenant's defaults supply need not be in the payload.
  @Test func defaultsOfTheTenantCountAsMembers() async throws {
    try await withSchema { test async throws in
      try await test.queue.setPayloadDefaults(
        Array(#"{"lines": [{"price": 1}], "day": "2026-11-20"}"#.utf8), of: "note", for: "acme")
      let payloads = [#"{"title": "x"}"#, #"{"title": "x", "lines": null}"#, #"{"title": "x", "day": null}"#]
      for payload in payloads {
        try await test.enqueue { ($0.payload, $0.tenant) = (Array(payload.utf8), "acme") }
        let refused = await #expect(throws: QueueError.self) {
          try await test.enqueue { ($0.payload, $0.tenant) = (Array(payload.utf8), "other") }
        }
        #expect(refused?.code == .invalidPayload && refused?.message.contains("$.lines") == true)
      }
      let many = payloads.map { NewJob(kind: "note", payload: Array($0.utf8), tenant: "acme") }
      #expect(try await test.queue.enqueue(many: many).count == 3)
      // Its own member counts, and the rest is checked.
      for (payload, mistake) in [(#"{"lines": []}"#, "$.lines: has 0 elements"), ("{}", "$.title: missing")] {
        let wrong = await #expect(throws: QueueError.self) {
          try await test.enqueue { ($0.payload, $0.tenant) = (Array(payload.utf8), "acme") }
        }
        #expect(wrong?.message.contains(mistake) == true, "\(wrong?.message ?? "")")
      }
      let misfit = await #expect(throws: QueueError.self) {
        try await test.queue.setPayloadDefaults(Array(#"{"lines": [], "day": 1}"#.utf8), of: "note", for: "acme")
      }
      #expect(misfit?.code == .invalidPayload && misfit?.message.contains("$.day: expected a date") == true)
    }
  }

  @Test func aChangedSchemaHoldsForTheNextEnqueueOfEachSession() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.withConnection { connection in
        let statement: Statement = "select job_id from pressrun.enqueue('note', '{}'::json)"
        for _ in 0..<2 { _ = try await connection.query(statement) }
        try await test.queue.register(kinds: [Self.kind])
        #expect(try await test.queue.unregistered(of: [Self.kind, KindSettings(name: "note")]) == ["note"])
        let error = await #expect(throws: PostgresError.self) { try await connection.query(statement) }
        #expect(error?.sqlState == "PR012")
        try await test.queue.register(kinds: [KindSettings(name: "note")])
        _ = try await connection.query(statement)
      }
    }
  }

  @Test(arguments: [
    ("[]", "$: expected an object"), (#"{"oneOf": []}"#, "unknown keyword \"oneOf\""),
    (#"{"type": "text"}"#, "the types are"), (#"{"type": ["string", 1]}"#, "the types are"),
    (#"{"properties": {"a": {"items": {"pattern": "("}}}}"#, "$.a[]: \"pattern\" is not a regular expression"),
    (#"{"minLength": "1"}"#, "\"minLength\" has a value of the wrong type"), (#"{"required": [1]}"#, "\"required\""),
    (#"{"properties": {"a": true}}"#, "$.a: expected an object"),
    (
      String(repeating: #"{"items":"#, count: 70) + "{}" + String(repeating: "}", count: 70),
      "more than 64 schemas in each other"
    ),
  ])
  func schemasThatEnqueuesCannotCheckAreRefused(schema: String, problem: String) async throws {
    try await QueueFixture.withQueue { test async throws in
      let error = await #expect(throws: QueueError.self) {
        try await test.queue.register(kinds: [KindSettings(name: "other", schema: Array(schema.utf8))])
      }
      #expect(error?.code == .invalidArgument && error?.message.contains(problem) == true, "\(error?.message ?? "")")
    }
  }

  /// A producer's driver sends payloads as json, jsonb, text, or as a literal without type.
  @Test(arguments: ["$1::json", "$1::jsonb", "$1::text", "$1::varchar", "$1"])
  func payloadsMayHaveEachTypeOfADriver(parameter: String) async throws {
    try await withSchema { test async throws in
      let statement = Statement(
        "select job_id, inserted from pressrun.enqueue('note', \(parameter), unique_key => 'k')")
      let made = try await test.database.query(statement, [.text(Self.good)]).single()
      let again = try await test.database.query(statement, [.text(Self.good)]).single()
      #expect(try made.decode(0, as: Int64.self) == again.decode(0, as: Int64.self))
      #expect(try made.decode(1, as: Bool.self) && !again.decode(1, as: Bool.self))
      let wrong = await #expect(throws: PostgresError.self) { try await test.database.query(statement, [.text("{}")]) }
      #expect(wrong?.sqlState == "PR012")
    }
  }
}
