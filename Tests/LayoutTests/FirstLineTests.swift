import TestTraits
import Testing

@Suite(.hangLimit) struct FirstLineTests {
  @Test func theFirstLineHasItsOwnStyle() throws {
    let html = "<p>one two three four five six seven eight nine ten</p>"
    let found = try lines(html, css: "p::first-line { font-size: 20px; line-height: 24px }")
    #expect(found == [["0,0 156 one two three", "0,24 180 four five six seven eight nine", "0,36 18 ten"]])
  }

  @Test func smallerTextFitsMoreWordsOnTheLine() throws {
    let found = try lines("<p>aaaa bbbb cccc dddd</p>", css: "p { width: 60px } p::first-line { font-size: 5px }")
    #expect(found[0].map { $0.split(separator: " ", maxSplits: 2).last } == ["aaaa bbbb cccc dddd"])
  }

  @Test func transformsMayChangeTheLengthOfTheText() throws {
    let html = "<p>aßb cßd eßf gßh</p>"
    let found = try lines(html, css: "p { width: 54px } p::first-line { text-transform: uppercase }")
    #expect(found == [["0,0 54 ASSB CSSD", "0,12 42 eßf gßh"]])
  }

  /// Regression: the first line of a text with an override, whose length a transform changes, ended beyond the end of
  /// an array.
  @Test func transformsMayChangeTheLengthOfTextWithAnOverride() throws {
    let html = "<p style='unicode-bidi: bidi-override'>aß bb cc</p>"
    let found = try lines(html, css: "p { width: 42px } p::first-line { text-transform: uppercase }")
    #expect(found[0].filter { !$0.contains(" 0 ") } == ["0,0 36 ASS BB", "0,12 12 cc"])
  }

  @Test func inlineElementsInheritFromTheLine() throws {
    let html = "<p>aa <b>bb cc</b> dd</p>"
    let css = "p { width: 60px } p::first-line { letter-spacing: 6px } b { font-weight: normal }"
    #expect(try lines(html, css: css) == [["0,0 36 aa ", "36,0 24 bb", "0,12 12 cc", "12,12 18  dd"]])
  }

  @Test func theFirstLineMayBeInTheFirstChildBlock() throws {
    let html = "<div><p>aa</p><p>bb</p></div>"
    #expect(try lines(html, css: "div::first-line { letter-spacing: 4px }") == [["0,0 20 aa", "0,12 12 bb"]])
  }

  @Test func cellsAndFloatsDoNotContainTheFirstLineOfTheirContainer() throws {
    let html = "<div><span style='float: left'>ff</span>aa<br>bb</div>"
    #expect(
      try lines(html, css: "div::first-line { letter-spacing: 4px }") == [["0,0 12 ff", "12,0 20 aa", "0,12 12 bb"]])
  }

  /// The numbers of pages, and leaders, were missing from the first line, whose content had other items than that of
  /// the others.
  @Test func theFirstLineHasPageNumbersAndLeaders() throws {
    let css = "p::first-line { letter-spacing: 2px } b { font-weight: normal }"
    let counter = "b::before { content: counter(page) ':' }"
    #expect(
      try lines("<p><b>aa</b><br>bb</p>", css: css + counter)
        == [["0,0 8 1", "8,0 8 :", "16,0 16 aa", "0,12 12 bb"]])
    let leader = "b::after { content: leader('.') 'x' }"
    let found = try lines("<p style='width: 60px'>a<b></b><br>bb</p>", css: css + leader)
    #expect(found[0].first == "0,0 8 a" && found[0].last == "0,12 12 bb" && found[0].contains { $0.hasSuffix(" x") })
  }

  @Test func theFirstLetterInheritsFromTheLine() throws {
    let css = "p::first-line { letter-spacing: 2px } p::first-letter { font-size: 20px; line-height: 1 }"
    #expect(try lines("<p>abc def</p>", css: css)[0].map { $0.split(separator: ",")[0] } == ["0", "14"])
  }

  @Test func onlyPropertiesForFirstLinesApply() throws {
    let css = "p::first-line { padding: 10px; display: block; white-space: pre; margin: 5px }"
    #expect(try lines("<p>a  b</p>", css: css) == [["0,0 18 a b"]])
  }

  @Test func aBlockContinuedOnTheNextPageHasNoFirstLineThere() throws {
    let html = "<p>" + (1...12).map { "l\($0)" }.joined(separator: "<br>") + "</p>"
    let found = try lines(html, css: "p::first-line { letter-spacing: 4px }")
    #expect(found[0][0] == "0,0 20 l1")
    #expect(found[1][0] == "0,0 18 l11")
  }

  @Test func theFirstLineCountsForThePreferredWidth() throws {
    let html = "<div id=box style='float: left'>aa bb</div>"
    #expect(try boxes(html, css: "div::first-line { letter-spacing: 2px }")["box"] == ["1: 0,0 40×12"])
  }
}

/// The start of `::first-letter` (css-pseudo-4 §2.2).
@Suite(.hangLimit) struct FirstLetterStartTests {
  /// The letter after an inline block was taken.
  @Test func textAfterAnInlineBlockIsNotTheFirstLetter() throws {
    let css = "section::first-letter { font-size: 20px }"
    let inside = "<section><i style='display: inline-block'>a</i>b</section>"
    #expect(try lines(inside, css: css)[0].allSatisfy { $0.contains(" 6 ") })
    #expect(try lines("<section><i>a</i>b</section>", css: css)[0].first?.contains(" 12 ") == true)
  }
}
