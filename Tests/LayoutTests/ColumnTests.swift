import Layout
import TestTraits
import Testing

@Suite(.hangLimit) struct ColumnTests {
  /// css-align-3 §9.1: the baselines of a box with columns are the highest first and the lowest last one of a row.
  @Test func theBaselineIsTheLowestLastOneOfTheColumns() throws {
    let html = """
      a<div id=m style='display: inline-block; columns: 2; width: 40px; column-gap: 0; orphans: 1; widows: 1'>b<br>c<br>d
      </div>
      """
    #expect(try lines(html)[0].prefix(3) == ["0,12 6 a", "6,0 6 b", "6,12 6 c"])
    #expect(try boxes(html)["m"] == ["1: 6,0 40×24"])
  }

  @Test func contentIsBalancedBetweenColumns() throws {
    let html = "<div id='m' style='columns: 2; column-gap: 0; orphans: 1; widows: 1'>a<br>b<br>c<br>d</div>"
    #expect(
      try lines(html).map { $0.map { String($0.split(separator: ",")[0]) + String($0.suffix(1)) } } == [
        ["0a", "0b", "100c", "100d"]
      ])
    #expect(try boxes(html)["m"] == ["1: 0,0 200×24"])
  }

  /// Regression: both lines were in the first column, because neither fits in a third of their height.
  @Test func fewerLinesThanColumnsAreBalanced() throws {
    let html = "<div id='m' style='columns: 4; column-gap: 0; orphans: 1; widows: 1'>a<br>b</div>"
    #expect(
      try lines(html).map { $0.map { String($0.split(separator: ",")[0]) + String($0.suffix(1)) } } == [["0a", "50b"]])
    #expect(try boxes(html)["m"] == ["1: 0,0 200×12"])
  }

  /// css-break-4 §3.1: `always` breaks the column, and outside columns the page.
  @Test(arguments: ["break-before: always", "break-before: column"]) func aBreakEndsTheColumn(_ value: String) throws {
    let columns = "<div style='columns: 2; column-gap: 0'><p>x</p><p id='a' style='\(value)'>y</p></div>"
    #expect(try boxes(columns)["a"] == ["1: 100,0 100×12"])
    let first = "<p>w</p><div style='columns: 2; column-gap: 0'><p id='a' style='\(value)'>y</p></div>"
    #expect(try boxes(first)["a"]?.first?.hasPrefix("1: 0,12 ") == true)
  }

  @Test func outsideColumnsABreakEndsThePage() throws {
    #expect(try boxes("<p>x</p><p id='a' style='break-before: always'>y</p>")["a"] == ["2: 0,0 200×12"])
    #expect(try boxes("<p>x</p><p id='a' style='page-break-before: always'>y</p>")["a"] == ["2: 0,0 200×12"])
  }

  @Test func columnWidthDeterminesTheNumberOfColumns() throws {
    let html = "<div style='column-width: 45px; column-gap: 10px'><p id='a'>x</p></div>"
    // (200 + 10) / (45 + 10) is three columns, 60 px each.
    #expect(try boxes(html)["a"] == ["1: 0,0 60×12"])
  }

  @Test func columnFillAutoFillsColumnsInOrder() throws {
    let html = """
      <div style='columns: 2; column-gap: 0; column-fill: auto; height: 30px'><div id='a' style='height: 40px'></div></div>
      """
    #expect(try boxes(html)["a"] == ["1: 0,0 100×30", "1: 100,0 100×10"])
  }

  @Test func excessContentOverflowsIntoFurtherColumns() throws {
    let html = """
      <div style='columns: 2; column-gap: 0; height: 10px'><div id='a' style='height: 30px'></div></div>
      """
    #expect(try boxes(html)["a"] == ["1: 0,0 100×10", "1: 100,0 100×10", "1: 200,0 100×10"])
  }

  /// css-sizing-3 §5.3. Regression: a single column was never narrower than `column-width`.
  @Test func theLeastWidthIsThatOfASingleColumn() throws {
    let html = "<div id=m style='width: min-content; column-width: 50px'>aa aaa</div>"
    #expect(try boxes(html)["m"] == ["1: 0,0 18×24"])
  }

  @Test func aSpannerSeparatesRowsOfColumns() throws {
    let html = """
      <div style='columns: 2; column-gap: 0'><div id='a' style='height: 20px'></div>
      <div id='s' style='column-span: all; height: 5px'></div><div id='b' style='height: 8px'></div></div>
      """
    let result = try boxes(html)
    #expect(result["a"] == ["1: 0,0 100×10", "1: 100,0 100×10"])
    #expect(result["s"] == ["1: 0,10 200×5"])
    #expect(result["b"] == ["1: 0,15 100×4", "1: 100,15 100×4"])
  }

  /// Regression: an empty row of columns after the spanner went to another page.
  @Test func aSpannerAtTheEndOfThePageIsTheLastContent() throws {
    let spanner = "<div id=s style='column-span: all; height: 20px'></div>"
    let html = "<div style='columns: 2; column-gap: 0'><p style='height: 200px'></p>\(spanner)</div>"
    #expect(try boxes(html)["s"] == ["1: 0,100 200×20"])
    #expect(try lines(html).count == 1)
  }

  @Test func aColumnBreakCanBeForced() throws {
    let html = """
      <div style='columns: 2; column-gap: 0'><p id='a'>a</p><p id='b' style='break-before: column'>b</p></div>
      """
    #expect(try boxes(html)["b"] == ["1: 100,0 100×12"])
  }

  @Test func columnsContinueOnTheNextPage() throws {
    let html = "<div style='columns: 2; column-gap: 0'><div id='a' style='height: 300px'></div></div>"
    #expect(try boxes(html)["a"] == ["1: 0,0 100×120", "1: 100,0 100×120", "2: 0,0 100×30", "2: 100,0 100×30"])
  }

  /// Regression: the rules of balanced columns were only as high as the content.
  @Test(arguments: ["height: 40px", "min-height: 40px"]) func rulesReachTheEndOfTheContainer(_ height: String) throws {
    func rules(_ content: String) throws -> [Int] {
      try layOut(
        "<div style='columns: 2; column-rule: 2px solid; orphans: 1; widows: 1; \(height)'>\(content)</div>"
      )
      .pages[0].fragments.compactMap { if case .rule = $0.content { whole($0.frame.height) } else { nil } }
    }
    #expect(try rules("a<br>b") == [40])
    #expect(try rules("a<br>b<div style='column-span: all'>s</div>c<br>d") == [12, 16])
  }

  @Test func rulesAppearOnlyBetweenColumnsWithContent() throws {
    func rules(_ content: String) throws -> Int {
      try layOut("<div style='columns: 3; column-rule: 2px solid; column-fill: auto; height: 24px'>\(content)</div>")
        .pages[0].fragments.count { if case .rule = $0.content { true } else { false } }
    }
    #expect(try rules("a<br>b") == 0)
    #expect(try rules("a<br>b<br>c<br>d") == 1)
  }

  // Each level laid its content out several times, so that the time for twelve levels was unbounded in practice.
  @Test func deeplyNestedColumnsTakeProportionalTime() throws {
    let html =
      String(repeating: "<div style='columns: 2'>", count: 30) + "text" + String(repeating: "</div>", count: 30)
    #expect(try lines(html).count == 1)
  }

  @Test func tooManyColumnsAreAnError() throws {
    let html = "<div style='columns: 2; height: 1px; column-fill: auto'><div style='height: 1e6px'></div></div>"
    #expect { try layOut(html) } throws: { ($0 as? LayoutError)?.code == .tooManyColumns }
  }
}

