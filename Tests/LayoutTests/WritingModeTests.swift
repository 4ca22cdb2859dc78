import Layout
import TestTraits
import Testing

/// Boxes with vertical text (css-writing-modes-4). Positions of text are those before the turn.
@Suite(.hangLimit) struct WritingModeTests {
  private func place(_ html: String, _ css: String = "") throws -> String? {
    try boxes(html, css: "#a { writing-mode: vertical-rl } table { border-spacing: 0 } \(css)")["a"]?.first
  }

  private func text(_ html: String, _ css: String) throws -> [String] { try lines(html, css: css)[0] }

  private func warnings(_ html: String, _ css: String) throws -> [String] {
    try layOut(html, css: css).diagnostics.filter { $0.code == "writing_mode_limited" }.map(\.message)
  }

  @Test(arguments: ["div", "span", "p", "li"]) func theLinesOfABoxAreAsLongAsItIsHigh(_ name: String) throws {
    let css = "li { list-style: none } span { vertical-align: top }"
    #expect(try place("<\(name) id=a>abcd</\(name)>", css) == "1: 0,0 12×24")
    #expect(try place("<\(name) id=a>aaaa bbbb</\(name)>", css + "#a { height: 30px }") == "1: 0,0 24×30")
    #expect(try place("<\(name) id=a>aaaa bbbb</\(name)>", css + "#a { max-height: 30px }") == "1: 0,0 24×30")
    #expect(try place("<\(name) id=a>aaaa bbbb</\(name)>", css + "#a { padding: 1px 2px 3px 4px }") == "1: 0,0 18×58")
  }

  /// Text that is longer than the page has several lines.
  @Test func linesAreAtMostAsLongAsThePage() throws {
    #expect(try place("<div id=a>\(String(repeating: "aaaaaaaaa ", count: 5))</div>") == "1: 0,0 36×120")
  }

