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
}