@Suite(.hangLimit) struct ParallelFlowTests {
  @Test func overflowContinuesParallelToFollowingContent() throws {
    let html = "<div style='height: 20px'><div id='a' style='height: 150px'></div></div><p id='b'>b</p>"
    let result = try boxes(html)
    #expect(result["a"] == ["1: 0,0 200×120", "2: 0,0 200×30"])
    #expect(result["b"] == ["1: 0,20 200×12"])
  }

  @Test func aBoxThatClearsAFloatWaitsForItsEnd() throws {
    let html = "<div style='float: left; width: 10px; height: 150px'></div><p id='b' style='clear: left'>b</p>"
    #expect(try boxes(html)["b"] == ["2: 0,30 200×12"])
  }

  @Test func aFloatThatAvoidsBreaksWaitsWhileTheFlowContinues() throws {
    let html = """
      <div style='height: 60px'></div><div id='f' style='float: left; width: 10px; height: 100px; break-inside: avoid'></div>
      <p id='b'>b</p>
      """
    let result = try boxes(html)
    #expect(result["f"] == ["2: 0,0 10×100"])
    #expect(result["b"] == ["1: 0,60 200×12"])
  }

  @Test func aMonolithicBoxHigherThanThePageIsSliced() throws {
    let html = "<div style='contain: size; height: 150px'></div><p id='b'>b</p>"
    #expect(try boxes(html)["b"] == ["2: 0,30 200×12"])
  }

  /// Columns became higher for the sake of `widows`, so that short paragraphs stayed in the first one.
  @Test func columnsAreBalancedAlthoughTooFewLinesFollow() throws {
    func tops(_ count: Int, _ columns: Int, _ css: String = "") throws -> [String] {
      let html = "<div>" + (1...count).map(String.init).joined(separator: "<br>") + "</div>"
      return try lines(html, css: "div { columns: \(columns); column-gap: 0; \(css) }")[0].map {
        String($0.split(separator: " ")[0])
      }
    }
    #expect(try tops(3, 2) == ["0,0", "0,12", "100,0"])
    #expect(try tops(2, 2) == ["0,0", "0,12"])
    #expect(try tops(4, 2, "orphans: 3; widows: 3") == ["0,0", "0,12", "0,24", "100,0"])
    #expect(try tops(3, 2, "orphans: 1; widows: 2") == ["0,0", "100,0", "100,12"])
  }

