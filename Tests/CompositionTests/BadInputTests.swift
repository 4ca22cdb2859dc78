import JSON
import TestTraits
import Testing

@testable import Composition

/// Errors in payloads: each is permanent and has a location.
@Suite(.hangLimit) struct BadInputTests {
  @Test(arguments: [
    ("note", #"{"body": ""}"#, "$.title: missing; expected a string"),
    ("note", #"{"title": "T"}"#, "$.body: missing; expected a string"),
    ("note", #"{"title": "T", "body": null}"#, "$.body: missing; expected a string"),
    ("note", #"{"title": " ", "body": ""}"#, "$.title: must not be empty"),
    ("note", #"{"title": 5, "body": ""}"#, "$.title: expected a string, found the number “5”"),
    ("note", #"{"title": "T", "body": ["x"]}"#, "$.body: expected a string, found an array"),
    ("note", #"{"title": "T", "body": "", "tags": "a"}"#, #"$.tags: expected an array, found a string “a”"#),
    ("note", #"{"title": "T", "body": "", "tags": ["a", 2]}"#, "$.tags[1]: expected a string, found the number “2”"),
    ("note", #"{"title": "T", "body": "", "created": "yesterday"}"#, #"$.created: expected a date (2026-11-20, or"#),
    ("note", #"{"title": "T", "body": "", "locale": "tlh-QQ"}"#, #"$.locale: unknown locale “tlh-QQ”"#),
    ("note", #"{"title": "T", "body": "", "page_size": "A0000"}"#, #"$.page_size: unknown page size “A0000”"#),
    ("note", #"["title"]"#, "$: expected an object, found an array"),
    ("note", "{\"title\": \"T\",\n \"body\": }", "line 2, column 10: expected a JSON value"),
    ("note", "", "line 1, column 1: the JSON text is empty"),
    ("memo", "{}", #"unknown kind "memo""#),
    ("invoice", #"{"date": "2026-11-20", "items": []}"#, "$.number: missing"),
    ("invoice", #"{"number": "1", "items": []}"#, "$.date: missing"),
    ("invoice", #"{"number": "1", "date": "2026-11-20"}"#, "$.items: missing"),
    ("invoice", #"{"number": "1", "date": "2026-11-20", "items": []}"#, "$.items: must not be empty"),
    ("invoice", #"{"number": "1", "date": "2026-11-20", "items": [7]}"#, "$.items[0]: expected an object"),
    (
      "invoice",
      #"{"number": "1", "date": "2026-11-20", "items": [{"description": "a", "price": 1}, "#
        + #"{"description": "b", "price": "abc"}]}"#,
      #"$.items[1].price: expected a decimal number, found a string “abc”"#
    ),
    (
      "invoice", #"{"number": "1", "date": "2026-11-20", "items": [{"description": "a"}]}"#,
      "$.items[0].price: missing; expected a decimal number"
    ),
    (
      "invoice", #"{"number": "1", "date": "2026-11-20", "items": [{"description": "a", "price": 1.005}]}"#,
      "$.items[0].price: “1.005” has more digits after the point than the 2 of USD"
    ),
    (
      "invoice",
      #"{"number": "1", "date": "2026-11-20", "items": [{"description": "a", "price": 12345678901234567890123}]}"#,
      "$.items[0].price: the number “12345678901234567890123” has more than 18 digits"
    ),
    (
      "invoice",
      #"{"number": "1", "date": "2026-11-20", "currency": "usd", "items": [{"description": "a", "price": 1}]}"#,
      #"$.currency: unknown currency “usd”"#
    ),
    (
      "invoice",
      #"{"number": "1", "date": "2026-11-20", "items": [{"description": "a", "price": 1}], "taxes": [{"rate": 1}]}"#,
      "$.taxes[0].name: missing"
    ),
    (
      "invoice", #"{"number": "1", "date": "2026-11-20", "items": [{"description": "a", "price": 1}], "sender": 3}"#,
      "$.sender: expected lines"
    ),
    (
      "invoice",
      #"{"number": "1", "date": "2026-11-20", "items": [{"description": "a", "price": 1}], "rounding": "up"}"#,
      "$.rounding: expected half-up or half-even"
    ),
    ("statement", #"{"client": {"name": "x", "address": ""}}"#, "$.account: missing; expected text"),
    ("archive", "{}", "$.base: missing"),
    ("archive", #"{"base": "x"}"#, "$.base: expected a URL that begins data:application/pdf;base64,"),
    ("archive", #"{"base": {"base64": "*"}}"#, "$.base.base64: not base64"),
    ("archive", #"{"base": {"artifact": "1234"}}"#, "$.base.artifact: expected the SHA-256"),
    ("archive", #"{"base": {}}"#, "$.base.artifact: missing"),
    ("archive", #"{"base": {"base64": ""}, "segments": [{"data": 1}]}"#, "$.segments[0].data: expected a data: URL"),
  ])
  func payloadErrorsArePermanent(kind: String, payload: String, message: String) throws {
    let refusal = try Project.refusal(kind, payload)
    #expect(refusal?.description.hasPrefix(message) == true, "\(refusal?.description ?? "accepted")")
    #expect(refusal?.isPermanent == true)
  }

  @Test func aPayloadThatIsNotUTF8IsRefusedForGood() throws {
    let payload = Array(#"{"title": ""#.utf8) + [0xFF] + Array(#"", "body": ""}"#.utf8)
    let composer = DocumentComposer(kinds: try Project.kinds())
    let refusal = error { _ = try composer.compose(kind: "note", payload: payload, job: Project.job) }
    #expect(refusal?.code == .notText)
    #expect(refusal?.place == "line 1, column 12")
    #expect(refusal?.isPermanent == true)
  }

  @Test func emptyBodyIsRendered() throws {
    let text = try Project.compose("note", #"{"title": "T", "body": ""}"#).text
    #expect(text.contains("<main class=\"note\">\n\n</main>"))
  }

  @Test func largeBodyIsRendered() throws {
    let body = String(repeating: "<p>" + String(repeating: "x", count: 1000) + "</p>", count: 5400)
    #expect(try Project.compose("note", "{\"title\": \"T\", \"body\": \"\(body)\"}").html.count > 5 << 20)
  }

  @Test func missingArtifactIsRetried() throws {
    let sha256 = String(repeating: "0", count: 64)
    let refusal = try Project.refusal("archive", #"{"base": {"artifact": "\#(sha256)"}}"#)
    #expect(refusal?.code == .artifactMissing)
    #expect(refusal?.isPermanent == false)
  }
}

/// Only fields declared as HTML can add markup to the page, its attributes or its stylesheets.
@Suite(.hangLimit) struct InjectionTests {
  private static let attack = "<script>x</script>\"'>&lt;\u{301}\"\u{301} onerror=x</title></style>\\\"}*/"

  private static let payloads: [(kind: String, payload: String)] = [
    (
      "note",
      #"""
      {"title": "@", "author": "@", "tags": ["@", "@"], "body": "<p>fine</p>", "@": "@"}
      """#
    ),
    (
      "invoice",
      #"""
      {"number": "@", "date": "2026-11-20", "due": "2026-11-20", "sender": ["@", "@"], "recipient": "@",
       "payment_method": "@", "logo": "@", "remark": "@", "taxes": [{"name": "@", "rate": 1}],
       "items": [{"description": "@", "detail": "@", "quantity": 1, "unit": "@", "unit_price": 1},
                 {"description": "@", "detail": ["@"], "price": 1}]}
      """#
    ),
    (
      "statement",
      #"""
      {"title": "@", "client": {"name": "@", "address": ["@"]}, "account": "@", "commentary": "<p>fine</p>",
       "period": {"from": "2026-01-01", "to": "2026-12-31"},
       "holdings": [{"name": "@", "isin": "@", "quantity": 1, "price": 1, "value": 1, "weight": 1}],
       "totals": {"opening": 1, "flows": 1, "result": 1, "closing": 1}}
      """#
    ),
  ]

  @Test(arguments: payloads)
  func textFieldsAreEscaped(kind: String, payload: String) throws {
    func markup(_ value: String) throws -> (tags: [Substring], css: [String]) {
      let quoted = JSONValue.string(value).text.dropFirst().dropLast()
      let document = try Project.compose(kind, payload.replacing("@", with: quoted))
      // Compares complete tags, so that an additional attribute is detected; values are not compared.
      let tags = document.text.matches(of: /<[^>]*>/).map(\.output)
      return (tags, document.stylesheets.map(\.css))
    }
    let harmless = try markup("harmless")
    let attacked = try markup(Self.attack)
    let escaped = Escaping.html.escape(Self.attack)
    #expect(attacked.tags.map { String($0).replacing(escaped, with: "harmless") } == harmless.tags.map(String.init))
    for (sheet, other) in zip(attacked.css, harmless.css) {
      #expect(sheet.count { $0 == "<" } == other.count { $0 == "<" })
      #expect(!sheet.contains("onerror=x"))
    }
  }
}
