import TestTraits
import Testing

/// Rules of layout that reference tests of browsers found broken.
@Suite(.hangLimit) struct ReferenceRuleTests {
  /// Regression: the float was one `line-height` below the top of the line, and moved the line down.
  @Test func aFloatThatDoesNotFitIsBelowAHighLine() throws {
    let line = "display: inline-block; width: 80px; height: 30px; margin: 10px; vertical-align: top"
    let found = try boxes(
      "<div style='width: 100px'><b id=a style='\(line)'></b><b id=f style='float: right; width: 60px; height: 20px'></b></div>"
    )
    #expect(found["a"] == ["1: 10,10 80×30"])
    #expect(found["f"] == ["1: 40,50 60×20"])
  }

  /// Regression: tables with these widths had the automatic layout (css-tables-3 §3.2).
  @Test(arguments: [("min-content", "1: 0,0 30×24"), ("fit-content", "1: 0,0 30×12")])
  func tablesAsWideAsTheirContentCanBeFixed(width: String, expected: String) throws {
    let table = "table-layout: fixed; width: \(width); border-spacing: 0"
    let found = try boxes("<table style='\(table)'><tr><td id=a style='width: 30px'>a<td>bbb bb</table>")
    #expect(found["a"] == [expected])
  }

  /// Regression: `max-width` and `max-height` applied to subgrids (css-grid-2 §9).
  @Test func subgridsFillTheirTracks() throws {
    let columns = "display: grid; grid-column: span 2; grid-template-columns: subgrid; max-width: 20px; height: 30px"
    #expect(
      try boxes(
        "<main style='display: grid; grid-template-columns: 50px 50px'><div id=s style='\(columns)'></div></main>")
        == ["s": ["1: 0,0 100×30"]])
    let rows = "display: grid; grid-row: span 2; grid-template-rows: subgrid; height: 20px; max-height: 10px"
    #expect(
      try boxes("<main style='display: grid; grid-template-rows: 50px 50px'><div id=s style='\(rows)'></div></main>")
        == ["s": ["1: 0,0 200×100"]])
  }

  /// Regression: such boxes without content had no width (css-sizing-4 §5.1).
  @Test(arguments: ["width: fit-content", "width: max-content", "width: 10px; min-width: min-content"])
  func contentWidthsFollowADefiniteHeightByTheRatio(width: String) throws {
    let html = "<div style='height: 100px'><div id=a style='height: 50%; aspect-ratio: 2; \(width)'></div></div>"
    #expect(try boxes(html)["a"] == ["1: 0,0 100×50"])
  }

  /// Regression: the margin at the end of the content did not count for the height of balanced columns.
  @Test func balancedColumnsHoldTheMarginAtTheEnd() throws {
    let found = try boxes(
      "<div id=c style='columns: 2; column-gap: 0'><p>a</p><p>b</p></div>",
      css: "p { margin: 20px 0; line-height: 20px }")
    #expect(found["c"] == ["1: 0,0 200×50"])
  }

  /// Regression: `page` had no effect in any positioned box.
  @Test func namesOfPagesApplyInPositionedBoxesThatStayInPlace() throws {
    func pages(_ style: String) throws -> [Int] {
      try lines("<div style='position: absolute; \(style)'><p style='page: a'>1</p><p style='page: b'>2</p></div>")
        .map(\.count)
    }
    #expect(try pages("") == [1, 1])
    #expect(try pages("left: 0; top: 0") == [2])
  }

  /// Regression: items that overlap were painted in the order of their rows (css-grid-2 §10).
  @Test func gridItemsKeepTheOrderOfTheDocument() throws {
    let html = "<main style='display: grid'><p style='grid-row: 2'>a</p><p style='grid-row: 1'>b</p></main>"
    #expect(try lines(html) == [["0,12 6 a", "0,0 6 b"]])
  }

  /// Regression: boxes out of flow were painted before all items.
  @Test(arguments: ["flex", "grid"]) func boxesOutOfFlowAreAmongTheItems(display: String) throws {
    let html =
      "<main style='display: \(display); position: relative'><p>a</p><p style='position: absolute'>b</p><p>c</p></main>"
    let found = try lines(html)[0].compactMap(\.last)
    #expect(String(found) == "abc")
  }

  @Test func theHeightOfATableFollowsItsWidthByTheRatio() throws {
    #expect(
      try boxes("<div id=t style='display: table; width: 100px; aspect-ratio: 2'></div>")["t"] == ["1: 0,0 100×50"])
  }

  @Test func elementsWithoutContentsAreNotShown() throws {
    let html = "<div>a<br style='display: contents'><img src=x alt=xxx style='display: contents'><b id=b>b</b></div>"
    #expect(try boxes(html)["b"]?.first?.hasPrefix("1: 6,0 ") == true)
  }

  @Test(arguments: [
    ("display: inline-block", "0,12 6 x"), ("display: inline-block; baseline-source: first", "0,0 6 x"),
    ("display: inline-block; overflow: hidden; baseline-source: first", "0,0 6 x"),
    ("display: inline-flex; flex-direction: column", "0,0 6 x"),
    ("display: inline-flex; flex-direction: column; baseline-source: last", "0,12 6 x"),
  ])
  func baselineSourceSelectsTheBaselineOfABoxInALine(css: String, expected: String) throws {
    let html = "<div>x<span style='\(css)'><p>x</p><p>x</p></span></div>"
    #expect(try lines(html)[0].first == expected)
  }
}
