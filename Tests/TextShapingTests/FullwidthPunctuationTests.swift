import TestTraits
import Testing

@testable import TextShaping

/// The test fonts have no half-width forms, so that only the rules are tested.
@Suite("Fullwidth punctuation", .hangLimit)
struct FullwidthPunctuationTests {
  @Test(
    "One of two adjacent characters loses its blank half",
    arguments: [
      ("」、", "」"), ("。」", "。"), ("」「", "」"), ("「『", "『"), ("　「", "「"), ("」　", "」"), ("）・", "）"),
    ])
  func trimmed(pair: String, expected: String) {
    #expect(Self.trimmed(pair, "ja") == expected)
  }

  @Test("Letters next to punctuation change nothing", arguments: ["は」", "」は", "、は", "は「", "「は", "・「", "a’"])
  func kept(pair: String) { #expect(Self.trimmed(pair, "ja") == nil) }

  @Test("Commas and full stops of Traditional Chinese are in the middle")
  func traditional() {
    #expect(Self.trimmed("。」", "zh-Hant") == nil)
    #expect(Self.trimmed("。」", "zh-TW") == nil)
    #expect(Self.trimmed("」。", "zh-Hant") == "」")
    #expect(Self.trimmed("。」", "zh-Hans") == "。")
  }

  private static func trimmed(_ pair: String, _ language: String) -> String? {
    let scalars = pair.unicodeScalars.map(\.value)
    return FullwidthPunctuation.trimmed(scalars[0], scalars[1], language: language)
      .flatMap(Unicode.Scalar.init).map { String($0) }
  }
}