  /// `orphans` applies to each part of a paragraph (css-break-3 §3.3).
  @Test func eachPartOfAParagraphKeepsItsOrphans() throws {
    let html = "<div>1<br>2<br>3<br>4<br>5</div>"
    let text = try lines(html, css: "div { width: 180px; columns: 3; column-gap: 0 }")[0]
    #expect(text == ["0,0 6 1", "0,12 6 2", "60,0 6 3", "60,12 6 4", "120,0 6 5"])
  }

  /// Regression: a paragraph that has too few lines for `orphans` and `widows` left one line to the next column.
  @Test func aParagraphWithoutEnoughLinesForBothKeepsItsOrphans() throws {
    let text = "<p style='margin-bottom: 12px'>1<br>2<br>3<br>4<br>5</p><p>a<br>b</p>"
    func places(_ css: String) throws -> [String] {
      try lines("<div>\(text)</div>", css: "div { column-gap: 0; orphans: 3; widows: 3; \(css) }")[0]
    }
    #expect(
      try places("columns: 2") == [
        "0,0 6 1", "0,12 6 2", "0,24 6 3", "0,36 6 4", "0,48 6 5", "100,0 6 a", "100,12 6 b",
      ])
    #expect(
      try places("columns: 3; width: 180px; height: 48px; column-fill: auto") == [
        "0,0 6 1", "0,12 6 2", "0,24 6 3", "60,0 6 4", "60,12 6 5", "120,0 6 a", "120,12 6 b",
      ])
  }
}

@Suite(.hangLimit) struct ColumnSpannerTests {
  /// The rest of the float was below the spanner.
  @Test func aFloatBeforeASpannerIsBalancedAboveIt() throws {
    let html = """
      <div style='columns: 2; column-gap: 0'><div id=f style='float: left; width: 10px; height: 40px'></div>
      <div id=s style='column-span: all'>s</div>x</div>
      """
    let found = try boxes(html)
    #expect(found["f"] == ["1: 0,0 10×20", "1: 100,0 10×20"])
    #expect(found["s"] == ["1: 0,20 200×12"])
  }

  /// Regression: columns were balanced without the margin below their last content, which was then cut off.
  @Test(arguments: [1, 2]) func theMarginBelowColumnsIsAboveASpanner(_ count: Int) throws {
    let text = String(repeating: "<p style='margin-bottom: 20px'>a</p>", count: 2 * count)
    let html = "<div style='columns: 2; column-gap: 0'>\(text)<div id=s style='column-span: all'>s</div></div>"
    #expect(try boxes(html)["s"] == ["1: 0,\(32 * count) 200×12"])
  }

  /// css-multicol-2 §4: the gaps between rows that wrap stay empty, also above and below spanners.
  @Test func rowsOfAColumnHeightKeepTheirPlacesAroundSpanners() throws {
    let html = """
      <div style='columns: 2; column-fill: auto; column-height: 10px; column-wrap: wrap; gap: 5px 0'><p style='height: 20px'></p>
      <div id=s style='column-span: all; height: 12px'></div><p id=p style='height: 16px'></p></div>
      """
    let found = try boxes(html)
    #expect(found["s"] == ["1: 0,15 200×12"])
    #expect(found["p"] == ["1: 0,30 100×10", "1: 100,30 100×6"])
  }

  /// Regression: a calculation could make the gap between rows negative, and the distance between rows 0.
  @Test func gapsBetweenRowsAreNotNegative() throws {
    let html = """
      <div style='columns: 2; column-fill: auto; column-height: 10px; column-wrap: wrap; gap: calc(5% - 40px)'>
      <p style='height: 20px'></p><div id=s style='column-span: all; height: 12px'></div><p>x</p></div>
      """
    #expect(try boxes(html)["s"] == ["1: 0,10 200×12"])
  }

  /// css-multicol-1 §6.1: `column-span: all` makes an independent formatting context, also outside columns.
  @Test func aSpannerOutsideColumnsContainsItsMargins() throws {
    let html = "<section id=s style='column-span: all'><p style='margin: 10px 0'>a</p></section>"
    #expect(try boxes(html)["s"] == ["1: 0,0 200×32"])
  }

  /// Regression: the columns grew by one line for each height tried, until one column had all content.
  @Test func aHighBoxThatMustNotBeBrokenIsBalanced() throws {
    let words = (0..<36).map { "\($0)" }.joined(separator: "<br>")
    let html =
      "<div id=a style='columns: 3'><h2>w</h2><p>a<br>b<br>c</p><div style='break-inside: avoid'>\(words)</div></div>"
    let css = "@page { size: 300px 900px } h2 { line-height: 17px; margin: 5px 0 } p { line-height: 11px }"
    #expect(try boxes(html, css: css)["a"] == ["1: 0,0 300×432"])
  }
}
