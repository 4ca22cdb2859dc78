import TestTraits
import Testing

@Suite(.hangLimit) struct InlineTests {
  /// What changes an inline box as a whole needs a fragment of it. Blurred text was legible.
  @Test(arguments: [
    "filter: blur(3px)", "mask: linear-gradient(red, blue)", "clip-path: inset(0)", "mix-blend-mode: multiply",
    "isolation: isolate", "border-image: linear-gradient(red, blue) 1 / 1px",
  ])
  func effectsApplyToInlineBoxes(effect: String) throws {
    let document = try layOut("<p>a <span style='\(effect)'>b</span></p>")
    let boxes = document.pages[0].fragments.filter { if case .inlineBox = $0.content { true } else { false } }
    #expect(boxes.map { whole($0.frame.x) } == [12])
  }

  /// Regression: the middle of the image was half the height of an x above the baseline (HTML 15.4.3).
  @Test(arguments: [("middle", 2), ("center", 2), ("absmiddle", 4), ("abscenter", 4)])
  func theMiddleOfAnImageIsAlignedByItsAttribute(align: String, top: Int) throws {
    let image = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    let html = "<!DOCTYPE html><p>x<img src='\(image)' align=\(align) width=10 height=20>"
    #expect(try lines(html) == [["0,\(top) 6 x"]])
  }

