import TestTraits
import Testing

/// Break values in cells, which propagate to their rows (css-break-3 §3.1).
@Suite(.hangLimit) struct CellBreakTests {
  private let css = "table { border-spacing: 0 } td { padding: 0; vertical-align: top }"

  @Test(arguments: [
    "<td>x<td><div><p style='break-before: page'>b</p></div>", "<td style='break-before: page'>b<td>x",
    "<td>x<td><table><tr><td><p style='break-before: page'>b</p></table>",
  ])
  func aForcedBreakBeforeTheFirstBoxOfACellIsBeforeTheRow(_ cells: String) throws {
    #expect(try lines("<table><tr><td>a<tr>\(cells)</table>", css: css).map(\.count) == [1, 2])
  }

  /// Regression: breaks in boxes that break independently of their siblings were not reconsidered, so that headings stayed
  /// alone at the end of a page, or the whole row moved to the next one.
  @Test(arguments: [
    ("<table style='width: 100%'><tr><td>", "<td>x</table>"), ("<div style='display: grid'><div>", "</div></div>"),
    ("<div style='display: flex'><div>", "</div><p>x</p></div>"),
  ])
  func headingsInCellsAndItemsKeepWithTheFollowingText(start: String, end: String) throws {
    let heading = "<p style='height: 84px'>s</p><h2 style='break-after: avoid'>h</h2>"
    let text = "<p>p1<br>p2<br>p3</p>"
    let css = css + "h2 { font-size: 12px }"
    let pages = try lines("<p>intro</p>\(start)\(heading)\(text)\(end)", css: css)
    #expect(
      pages.map { $0.filter { !$0.hasSuffix("x") }.map { $0.split(separator: " ").last ?? "" } } == [
        ["intro", "s"], ["h", "p1", "p2", "p3"],
      ])
  }

  @Test func aForcedBreakAfterTheLastBoxOfACellIsAfterTheRow() throws {
    let html = "<table><tr><td>x<td><p style='break-after: page'>a</p><tr><td>b</table>"
    #expect(try lines(html, css: css).map(\.count) == [2, 1])
  }

  @Test func forcedBreaksInTheFirstAndLastRowPropagateToTheTable() throws {
    let html = """
      <p>a</p><table><tr><td><p style='break-before: page'>b</p></table>
      <table><tr><td><p style='break-after: page'>c</p></table><p>d</p>
      """
    #expect(try lines(html, css: css).map(\.count) == [1, 2, 1])
  }

  @Test func aBreakToARightPageLeavesABlankPage() throws {
    let html = "<table><tr><td>a<tr><td><p style='break-before: right'>b</p></table>"
    #expect(try lines(html, css: css).map(\.count) == [1, 0, 1])
  }

  @Test func columnBreaksInCellsAreBetweenColumns() throws {
    let html = "<table id=t><tr><td>a<tr><td><p style='break-before: column'>b</p></table>"
    #expect(try lines(html, css: css).map(\.count) == [2])
    let found = try boxes("<div style='columns: 2; column-gap: 0'>\(html)</div>", css: css)["t"]
    #expect(found?.count == 2)
  }

  /// A heading in a cell kept its row together with the next one, which moved whole parts of layout tables.
  @Test func avoidDoesNotPropagateFromCells() throws {
    let html = """
      <div style='height: 84px'></div><table><tr><td>a<tr><td><p style='break-after: avoid'>b</p><tr>
      <td><p style='break-before: avoid'>c</p><tr><td>d</table>
      """
    #expect(try lines(html, css: css).map(\.count) == [3, 1])
  }

  @Test func aBreakInsideACellDoesNotPropagate() throws {
    let html = "<table><tr><td>a<tr><td><p>b</p><p style='break-before: page'>c</p><tr><td>d</table>"
    #expect(try lines(html, css: css).map(\.count) == [2, 2])
  }

  /// A break between or inside rows that a cell spans breaks the cell, and so the row in which it starts (css-break-3
  /// §3.1). Regression: only cells of the row above the break counted, and no cell if a row is broken.
  @Test(arguments: ["td", "tr"]) func spanningCellsThatAvoidBreaksKeepTheirRowsTogether(_ name: String) throws {
    let css = "table { border-spacing: 0 } td { padding: 0 } .k { break-inside: avoid }"
    let (row, cell) = name == "tr" ? (" class=k", "") : ("", " class=k")
    let tall = "<div style='height: 30px'></div>"
    let html = """
      <table><tr><td>\(tall)\(tall)<td>x<tr id=a\(row)><td rowspan=3\(cell)>s<td>\(tall)<tr><td>\(tall)<tr><td>\(tall)
      </table>
      """
    #expect(try boxes(html, css: css)["a"]?.first?.hasPrefix("2: 0,0 ") == true)
  }

  @Test func rowsThatOtherCellsSpanAreNotBrokenIfTheyAvoidBreaks() throws {
    let css = "table { border-spacing: 0 } td { padding: 0 }"
    let html = """
      <div style='height: 90px'></div><table><tr><td id=a rowspan=2 style='break-inside: avoid; height: 60px'>s<td>a
      <tr><td style='height: 30px'>b</table>
      """
    #expect(try boxes(html, css: css)["a"] == ["2: 0,0 6×60"])
  }

  /// Regression: the row waited for the next page, although the content of the cell can be broken.
  @Test func aRowIsBrokenWithTheContentOfASpanningCell() throws {
    let text = Array(repeating: "s", count: 10).joined(separator: "<br>")
    let html = "<div style='height: 60px'></div><table><tr><td id=a rowspan=2>\(text)<td id=b>b<tr><td>c</table>"
    let result = try boxes(html, css: css)
    #expect(result["a"] == ["1: 0,60 6×60", "2: 0,0 6×60"])
    #expect(result["b"] == ["1: 6,60 6×60"])
  }
}
