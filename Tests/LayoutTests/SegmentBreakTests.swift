import TestTraits
import Testing

/// Line feeds in the source (css-text-3 §4.1.3), and `wbr`.
@Suite(.hangLimit) struct SegmentBreakTests {
  private func text(_ html: String) throws -> String {
    try lines(html).joined().map { $0.split(separator: " ", maxSplits: 2).last ?? "" }.joined(separator: "|")
  }

  @Test(arguments: [
    ("日本\n語", "日本語"), ("日本\n  語\n です", "日本語です"), ("a\nb", "a b"), ("日\na", "日 a"), ("한\n글", "한 글"),
    ("ア\n、イ", "ア、イ"), ("日 本", "日 本"), ("日<b>\n本</b>", "日本"),
  ])
  func isRemovedBetweenWideCharacters(source: String, shown: String) throws {
    let found = try lines("<p>\(source)</p>").joined().map { line in
      line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).last ?? ""
    }
    #expect(found.joined() == shown, "\(found)")
  }

  @Test(arguments: ["a&#x200b;\nb", "a\n&#x200b;b"]) func isRemovedBesideAZeroWidthSpace(source: String) throws {
    #expect(try !text("<p>\(source)</p>").contains("a b"))
    #expect(try lines("<p>\(source)</p><p>c").joined().count >= 2)
    #expect(try !text("<p>\(source)</p>").contains(" "))
  }

  /// `wbr` was ignored.
  @Test func wbrIsABreakOpportunity() throws {
    #expect(try lines("<p style='width: 40px'>abcd<wbr>efgh").joined().contains { $0.contains(",12 24 efgh") })
    #expect(try lines("<p style='width: 60px'>abcd<wbr>efgh").joined().allSatisfy { $0.contains(",0 ") })
  }
}