  @Test func linesBreakAtSpaces() throws {
    #expect(
      try lines("<p>one two three four five six seven eight</p>") == [
        ["0,0 198 one two three four five six seven", "0,12 30 eight"]
      ])
  }

  @Test func whiteSpaceCollapsesAcrossElements() throws {
    #expect(try lines("<p>  a  <b> b </b>  c\n d </p>") == [["0,0 12 a ", "12,0 12 b ", "24,0 18 c d"]])
  }

  /// CSS 2.2 §10.8.1: a line with nothing but a forced break was as high as one of the block.
  @Test(arguments: [
    "<span>a<br><br>b</span>", "<span>a<b><br><br></b>b</span>", "<span style='white-space: pre'>a\n\nb</span>",
  ])
  func anEmptyLineIsAsHighAsItsInlineBoxes(text: String) throws {
    #expect(
      try lines("<p>\(text)</p>", css: "span { line-height: 30px }").joined().map { String($0) }
        == ["0,9 6 a", "0,69 6 b"])
  }

  @Test func alignmentMovesLines() throws {
    let html = "<p style='text-align: right'>ab</p><p style='text-align: center'>ab</p>"
    #expect(try lines(html) == [["188,0 12 ab", "94,12 12 ab"]])
  }

  @Test func justifiedLinesFillTheWidthExceptTheLast() throws {
    let html = "<p style='text-align: justify; width: 70px'>aaa bbb ccc ddd</p>"
    #expect(try lines(html) == [["0,0 70 aaa bbb ccc", "0,12 18 ddd"]])
  }

  @Test func longWordsBreakIfAllowed() throws {
    let html = "<p style='width: 30px; overflow-wrap: anywhere'>abcdefgh</p>"
    #expect(try lines(html) == [["0,0 30 abcde", "0,12 18 fgh"]])
  }

  /// css-text-3 §5.1: the style of the text determines whether it may be broken, not that of text around it.
  @Test func wordsAreBrokenWhereTheStyleOfTheTextPermits() throws {
    let outside =
      "<p style='width: 30px; overflow-wrap: anywhere'>ab <b style='white-space: nowrap'>cdefghij</b> kl</p>"
    #expect(try lines(outside) == [["0,0 12 ab", "0,12 48 cdefghij", "0,24 12 kl"]])
    let inside = "<p style='width: 30px'>abcdefgh<b style='overflow-wrap: anywhere'>ijklmnop</b></p>"
    #expect(try lines(inside) == [["0,0 48 abcdefgh", "48,0 6 i", "0,12 30 jklmn", "0,24 12 op"]])
    let hyphens = "<p lang=en style='width: 70px; hyphens: auto'>See <b style='STYLE'>representation</b> x</p>"
    for style in ["hyphens: none", "white-space: nowrap"] {
      let found = try lines(hyphens.replacing("STYLE", with: style))[0]
      #expect(found.contains { $0.hasSuffix(" representation") }, "\(found)")
    }
    #expect(!(try lines(hyphens)[0].contains { $0.hasSuffix(" representation") }))
  }

  @Test func narrowestWidthsDependOnTheStyleOfTheText() throws {
    let html =
      "<div style='display: flex'><p id=a style='overflow-wrap: anywhere; flex: 0 0 min-content'>ab <b>cd</b>, "
      + "<b style='white-space: nowrap'>efghi</b>, jk</p></div>"
    #expect(try boxes(html)["a"]?.first?.contains(" 30×") == true)
  }

  /// css-text-3 §5.1: a break between two boxes is that of the box around both.
  @Test func breaksBetweenBoxesAreThoseOfTheBoxAroundThem() throws {
    let html = "<p style='width: 12px; word-break: break-all'>ab<b style='word-break: normal'>cdef</b></p>"
    #expect(try lines(html) == [["0,0 12 ab", "0,12 24 cdef"]])
    let inner = "<p style='width: 12px'>ab<b style='word-break: break-all'>cdef</b></p>"
    #expect(try lines(inner) == [["0,0 12 ab", "12,0 6 c", "0,12 12 de", "0,24 6 f"]])
  }

  /// UAX #9: a box without content is where it is in the text, also beside text of the other direction.
  @Test func emptyBoxesStayAtTheirPlaceBesideRightToLeftText() throws {
    let empty = "<span id=a style='padding: 0 3px; background: red'></span>"
    #expect(try boxes("<p>ab\(empty)cd \u{5D0}\u{5D1}</p>")["a"]?.first?.hasPrefix("1: 12,") == true)
    #expect(try boxes("<p><b>ab\(empty)</b>cd \u{5D0}\u{5D1}</p>")["a"]?.first?.hasPrefix("1: 12,") == true)
    #expect(try boxes("<p>\(empty)ab \u{5D0}\u{5D1}</p>")["a"]?.first?.hasPrefix("1: 0,") == true)
    let line = try boxes("<p dir=rtl>ab\(empty)</p>")["a"]?.first
    #expect(line?.hasPrefix("1: 182,") == true, "\(line ?? "none")")
  }

  /// Regression: an empty box in an empty box was across its right edge.
  @Test(arguments: ["ltr", "rtl"])
  func emptyBoxesInEmptyBoxesBesideRightToLeftText(direction: String) throws {
    let nested = "<i id=a><i id=b></i><i id=c></i></i>"
    let css = "#a { padding: 2px } #b, #c { padding: 3px }"
    let found = try boxes("<div dir=\(direction)>abc \(nested) \u{5D0}\u{5D1}</div>", css: css)
    func edges(_ id: String) throws -> (start: Double, end: Double) {
      let frame = try #require(found[id]?.first).split(separator: " ")
      let start = try #require(Double(frame[1].split(separator: ",")[0]))
      return (start, start + (try #require(Double(frame[2].split(separator: "×")[0]))))
    }
    let (a, b, c) = (try edges("a"), try edges("b"), try edges("c"))
    let (left, right) = direction == "ltr" ? (b, c) : (c, b)
    #expect(a.end - a.start == 16 && left.start == a.start + 2 && left.end == right.start && right.end == a.end - 2)
  }

  @Test func longWordsOverflowIfBreaksAreNotAllowed() throws {
    #expect(try lines("<p style='width: 30px'>abcdefgh ij</p>") == [["0,0 48 abcdefgh", "0,12 12 ij"]])
  }

  @Test func preservedTextKeepsItsLinesAndTabs() throws {
    #expect(try lines("<pre>a\tb\n  c</pre>", css: "pre { tab-size: 4 }") == [["0,0 6 a", "24,0 6 b", "0,12 18   c"]])
  }

  /// css-text-3 §4.2: a stop that is nearer than half a digit is passed over.
  @Test func aTabIsAtLeastHalfADigitWide() throws {
    #expect(try lines("<pre>abcdefg\tx</pre>", css: "pre { tab-size: 44px }") == [["0,0 42 abcdefg", "88,0 6 x"]])
    #expect(try lines("<pre>abcdef\tx</pre>", css: "pre { tab-size: 40px }") == [["0,0 36 abcdef", "40,0 6 x"]])
  }

  /// A preserved space before a forced break was removed, and one alone made no line.
  @Test func preservedSpacesAreKept() throws {
    #expect(try lines("<pre style='text-align: right'>ab <br>c</pre>") == [["182,0 18 ab ", "194,12 6 c"]])
    for value in ["pre", "pre-wrap", "break-spaces"] {
      #expect(try boxes("<p id=a style='white-space: \(value)'> </p>")["a"] == ["1: 0,0 200×12"])
    }
    #expect(try boxes("<p id=a style='white-space: pre-line'> </p>")["a"] == ["1: 0,0 200×0"])
  }

  /// css-text-4 §4.1: spaces are kept, and tabs and line feeds are spaces. They collapsed.
  @Test func preservedSpacesMayIncludeBreaks() throws {
    let html = "<p style='white-space-collapse: preserve-spaces'>a  b\n\tc</p>"
    #expect(try lines(html) == [["0,0 42 a  b  c"]])
  }

  /// White space between the items of a flex container and between table parts made boxes if it was preserved.
  @Test(arguments: ["pre", "pre-wrap", "pre-line", "normal"])
  func whiteSpaceMakesNoItemsAndNoTableParts(_ value: String) throws {
    for display in ["flex", "grid; grid-auto-flow: column; justify-content: start"] {
      let html = "<div style='white-space: \(value); display: \(display)'>\n  <p id=a>a</p>\n  <p id=b>b</p>\n</div>"
      let found = try boxes(html)
      #expect(found["a"] == ["1: 0,0 6×12"] && found["b"] == ["1: 6,0 6×12"], "\(display)")
    }
    let table = """
      <table style='white-space: \(value); border-spacing: 0'>
        <tr>
          <td id=a>a</td>
          <td id=b>b</td>
        </tr>
        <tr><td id=c>c</td></tr>
      </table>
      """
    let found = try boxes(table)
    #expect(found["a"] == ["1: 0,0 6×12"] && found["b"] == ["1: 6,0 6×12"] && found["c"] == ["1: 0,12 6×12"])
  }

  /// Regression: the spaces around other content between cells were lost with those that stand alone.
  @Test func preservedSpacesAroundTextInRowsAreKept() throws {
    let row = "<span style='display: table-cell'>a</span> <span>bc</span> <span style='display: table-cell'>d</span>"
    let found = try lines("<p style='display: table-row; white-space: pre'>\(row)</p>").flatMap { $0 }
    #expect(found.contains { $0.hasSuffix(" d") && $0.hasPrefix("30,") }, "\(found)")
  }

  /// CSS 2.2 §12.3.2: it was shown.
  @Test func aClosingQuotationMarkWithoutAnOpeningOneIsNotShown() throws {
    let css = "q { quotes: '<' '>' } q.b::before { content: none }"
    #expect(
      try lines("<p><q>a</q></p><p><q class=b>a</q></p>", css: css)
        == [["0,0 6 <", "6,0 6 a", "12,0 6 >", "0,12 6 a"]])
    // The mark at the end of another element has its own opening mark.
    let target = "q { quotes: '<' '>' } a::before { content: target-text(attr(href), after) }"
    #expect(try lines("<p><a href='#q'></a><q id=q>a</q></p>", css: target)[0].first == "0,0 6 >")
  }

  /// css-display-3 §2.5: it was a block.
  @Test func generatedContentMayHaveNoBox() throws {
    let css = "p::before { content: 'ab'; display: contents; padding: 9px }"
    #expect(try lines("<p>c</p>", css: css) == [["0,0 12 ab", "12,0 6 c"]])
  }

  /// Each letter of a word was compared with each element in the word.
  @Test func aWordOfManyElementsIsBrokenAnywhere() throws {
    let word = String(repeating: "<i>x</i>", count: 5000)
    let found = try lines("<p style='width: 62px; overflow-wrap: anywhere'>\(word)</p>")
    #expect(found.count == 50 && found.allSatisfy { $0.count == 100 && $0.last == "54,108 6 x" })
  }

  @Test func edgesOfInlineBoxesCountInBrokenWords() throws {
    let html = "<p style='width: 32px; overflow-wrap: anywhere'>ab<b style='padding: 0 6px'>cd</b><i></i>ef</p>"
    #expect(
      try lines(html) == [["0,0 12 ab", "18,0 6 c", "0,12 6 d", "12,12 12 ef"]])
  }

  @Test func softHyphensAreShownAtLineEnds() throws {
    let html = "<p style='width: 40px'>abcd&shy;efgh</p>"
    #expect(
      try lines(html).joined().map { $0.replacingOccurrences("\u{AD}", "") } == [
        "0,0 24 abcd", "24,0 6 ‐", "0,12 24 efgh",
      ])
  }

  @Test func inlineBlocksAreAlignedToTheBaseline() throws {
    let html = "<p>a<span id=box style='display: inline-block; width: 20px; height: 30px'></span>b</p>"
    let found = try boxes(html)
    #expect(found["box"]?.first?.hasSuffix("20×30") == true)
    #expect(try lines(html)[0].map { $0.split(separator: " ")[0].split(separator: ",")[0] } == ["0", "26"])
  }

  @Test func paddingOfInlineBoxesTakesSpaceInTheLine() throws {
    let html = "<p>a<span id=s style='padding: 0 5px; border: 1px solid'>b</span>c</p>"
    #expect(try lines(html) == [["0,0 6 a", "12,0 6 b", "24,0 6 c"]])
    #expect(try boxes(html)["s"]?.first?.hasPrefix("1: 6,") == true)
  }

  /// They referred to the width with which a content was first measured: 0 in floats and cells. The frame of the box
  /// included its margins.
  @Test(arguments: ["", "float: left", "display: inline-block", "position: absolute"])
  func percentagesOfInlineBoxesReferToTheContainer(_ style: String) throws {
    let box = "<p style='width: 100px; \(style)'>a<span id=s style='padding: 0 10%; margin: 0 5%'>b</span>c</p>"
    #expect(try lines(box) == [["0,0 6 a", "21,0 6 b", "42,0 6 c"]])
    let frame = try #require(try boxes(box)["s"]?.first)
    #expect(frame.hasPrefix("1: 11,") && frame.contains(" 26×"), "\(frame)")
    // A width by the content is measured with percentages of 0.
    let narrow = "<p style='float: left'>a<span style='padding: 0 10%'>b</span></p>"
    #expect(try lines(narrow) == [["0,0 6 a", "7,0 6 b"]])
  }

  /// The box was not moved.
  /// Regression: percentages of floats in lines referred to the border box of the container, and those of heights to
  /// nothing.
  @Test func percentagesMoveRelativeFloats() throws {
    let float = "<i id=f style='float: left; position: relative; left: 10%; top: 50%; width: 6px; height: 6px'></i>"
    let html = "<p style='margin: 0; padding: 0 50px; width: 100px; height: 40px'>a\(float)</p>"
    #expect(try boxes(html)["f"] == ["1: 60,20 6×6"])
  }

  @Test(arguments: ["inline", "inline-block"]) func percentagesMoveRelativeInlineBoxes(_ display: String) throws {
    let style = "display: \(display); position: relative; left: 10%; top: 50%"
    let html = "<p style='width: 100px; height: 40px'>a<span id=s style='\(style)'>b</span></p>"
    #expect(try lines(html) == [["0,0 6 a", "16,20 6 b"]])
  }

  @Test func superscriptsRaiseTheirBaseline() throws {
    let ys = try lines("<p>a<sup style='font-size: 10px; line-height: 0'>b</sup></p>")[0].map {
      $0.split(separator: " ")[0]
    }
    #expect(ys == ["0,4", "6,0"] || ys[0] != ys[1])
  }

  @Test func hebrewRunsRightToLeft() throws {
    let xs = try lines("<p>ab <span>אב</span> cd</p>")[0]
    #expect(xs.count >= 3)
    #expect(xs.contains { $0.hasSuffix("אב") })
  }

  @Test func forcedBreaksEndLines() throws {
    #expect(try lines("<p>a<br>b <br> c</p>") == [["0,0 6 a", "0,12 6 b", "0,24 6 c"]])
  }

  @Test func textTransformAppliesBeforeShaping() throws {
    #expect(try lines("<p style='text-transform: uppercase'>straße</p>") == [["0,0 42 STRASSE"]])
  }

  @Test func markersHangLeftOfTheirItem() throws {
    let html = "<ol><li>a<li>b<ol><li>c</ol></ol>"
    #expect(
      try lines(html, css: "ol { padding-left: 30px }")[0].map { $0.trimmingSuffix(" ") } == [
        "12,0 18 1.", "30,0 6 a", "12,12 18 2.", "30,12 6 b", "42,24 18 1.", "60,24 6 c",
      ])
  }

  /// Regression: the baseline depended on the order of the boxes, as in no browser.
  @Test func theHighestBoxAtAnEdgeOfTheLineDeterminesItsBaseline() throws {
    func y(_ first: String, _ second: String) throws -> Int {
      func box(_ style: String) -> String { "<i style='display: inline-block; width: 10px; \(style)'></i>" }
      let html = "<p>\(box(first))\(box(second))<i id=a style='display: inline-block'>a</i></p>"
      return try #require(Int(try boxes(html)["a"]?.first?.split(separator: " ")[1].split(separator: ",")[1] ?? ""))
    }
    let (top, bottom) = ("height: 20px; vertical-align: top", "height: 30px; vertical-align: bottom")
    #expect(try y(top, bottom) == 18)
    #expect(try y(bottom, top) == 18)
    #expect(try y("height: 30px; vertical-align: top", "height: 20px; vertical-align: bottom") == 0)
  }
}

