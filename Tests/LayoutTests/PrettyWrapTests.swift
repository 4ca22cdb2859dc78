import TestTraits
import Testing

/// `text-wrap: pretty` (css-text-4 §6.4.2). A character is 6 px wide.
@Suite(.hangLimit) struct PrettyWrapTests {
  private func wrapped(_ html: String, _ css: String = "") throws -> [String] {
    try lines(html, css: "p { width: 120px; text-wrap: pretty; \(css) }").joined().map { line in
      line.split(separator: " ", maxSplits: 2).last.map(String.init) ?? ""
    }
  }

  private func expect(_ found: [String], _ lines: [String], _ place: SourceLocation = #_sourceLocation) {
    #expect(found == lines, sourceLocation: place)
  }

  private static let text = "<p>aaaa bbbb cccc dddd eeee ffff gggg hh"

  @Test func theLastLineIsNotOneShortWord() throws {
    expect(try wrapped(Self.text), ["aaaa bbbb cccc dddd", "eeee ffff gggg hh"])
    let nine = "<p>aaaa bbbb cccc dddd eeee ffff gggg hhhh ii"
    expect(try wrapped(nine), ["aaaa bbbb cccc dddd", "eeee ffff gggg", "hhhh ii"])
    expect(try wrapped(nine, "text-wrap: wrap"), ["aaaa bbbb cccc dddd", "eeee ffff gggg hhhh", "ii"])
  }

  @Test func longWordsAndShortLinesRemain() throws {
    // A word that fills more than a third of a line is not short.
    expect(try wrapped("<p>aaaa bbbb cccc dddd eeeeeeee"), ["aaaa bbbb cccc dddd", "eeeeeeee"])
    // The line before it would be less than 60 % full.
    expect(try wrapped("<p>aaaa bbbbbbbbbbbbbb cc"), ["aaaa bbbbbbbbbbbbbb", "cc"])
  }

  @Test func forcedBreaksBeginAParagraph() throws {
    expect(try wrapped("<p>aaaa bbbb cccc dddd<br>ee"), ["aaaa bbbb cccc dddd", "ee"])
    expect(try wrapped("<p>x<br>aaaa bbbb cccc dddd ee"), ["x", "aaaa bbbb cccc", "dddd ee"])
  }

  /// All words of a paragraph are measured on each of its pages.
  @Test func longParagraphsAreNotChanged() throws {
    func last(_ words: Int) throws -> String? {
      try wrapped("<p>" + String(repeating: "aaaa ", count: words) + "hh").last
    }
    #expect(try last(1996) == "aaaa hh")
    #expect(try last(2004) == "hh")
  }

  @Test func linesBesideFloatsAreNotChanged() throws {
    let float = "<i style='float: left; width: 1px; height: 1px'></i>"
    #expect(try wrapped(float + "<p>aaaa bbbb cccc dddd ee").last == "ee")
  }

  @Test func hugeParagraphsAreWrapped() throws {
    let words = String(repeating: "aaaa ", count: 20_000)
    #expect(try lines("<p style='text-wrap: pretty; width: 120px'>\(words)</p>").count > 100)
  }
}
