import Diagnostics
import TestTraits
import Testing

/// Text of payloads in messages.
@Suite(.hangLimit) struct QuotationTests {
  @Test(arguments: [
    ("abc", "“abc”"), ("", "“”"), ("a“b”c", "“a\"b\"c”"), ("a\nb\u{1b}[2J", "“a\\u{A}b\\u{1B}[2J”"),
    ("a\u{202e}b", "“a\\u{202E}b”"), (String(repeating: "x", count: 81), "“\(String(repeating: "x", count: 80))…”"),
  ])
  func quotationsAreShortAndPrintable(text: String, expected: String) {
    #expect(Quotation.of(text) == expected)
  }

  @Test(arguments: [
    ("nothing quoted", "nothing quoted"), ("found “abc”, expected \"x\"", "found (3 characters), expected \"x\""),
    ("“a” and “”", "(1 character) and (0 characters)"), ("cut off “abc", "cut off (3 characters)"),
  ])
  func masksNameTheLengthOfQuotations(message: String, expected: String) {
    #expect(Quotation.masked(message) == expected)
  }

  @Test func aQuotedTextCannotEndItsQuotation() {
    let message = "found \(Quotation.of("a” secret “b")), expected a number"
    #expect(Quotation.masked(message) == "found (12 characters), expected a number")
  }

  @Test func controlCharactersAreEscaped() {
    #expect("a\r\n\u{1b}]0;x\u{7}b".escapingControlCharacters == "a\\u{D}\\u{A}\\u{1B}]0;x\\u{7}b")
    #expect("größer → 日本".escapingControlCharacters == "größer → 日本")
  }
}