extension String {
  func replacingOccurrences(_ target: String, _ replacement: String) -> String {
    split(separator: target, omittingEmptySubsequences: false).joined(separator: replacement)
  }
  func trimmingSuffix(_ character: Character) -> String {
    var text = self
    while text.last == character { text.removeLast() }
    return text
  }
}

@Suite(.hangLimit) struct FirstLetterTests {
  @Test func theFirstLetterIncludesPunctuation() throws {
    #expect(
      try lines("<p>“Abc”</p>", css: "p::first-letter { font-weight: bold }")[0].map { $0.split(separator: " ").last }
        == ["“A", "bc”"])
  }

  /// css-pseudo-4 §2.2.
  @Test(arguments: [
    ("-abc", "-a"), ("a-bc", "a"), ("a(bc", "a("), ("a)bc", "a)"), (". . abc", ". . a"), ("“ abc", "“ a"),
    ("a_bc", "a_"), ("a !bc", "a"), ("...", "..."),
  ])
  func punctuationNextToTheFirstLetterIsPartOfIt(_ text: String, _ letter: String) throws {
    let found = try layOut("<p>\(text)</p>", css: "p::first-letter { color: red }").pages[0].fragments.compactMap {
      if case .text(let slice) = $0.content { slice } else { nil }
    }
    #expect(found.first.map { $0.glyphs.count } == letter.count)
  }

  /// Flex containers have none, and the first line of preserved text may be empty.
  @Test(arguments: ["<p style='display: flex'>abc</p>", "<pre>\n\nabc</pre>", "<p style='display: table'>abc</p>"])
  func textWithoutFirstLetter(html: String) throws {
    let css = "p::first-letter, pre::first-letter { letter-spacing: 3px }"
    #expect(try lines(html, css: css)[0].last?.hasSuffix(" 18 abc") == true)
  }

  @Test func theFirstLetterMayBeInTheFirstChildBlockOnly() throws {
    let html = "<div><p>ab</p><p>cd</p></div>"
    #expect(
      try lines(html, css: "div::first-letter { font-weight: bold }")[0].map { $0.split(separator: " ").last } == [
        "a", "b", "cd",
      ])
  }

  /// A dropped letter is as high as the first lines, which are beside it; a raised one is in the first line.
  @Test(arguments: [
    ("initial-letter: 3", 3, 3), ("initial-letter: 2.5 3", 3, 3), ("initial-letter: drop 2.5", 2, 2),
    ("-webkit-initial-letter: 2", 2, 2), ("initial-letter: 4 2", 2, 4), ("initial-letter: 3 raise", 0, 3),
    ("initial-letter: 3 1", 0, 3), ("initial-letter: normal", 0, 1),
  ])
  func initialLettersAreAsHighAsTheirLines(declaration: String, beside: Int, size: Int) throws {
    let words = Array(repeating: "word", count: 40).joined(separator: " ")
    let found = try lines(
      "<p>H\(words)</p>", css: "p { font: 10px/20px Carlito; margin: 0 } p::first-letter { \(declaration) }")[0]
    let letter = try #require(found.first { $0.hasSuffix(" H") })
    #expect(letter.hasPrefix("0,"))
    let width = try #require(Double(letter.split(separator: " ")[1]))
    #expect((width > 8 * Double(size)) == (size > 1), "\(letter)")
    // Lines that begin at the edge are not beside it.
    let indented = Set(found.filter { !$0.hasSuffix(" H") && !$0.hasPrefix("0,") }.map { $0.split(separator: " ")[0] })
    #expect(indented.count == max(1, beside), "\(found)")
  }

  /// Regression: a letter that is higher than it sinks was lower than its place (css-inline-3 §5.5).
  @Test func initialLettersThatAreHigherThanTheySinkBeginAboveTheFirstLine() throws {
    func places(_ size: String) throws -> (letter: String?, word: String?, block: String?) {
      let css = "p { font: 10px/20px Carlito; margin: 0; padding-top: 5px } p::first-letter { initial-letter: \(size) }"
      let html = "<p id=p>Hword</p>"
      let found = try lines(html, css: css)[0]
      func top(_ text: String) -> String? {
        let line = found.first { $0.hasSuffix(" \(text)") }
        return line?.split(separator: " ").first?.split(separator: ",").last.map(String.init)
      }
      return (top("H"), top("word"), try boxes(html, css: css)["p"]?.first)
    }
    let (even, raised) = (try places("3"), try places("3 2"))
    #expect(even.letter != nil && even.letter == raised.letter)
    #expect(even.word.flatMap(Double.init).map { $0 + 20 } == raised.word.flatMap(Double.init))
    #expect(even.block == "1: 0,0 200×25" && raised.block == "1: 0,0 200×45")
  }

  /// Raised letters: the block is as much higher as the letter is above the first line, whose height does not change.
  @Test(arguments: [("3 1", 40), ("2 raise", 20), ("1.5 1", 10), ("1", 0)])
  func raisedLettersDoNotChangeTheHeightOfLines(size: String, raised: Int) throws {
    let css = "p { font: 10px/20px Carlito; margin: 0 } p::first-letter { initial-letter: \(size) }"
    let html = "<p id=p>Hword<br>next</p>"
    #expect(try boxes(html, css: css)["p"] == ["1: 0,0 200×\(40 + raised)"])
    let tops = try lines(html, css: css)[0].filter { !$0.hasSuffix(" H") }.map {
      $0.split(separator: " ")[0].split(separator: ",")[1]
    }
    #expect(tops.compactMap { Int($0) }.map { $0 - raised } == [5, 25], "\(tops)")
  }

  @Test func aFloatingLetterIsBesideTheLines() throws {
    let html = "<p style='width: 60px'>Abcd efgh ijkl</p>"
    let css = "p::first-letter { float: left; font-size: 20px; line-height: 24px }"
    #expect(
      try lines(html, css: css)[0].map { String($0.split(separator: " ")[0]) }.prefix(3) == ["0,0", "12,0", "12,12"])
  }

  /// The baseline of inline flex and grid containers is that of their first line.
  @Test(arguments: ["inline-flex", "inline-grid"]) func containersInLinesAreAlignedByTheirFirstBaselines(
    _ display: String
  ) throws {
    let html = "x<span style='display: \(display); flex-direction: column'><b>a</b><b>b</b></span>"
    #expect(try lines(html)[0] == ["0,0 6 x", "6,0 6 a", "6,12 6 b"])
  }

  /// Percentages of heights ignore anonymous blocks.
  @Test func percentagesOfHeightsPassThroughAnonymousBlocks() throws {
    let html = "<div style='height: 100px'><p></p><i id=a></i></div>"
    let css = "#a { display: inline-block; width: 10px; height: 50%; vertical-align: top }"
    #expect(try boxes(html, css: css)["a"] == ["1: 0,0 10×50"])
  }

  /// The parts of an inline box after a block in it had its start border again.
  @Test func partsOfASplitInlineBoxHaveTheirOwnEdges() throws {
    let document = try layOut(
      "<p><span id=s>a<span style='display: block'>b</span>c</span></p>", css: "#s { border: 2px solid }")
    let parts = document.pages[0].fragments.filter { if case .inlineBox = $0.content { true } else { false } }
    let edges = parts.map(\.edges)
    #expect(edges == [[.top, .bottom, .left], [.top, .bottom, .right]])
  }

  /// The baseline of a decoration is that of the box with the decoration.
  @Test func raisedTextHasTheLineOfItsDecoratingBox() throws {
    let html = "<u>a<span style='vertical-align: 5px'>b</span></u><span style='vertical-align: 5px'><u>c</u></span>"
    let document = try layOut("<p>\(html)</p>")
    let shifts = document.pages[0].fragments.compactMap { fragment -> Int16? in
      if case .text(let slice) = fragment.content { slice.decorationShift } else { nil }
    }
    #expect(shifts == [0, -80, 0])
  }
}

