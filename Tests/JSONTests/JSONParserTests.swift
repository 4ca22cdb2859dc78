import JSON
import TestTraits
import Testing

@Suite(.hangLimit) struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  private func refusal(_ text: String) -> JSONError? { error { _ = try parse(text) } }

  @Test func numbersKeepTheirSourceText() throws {
    #expect(
      try parse("[1.10, -0, 1e400, 123456789012345678901234567890.5]")
        == .array([.number("1.10"), .number("-0"), .number("1e400"), .number("123456789012345678901234567890.5")]))
  }

  @Test func membersKeepTheirOrder() throws {
    guard case .object(let object) = try parse(#"{"b": 1, "a": null, "c": [true, false]}"#) else { throw Unexpected() }
    #expect(object.members.map(\.name) == ["b", "a", "c"])
  }

  @Test func escapesAreDecoded() throws {
    #expect(try parse(#""a\"\\\/\b\f\n\r\té\ud83d\ude00z""#) == .string("a\"\\/\u{8}\u{C}\n\r\té😀z"))
  }

  @Test func byteOrderMarkIsIgnored() throws {
    #expect(try parse("\u{FEFF} true ") == .bool(true))
  }

  @Test func duplicateNamesAreRejected() {
    let refusal = refusal("{\"a\": 1,\n \"a\": 2}")
    #expect(refusal?.code == .malformed)
    #expect(refusal?.place == "line 2, column 2")
    #expect(refusal?.message.contains("“a” occurs twice") == true)
  }

  @Test(arguments: [
    ("", 1, 1), ("   ", 1, 4), ("{", 1, 2), ("[1,]", 1, 4), ("{\"a\" 1}", 1, 6), ("{a: 1}", 1, 2), ("[1 2]", 1, 4),
    ("tru", 1, 1), ("01", 1, 2), ("1.", 1, 3), ("-", 1, 2), ("1e", 1, 3), ("\"abc", 1, 1), ("\"a\\x\"", 1, 3),
    ("\"\\u12g4\"", 1, 6), ("\"\\ud800\"", 1, 2), ("\"\\udc00\"", 1, 2), ("\"\\ud800\\u0041\"", 1, 2),
    ("\"a\nb\"", 1, 3), ("{}\n\n x", 3, 2), ("\"é\" x", 1, 5), ("NaN", 1, 1), ("{\"a\":1,}", 1, 8), ("[1", 1, 3),
  ])
  func malformedTextIsRejectedWithItsLocation(text: String, line: Int, column: Int) {
    let refusal = refusal(text)
    #expect(refusal?.code == .malformed, "\(text)")
    #expect(refusal?.place == "line \(line), column \(column)", "\(text)")
  }

  @Test func invalidUTF8IsRejectedWithItsLocation() {
    let bytes = Array("{\n\"a\": \"ab".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    let refusal = error { _ = try JSONParser.parse(bytes) }
    #expect(refusal?.code == .notText)
    #expect(refusal?.place == "line 2, column 9")
  }

  @Test func depthIsLimited() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try parse(nested(64))
    #expect(refusal(nested(65))?.code == .tooLarge)
    #expect(refusal(String(repeating: "[", count: 1_000_000))?.code == .tooLarge)
  }

  @Test func bytesAndValuesAreLimited() {
    var limits = JSONLimits()
    limits.values = 3
    #expect(error { _ = try JSONParser.parse(Array("[1,2]".utf8), limits: limits) } == nil)
    #expect(error { _ = try JSONParser.parse(Array("[1,2,3]".utf8), limits: limits) }?.code == .tooLarge)
    limits.bytes = 4
    #expect(error { _ = try JSONParser.parse(Array("[1,2]".utf8), limits: limits) }?.code == .tooLarge)
  }

  @Test func writtenValuesAreParsedToTheSameValues() throws {
    let value = try parse(#"{"a": [1.50, "é\u0001\"\\", null, true, {}], "": []}"#)
    #expect(try parse(value.text) == value)
    #expect(value.text == #"{"a":[1.50,"é\u0001\"\\",null,true,{}],"":[]}"#)
  }

  @Test func pathsAreDescribedAsInErrorMessages() {
    #expect(JSONPath.root.member("items").element(3).member("price").description == "$.items[3].price")
    #expect(JSONPath.root.member("a b").description == #"$["a b"]"#)
  }
}

private struct Unexpected: Error {}

/// The `JSONError` that `body` throws, or nil.
private func error(_ body: () throws -> Void) -> JSONError? {
  do {
    try body()
    return nil
  } catch {
    return error as? JSONError
  }
}