  @Test func cellsAreAsNarrowAsTheirLines() throws {
    let table = "<table><tr><th id=a>abcd<th id=b>xy<tr><td>1<td>2</table>"
    #expect(try place(table) == "1: 0,0 12×24")
    #expect(
      try boxes(table, css: "#a { writing-mode: vertical-rl } table { border-spacing: 0 }")["b"] == ["1: 12,0 12×24"])
    #expect(
      try place(
        "<table><tr id=r><th id=a>abcd<th>xy</table>", "#a { writing-mode: inherit } #r { writing-mode: vertical-rl }")
        == "1: 0,0 12×24")
  }

  /// Lines are as long as the cell is high.
  @Test func textIsAlignedInTheHeightOfACell() throws {
    func first(_ css: String) throws -> String {
      try text(
        "<table><tr><td id=a>abcd<td style='height: 48px'>x</table>", "table { border-spacing: 0 } #a { \(css) }")[0]
    }
    #expect(try first("writing-mode: vertical-rl") == "12,0 24 abcd")
    #expect(try first("writing-mode: vertical-rl; text-align: center") == "12,12 24 abcd")
    #expect(try first("writing-mode: vertical-rl; text-align: right") == "12,24 24 abcd")
    #expect(try first("writing-mode: sideways-lr") == "0,48 24 abcd")
    #expect(try first("writing-mode: sideways-lr; text-align: end") == "0,24 24 abcd")
  }

  /// Regression: with a size of its own, lines began where they would be without it (css-sizing-4 §4.2).
  @Test func linesFillBoxesWhoseSizeIsNotThatOfTheContent() throws {
    let css = "#a { float: left; contain: size; contain-intrinsic-size: 30px 60px; writing-mode: sideways-lr }"
    #expect(try text("<div id=a>abcd</div>", css)[0] == "0,60 24 abcd")
    #expect(try place("<div id=a>abcd</div>", css) == "1: 0,0 30×60")
  }

  @Test func linesAreAtTheStartOfAWiderBox() throws {
    func first(_ css: String) throws -> String {
      try text("<div id=a>abcd</div>", "#a { width: 40px; \(css) }")[0]
    }
    #expect(try first("writing-mode: vertical-rl") == "40,0 24 abcd")
    #expect(try first("writing-mode: vertical-lr") == "12,0 24 abcd")
    #expect(try first("writing-mode: sideways-lr") == "0,24 24 abcd")
  }

  @Test func verticalAlignmentOfCellsIsThatOfTheirLines() throws {
    func first(_ align: String) throws -> String {
      let css =
        "table { border-spacing: 0 } td { padding: 0; width: 40px; writing-mode: vertical-rl; vertical-align: \(align) }"
      return try text("<table><tr><td>abcd</table>", css)[0]
    }
    #expect(try first("top") == "40,0 24 abcd")
    #expect(try first("middle") == "26,0 24 abcd")
    #expect(try first("bottom") == "12,0 24 abcd")
  }

  @Test func linesFollowOneAnotherByTheWritingMode() throws {
    let html = "<div id=a>aaaa<br>bb</div>"
    #expect(try text(html, "#a { writing-mode: vertical-rl }") == ["24,0 24 aaaa", "24,12 12 bb"])
    #expect(try text(html, "#a { writing-mode: sideways-rl }") == ["24,0 24 aaaa", "24,12 12 bb"])
    #expect(try text(html, "#a { writing-mode: vertical-lr }") == ["24,12 24 aaaa", "24,0 12 bb"])
    #expect(try text(html, "#a { writing-mode: sideways-lr }") == ["0,24 24 aaaa", "0,36 12 bb"])
  }

  @Test func sidesAndSizesOfBoxesInVerticalTextAreThoseOfThePage() throws {
    #expect(
      try place("<div id=a><p style='margin-block: 5px 3px'>ab</p></div>", "#a { display: flow-root }")
        == "1: 0,0 20×12")
    #expect(try place("<div id=a><p style='padding-left: 7px; border-top: 2px solid'>ab</p></div>") == "1: 0,0 19×14")
    #expect(try place("<div id=a><p style='width: 40px; height: 50px'>ab</p></div>") == "1: 0,0 40×50")
    #expect(try place("<div id=a><p style='inline-size: 40px; block-size: 50px'>ab</p></div>") == "1: 0,0 50×40")
    #expect(try place("<div id=a><div style='writing-mode: horizontal-tb'>abc</div></div>") == "1: 0,0 18×12")
  }

  @Test func turnedBoxesAreInTheFlow() throws {
    let html = "<div id=a>abcd</div><p id=b>x</p>"
    #expect(try boxes(html, css: "#a { writing-mode: vertical-rl }")["b"] == ["1: 0,24 200×12"])
    let item = "<div style='display: flex'><div id=a>abcd</div><p id=b>x</p></div>"
    #expect(try boxes(item, css: "#a { writing-mode: vertical-rl }")["b"]?.first?.hasPrefix("1: 12,0 ") == true)
    #expect(
      try boxes(
        "<div id=a>abcd</div>", css: "#a { writing-mode: vertical-rl; position: absolute; right: 0; top: 5px }")[
          "a"] == ["1: 188,5 12×24"])
  }

  /// The content of a margin box is in the middle of its width.
  @Test func marginBoxesHaveVerticalText() throws {
    let css = "@page { size: 200px 120px; margin: 20px; @left-middle { content: 'abcd'; writing-mode: vertical-rl } }"
    #expect(try lines("<p>x</p>", css: css)[0] == ["20,20 6 x", "16,48 24 abcd"])
    let other = css.replacing("vertical-rl", with: "sideways-lr")
    #expect(try lines("<p>x</p>", css: other)[0] == ["20,20 6 x", "4,72 24 abcd"])
  }

  /// In vertical text `vertical-align` of margin boxes moves the lines across, and `text-align` along the box.
  @Test func verticalMarginBoxesAreAlignedInBothAxes() throws {
    func place(_ align: String) throws -> String {
      let css =
        "@page { size: 200px 120px; margin: 40px; @top-left-corner { content: 'ab'; writing-mode: vertical-rl; \(align) } }"
      return try lines("<p>x</p>", css: css)[0][1]
    }
    #expect(try place("vertical-align: top; text-align: left") == "40,0 12 ab")
    #expect(try place("vertical-align: bottom; text-align: left") == "12,0 12 ab")
    #expect(try place("vertical-align: bottom; text-align: right") == "12,28 12 ab")
  }

  @Test func generatedContentIsTurnedWithTheText() throws {
    #expect(try place("<div id=a>ab</div>", "#a::before { content: 'xyz'; padding-top: 4px }") == "1: 0,0 12×34")
  }

  // MARK: Limits

  @Test func mixedWritingModesHaveAWarning() throws {
    #expect(try warnings("<p id=a>a</p>", "#a { writing-mode: vertical-rl }") == [])
    #expect(try warnings("<p>\u{65E5}\u{672C}</p>", "p { writing-mode: vertical-rl }") == [])
    #expect(try warnings("<p>a</p><p>b</p>", "body { writing-mode: vertical-rl }") == [])
    let mixture = "<div id=a><p>a</p><p>b</p></div>"
    #expect(try warnings(mixture, "#a { writing-mode: vertical-rl } p { writing-mode: vertical-lr }").count == 1)
  }

  // MARK: Containers

  @Test func flexContainersAreTurnedAsAWhole() throws {
    let html = "<div id=f><div id=a>ab</div><div id=b>cd</div></div><p id=c>x</p>"
    let boxes = try boxes(html, css: "#f { display: flex; writing-mode: vertical-rl; width: 30px; height: 100px }")
    #expect(boxes["f"] == ["1: 30,0 100×30"])
    #expect(boxes["a"] == ["1: 30,0 12×30"])
    #expect(boxes["b"] == ["1: 42,0 12×30"])
    #expect(boxes["c"] == ["1: 0,100 200×12"])
  }

  @Test func tablesAreTurnedAsAWhole() throws {
    let css = "table { border-spacing: 0; writing-mode: vertical-rl }"
    let boxes = try boxes("<table><tr><td id=a>ab<td id=b>cd</table>", css: css)
    #expect(boxes["a"] == ["1: 12,0 12×12"])
    #expect(boxes["b"] == ["1: 24,0 12×12"])
  }

  // MARK: Pages

  /// The body determines the writing mode of the pages. Their content is turned about the corner at which it starts.
  @Test(arguments: ["html", "body"]) func pagesAreTurnedAsAWhole(_ root: String) throws {
    let html = "<p id=a>ab</p><p id=b>c</p>"
    let css = "p { margin-block: 3px } \(root) { writing-mode: "
    #expect(try boxes(html, css: css + "vertical-rl }")["b"] == ["1: 200,18 120×12"])
    #expect(try boxes(html, css: css + "sideways-lr }")["b"] == ["1: 0,138 120×12"])
    // The page area is 200 px wide, and blocks follow one another from its left.
    #expect(try boxes(html, css: css + "vertical-lr }")["b"] == ["1: 200,170 120×12"])
    #expect(try warnings(html, css + "vertical-lr }") == [])
  }

  /// Borders, padding and margins of `vertical-lr` are on the side that the style names.
  @Test func edgesOfMirroredBoxesAreThoseOfThePage() throws {
    let css = "html { writing-mode: vertical-lr } p { margin: 0 } #a { border-left: 8px solid; padding-left: 5px }"
    let boxes = try boxes("<p id=a>ab</p><p id=b>c</p>", css: css)
    #expect(boxes["a"] == ["1: 200,175 120×25"])
    #expect(boxes["b"] == ["1: 200,163 120×12"])
    let text = try text("<p id=a>ab</p><p id=b>c</p>", css)
    #expect(text == ["200,175 12 ab", "200,163 6 c"])
  }

  @Test func rowsOfMirroredTablesFollowFromTheLeft() throws {
    let css = "html { writing-mode: vertical-lr } table { border-spacing: 0 } td { padding: 0 }"
    let boxes = try boxes("<table><tr><td id=a>ab<td id=b>c<tr><td id=c>d<td>e</table>", css: css)
    #expect(boxes["a"] == ["1: 200,188 12×12"])
    #expect(boxes["b"] == ["1: 212,188 6×12"])
    #expect(boxes["c"] == ["1: 200,176 12×12"])
  }

  // MARK: Characters

  /// The characters of vertical scripts are runs of their own (UAX #50: U+00A7 is upright, U+2014 is not).
  @Test func someCharactersAreUprightInVerticalText() throws {
    func runs(_ css: String) throws -> [String] {
      try text("<div id=a>ab\u{A7}\u{2014}</div>", "#a { \(css) }").map { String($0.split(separator: " ")[2]) }
    }
    #expect(try runs("writing-mode: vertical-rl") == ["ab", "\u{A7}", "\u{2014}"])
    #expect(try runs("writing-mode: vertical-lr; text-orientation: upright") == ["ab\u{A7}\u{2014}"])
    #expect(try runs("writing-mode: vertical-rl; text-orientation: sideways") == ["ab\u{A7}\u{2014}"])
    #expect(try runs("writing-mode: sideways-rl") == ["ab\u{A7}\u{2014}"])
    #expect(try runs("text-orientation: upright") == ["ab\u{A7}\u{2014}"])
  }

  /// The advance of an upright character is its height, not its width.
  @Test func uprightCharactersAdvanceByTheirHeight() throws {
    let css = "#a { writing-mode: vertical-rl; text-orientation: upright }"
    let length = try #require(try place("<div id=a>abcd</div>", css)?.split(separator: "×").last.flatMap { Int($0) })
    #expect(length > 40)
  }

  /// Boxes in lines of vertical text are aligned by their middles (css-writing-modes-4 §4.3).
  @Test func boxesInVerticalTextAreCentred() throws {
    let box = "<span id=b style='display: inline-block; width: 30px; height: 10px'></span>"
    #expect(try boxes("<div id=a>ab\(box)</div>", css: "#a { writing-mode: vertical-rl }")["a"] == ["1: 0,0 30×22"])
    #expect(
      try boxes("<div id=a>ab\(box)</div>", css: "#a { writing-mode: sideways-rl }")["a"] != ["1: 0,0 30×22"])
  }

  @Test func combinedCharactersAreASquare() throws {
    let css = "#a { writing-mode: vertical-rl } b { font-weight: normal; text-combine-upright: "
    #expect(try place("<div id=a><b>12</b></div>", css + "all }") == "1: 0,0 12×10")
    #expect(try place("<div id=a><b>1234567</b></div>", css + "all }") == "1: 0,0 12×10")
    #expect(try place("<div id=a><b>x12y345</b></div>", css + "digits }") == "1: 0,0 12×40")
    #expect(try place("<div id=a><b>x12y345</b></div>", css + "digits 3 }") == "1: 0,0 12×32")
    #expect(try place("<p><b>12</b></p>", css + "all }") == nil)
  }

  /// An image in vertical text is seen as it is, 40 px wide and 20 px high.
  @Test func imagesAreNotTurned() throws {
    let image =
      "<img id=i src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'></svg>\">"
    #expect(try boxes("<div id=a>\(image)</div>", css: "#a { writing-mode: vertical-rl }")["a"] == ["1: 0,0 40×20"])
    #expect(
      try boxes("<div id=a>\(image)</div>", css: "#a { writing-mode: vertical-rl } img { width: 20px; margin: 3px }")[
        "a"] == ["1: 0,0 26×16"])
  }

  @Test func turnedPagesBreakAtTheirSides() throws {
    let html = "<div id=a></div><div id=b></div>"
    let css = "body { writing-mode: vertical-rl } div { width: 150px; break-inside: avoid }"
    #expect(try boxes(html, css: css)["b"] == ["2: 200,0 120×150"])
  }
}