/// What an inline box does to the floats and letters in it.
@Suite(.hangLimit) struct InlineBoxTests {
  /// Only the text was moved (CSS 2.2 §9.4.3).
  @Test func aRelativeInlineBoxMovesItsFloats() throws {
    let style = "position: relative; left: 20px; top: 5px"
    let html = "<p>a<span style='\(style)'><i id=f style='float: left'>bc</i>d</span></p>"
    #expect(try boxes(html)["f"] == ["1: 20,5 12×12"])
  }

  /// css-position-3 §2.1: from the start of the first fragment to the end of the last one.
  @Test func theContainingBlockOfABrokenInlineBoxStartsOnItsFirstLine() throws {
    let box = "<b id=a style='position: absolute; left: 0; top: 0; width: 5px; height: 5px'></b>"
    let html = "<p style='width: 60px'>aaaa <span style='position: relative'>bbbb cccccccc\(box)</span></p>"
    #expect(try boxes(html)["a"] == ["1: 30,0 5×5"])
    #expect(try boxes(html.replacing("left: 0", with: "right: 0"))["a"] == ["1: 43,0 5×5"])
  }

  /// The letter had the style of the block.
  @Test func theFirstLetterInheritsFromItsInlineBox() throws {
    let css = "p::first-letter { letter-spacing: 3px } b { font-size: 20px; font-weight: normal }"
    #expect(try lines("<p><b>A</b>b</p>", css: css)[0].first?.contains(" 15 A") == true)
  }

