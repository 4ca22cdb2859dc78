import TestTraits
import Testing

@Suite(.hangLimit) struct ListTests {
  /// The texts of a page without their positions.
  private func texts(_ html: String, css: String) throws -> [String] {
    try lines(html, css: css)[0].map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") }.filter {
      !$0.isEmpty
    }
  }

  private func markers(_ html: String) throws -> [String] {
    try texts(html, css: "").filter { $0.hasSuffix(".") }
  }

  /// The marker of the first item was the first letter.
  @Test(arguments: ["inside", "outside"]) func markersDoNotContainTheFirstLetter(_ position: String) throws {
    let css = "div::first-letter { font-size: 20px } ol { list-style-position: \(position) }"
    let found = try lines("<div><ol><li>ab</ol></div>", css: css)[0]
    #expect(found.contains { $0.hasSuffix(" 12 a") } && !found.contains { $0.hasSuffix(" 24 1.") }, "\(found)")
  }

  /// As in browsers, the text is one em after a bullet in its line.
  @Test(arguments: ["disc", "circle", "square"]) func bulletsInLinesAreOneEmBeforeTheText(_ type: String) throws {
    let found = try lines("<ul style='list-style: \(type) inside'><li>ab</ul>")[0]
    #expect(found.last == "16,0 12 ab", "\(found)")
    let reversed = try lines("<ul dir=rtl style='list-style: \(type) inside'><li>ab</ul>")[0]
    #expect(reversed.contains("172,0 12 ab"), "\(reversed)")
  }

  @Test func aReversedListCountsDownToOne() throws {
    #expect(try markers("<ol reversed><li>a<li>b<li>c</ol>") == ["3.", "2.", "1."])
  }

  @Test func aReversedListStartsAtItsStartAttribute() throws {
    #expect(try markers("<ol reversed start=7><li>a<li>b</ol>") == ["7.", "6."])
  }

  @Test func aReversedListCountsDownToTheFirstCounterSet() throws {
    #expect(try markers("<ol reversed><li>a<li value=6>b<li>c</ol>") == ["7.", "6.", "5."])
  }

  @Test func listsResetTheirCounterWhateverTheirStyleResets() throws {
    let css = "<style>ol, ul { counter-reset: section }</style>"
    #expect(try markers(css + "<ul><li>a<li>b</ul><ol><li>c<li>d</ol>") == ["1.", "2."])
    #expect(try markers(css + "<ol reversed><li>a<li>b</ol><ol start=5><li>c</ol>") == ["2.", "1.", "5."])
  }

  @Test func incrementsOfItemsDetermineAReversedListsStart() throws {
    let item = "<li style='counter-increment: list-item -2'>x"
    #expect(try markers("<ol reversed>" + item + item + item + "</ol>") == ["6.", "4.", "2."])
  }

  @Test func aCounterThatHidesAnAncestorsEndsWithItsElement() throws {
    let css = "body { counter-reset: c } i { counter-increment: c } i::before { content: counters(c, '.') }"
    let html = "<p><i style='counter-reset: c'></i> <i></i></p>"
    #expect(try texts(html, css: css) == ["0.1", "1"])
  }

  @Test func anInlineListItemHasAnInsideMarker() throws {
    let html = "<ol><li style='display: inline list-item'>a</li></ol>"
    #expect(try texts(html, css: "") == ["1.", "a"])
  }

  /// Markers are beside the first line, which a float shortens.
  @Test func aMarkerIsBesideTheLineThatAFloatShortens() throws {
    let html = "<div style='float: left; width: 50px; height: 30px'></div><ol><li>b</ol>"
    #expect(try lines(html)[0] == ["32,0 18 1. ", "50,0 6 b"])
  }

  @Test func aHighMarkerMovesTheContentDown() throws {
    let lines = try lines(
      "<ol><li>b</ol><p>c",
      css: "ol { padding-left: 50px } li::marker { content: 'A'; font-size: 30px; line-height: 36px }")[0]
    #expect(lines.contains { $0.hasPrefix("50,18 ") })
  }

  /// Markers were beside the content, and so in the padding and on the border of their items.
  @Test func markersAreOutsideTheBorderBox() throws {
    let css = "ol { padding-left: 50px } li { padding-left: 20px; border-left: 5px solid }"
    let text = try lines("<ol><li>a</ol>", css: css)[0]
    #expect(text.contains("75,0 6 a"))
    #expect(text.contains { $0.hasPrefix("32,0 18 1.") })
  }
}
