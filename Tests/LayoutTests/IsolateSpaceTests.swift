import TestTraits
import Testing

/// White space at the end of an isolate is at the end of the line in spite of the bidi control after it (css-text-3
/// §4.1.2).
@Suite(.hangLimit) struct IsolateSpaceTests {
  private func rows(_ html: String) throws -> [String] {
    try lines(html).joined().map { line in
      line.unicodeScalars.filter { !(0x2066...0x2069 ~= $0.value) }.map(String.init).joined()
    }
  }

  @Test(arguments: [
    "bdi", "span dir=ltr", "b style='unicode-bidi: isolate'", "span style='unicode-bidi: isolate-override'",
  ])
  func itIsRemovedAtTheEndOfABlock(tag: String) throws {
    let name = tag.split(separator: " ")[0]
    #expect(
      try rows("<p style='text-align: right'>ab <\(tag)>cd </\(name)></p>").last?.hasPrefix("188,0 12 cd") == true)
  }

  @Test func itIsRemovedAtALineBreak() throws {
    let html = "<p style='width: 30px; text-align: right'><bdi>abcd </bdi>efgh</p>"
    #expect(try rows(html) == ["6,0 24 abcd", "6,12 24 efgh"])
  }

  @Test func followingTextIsKept() throws {
    let html = "<p style='width: 60px'><bdi>ab </bdi>cd <bdi>ef gh </bdi>ij <bdi>kl</bdi> mn</p>"
    let found = try rows(html)
    #expect(
      found.map { $0.split(separator: " ", maxSplits: 2).last ?? "" }.joined().filter { $0 != " " } == "abcdefghijklmn")
    #expect(found.filter { $0.contains(",0 ") }.count >= 1 && found.filter { $0.contains(",12 ") }.count >= 1)
  }

  @Test func itIsKeptWithinALine() throws {
    #expect(try rows("<p><bdi>ab </bdi>cd</p>").last?.hasPrefix("18,0 12 cd") == true)
  }

  @Test func preservedSpacesHang() throws {
    let html = "<p style='width: 30px; white-space: pre-wrap; text-align: right'><bdi>abcd  </bdi>efgh</p>"
    let found = try rows(html)
    #expect(found.first?.hasPrefix("6,0 24 abcd") == true, "\(found)")
    #expect(found.last?.hasPrefix("6,12 24 efgh") == true, "\(found)")
  }

  @Test func forcedBreaksInsideEndTheirLines() throws {
    #expect(try rows("<pre><bdi>ab\n</bdi>cd</pre>").map { $0.filter { $0 != "\n" } } == ["0,0 12 ab", "0,12 12 cd"])
    #expect(try boxes("<pre id=p><bdi>ab\n</bdi></pre>")["p"] == ["1: 0,0 200×12"])
  }

  @Test func aSoftHyphenAtTheEndOfAnIsolateIsShown() throws {
    let html = "<p style='width: 30px'><bdi>abc&shy;</bdi>defg</p>"
    #expect(try rows(html).contains { $0.hasSuffix("‐") })
  }
}