/// Positioned boxes and columns in vertical text.
@Suite(.hangLimit) struct VerticalContainerTests {
  /// The containing block was the turned content, so that the box did not fill it.
  @Test func anAbsoluteBoxFillsItsContainingBlock() throws {
    let css = "#c { position: relative; writing-mode: vertical-rl; width: 100px; height: 80px }"
    let html = "<div id=c><span id=a style='position: absolute; left: 10px; right: 20px; top: 5px'>abc</span></div>"
    // Before the turn about the right edge: 20 px from it, and 70 px high.
    #expect(try boxes(html, css: css)["a"] == ["1: 105,20 18×70"])
  }

  /// The columns divided the width, and did not contain the lines.
  @Test func columnsDivideTheLengthOfTheLines() throws {
    let css = "#c { writing-mode: vertical-rl; columns: 2; column-gap: 0; height: 80px; orphans: 1; widows: 1 }"
    #expect(try boxes("<div id=c>a<br>b<br>c<br>d</div>", css: css)["c"] == ["1: 0,0 24×80"])
  }

  /// Offsets of shadows refer to the page (css-writing-modes-4 §6.5), and were turned with the text.
  @Test(arguments: [("vertical-rl", 2.0, -1.0), ("sideways-lr", -2, 1), ("horizontal-tb", 1, 2)])
  func shadowsAreNotTurned(mode: String, x: Double, y: Double) throws {
    let document = try layOut(
      "<div><p><b>a</b></p></div>", css: "div { writing-mode: \(mode); text-shadow: 1px 2px red }")
    let text = try #require(
      document.pages[0].fragments.first { if case .text = $0.content { true } else { false } })
    let shadow = try #require(document.styles[Int(text.style.index)].text.shadows.first)
    #expect(shadow.x == x && shadow.y == y)
  }

  /// Regression: the emphasis marks of combined characters made their square higher, so that text overlapped.
  @Test func combinedCharactersHaveNoEmphasisMarksInTheirSquare() throws {
    let css = "div { writing-mode: vertical-rl; text-emphasis: dot } b { text-combine-upright: all }"
    let marks = try lines("<div>x<b>12</b>y</div>", css: css).joined().count { $0.hasSuffix(" •") }
    #expect(marks == 2)
  }

  /// White space around combined characters is that at the ends of a line (css-writing-modes-4 §9.1.1).
  @Test func spacesAroundCombinedCharactersAreRemoved() throws {
    func height(_ text: String, _ css: String = "") throws -> String? {
      let css = "#a { writing-mode: vertical-rl } b { text-combine-upright: all; \(css) }"
      return try boxes("<div id=a>x<b>\(text)</b>x</div>", css: css)["a"]?.first
    }
    #expect(try height(" 12 ") == height("12"))
    #expect(try height(" 12 ", "white-space: pre") == height("12"))
    let found = try lines(
      "<div>x<b> 1 </b>", css: "div { writing-mode: vertical-rl } b { text-combine-upright: all; white-space: pre }")
    #expect(found[0].contains { $0.hasSuffix("  1 ") })
  }

  /// Boxes with other writing modes have no baseline for their container (css-align-3 §9.1).
  @Test func verticalBlocksHaveNoBaseline() throws {
    let vertical = "<div style='writing-mode: vertical-rl'>v</div>"
    let html = "aaa<div style='display: inline-block'>bbb\(vertical)</div>"
    let found = try lines(html)[0]
    #expect(found.contains("0,0 18 aaa") && found.contains("18,0 18 bbb"))
  }

  /// css-grid-2 §6.2, css-flexbox-1 §8.3
  @Test(arguments: ["display: grid", "display: flex; flex-direction: column"])
  func verticalItemsStretch(_ container: String) throws {
    let html = "<div style='\(container)'><div id=a style='writing-mode: vertical-rl'>ab</div></div>"
    #expect(try boxes(html)["a"] == ["1: 0,0 200×12"])
    let start = html.replacing("<div style='", with: "<div style='place-items: start; ", maxReplacements: 1)
    #expect(try boxes(start)["a"] == ["1: 0,0 12×12"])
  }

  /// Regression: a block with another block flow direction than its container did not keep clear of floats
  /// (css-writing-modes-4 §3.1).
  @Test func aBlockOfAnotherFlowDirectionIsBesideFloats() throws {
    let float = "<div style='float: left; width: 20px; height: 20px'></div>"
    let boxes = try boxes(float + "<div id=a style='writing-mode: vertical-lr; height: 60px'>aa</div>")
    #expect(boxes["a"]?.first?.hasPrefix("1: 20,0 ") == true)
  }
}