  @Test func aForcedBreakPrecedesTheFirstLetter() throws {
    #expect(try lines("<p><br>Ab</p>", css: "p::first-letter { letter-spacing: 3px }")[0].last == "0,12 12 Ab")
  }

  /// css-sizing-4 §5: the width is transferred from the height.
  @Test func aBlockWithARatioAndAHeightHasTheirWidth() throws {
    #expect(try boxes("<div id=a style='aspect-ratio: 2; height: 20px'></div>")["a"] == ["1: 0,0 40×20"])
    #expect(try boxes("<div id=a style='aspect-ratio: auto 2; height: 20px'></div>")["a"] == ["1: 0,0 40×20"])
  }

  /// Text in an element without a box had the style of the box around the element (css-display-3 §2.5).
  @Test func textInContentsHasTheStyleOfItsElement() throws {
    let css = "i { display: contents; font-size: 20px }"
    #expect(try lines("<p>a<i>b</i>c</p>", css: css)[0].contains { $0.hasSuffix(" 12 b") })
    let flex = try lines("<p style='display: flex'><i>b</i></p>", css: css)[0]
    #expect(flex.count == 1 && flex[0].hasSuffix(" 12 b"))
  }

  /// CSS 2.2 §10.8.1, css-align-3 §9.1: only a box that scrolls has its baseline at the bottom.
  @Test func aBoxThatClipsWithoutScrollingKeepsItsBaseline() throws {
    func top(_ overflow: String) throws -> String? {
      try lines("x<span style='display: inline-block; height: 30px; overflow: \(overflow)'>y</span>").first?.first
    }
    #expect(try top("clip") == "0,0 6 x")
    #expect(try top("visible") == "0,0 6 x")
    #expect(try top("hidden") == "0,22 6 x")
  }
}
