import TestTraits
import Testing

@Suite(.hangLimit) struct TableColumnTests {
  private let css = "table { border-spacing: 0 } td, th { padding: 0; text-align: left; font-weight: normal }"

  /// Regression: the inner table took all of the outer one.
  @Test func percentageColumnsOfATableInACellDoNotWidenTheCell() throws {
    let html = """
      <table style='width: 180px'><tr><td id=a><table><tr><td style='width: 100%'>aa<td>bb</table>
      <td id=b>cccccccccc cccccccccc</table>
      """
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 29×12"], "b": ["1: 29,0 151×12"]])
  }

  @Test func percentageColumnsWidenATableThatShrinksToFit() throws {
    let html = "<div style='float: left' id=a><table><tr><td style='width: 80%'>aa<td>bb</table></div>"
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 60×12"]])
  }

  /// Regression: the table was as wide as its content, and text of its columns overlapped.
  @Test func aFixedTableWithAPercentageNeedsAllTheSpace() throws {
    let html = """
      <section style='display: flex'><div id=a><table style='table-layout: fixed; width: 100%'>
      <tr><td>a<td>aaaaaa</table></div><div id=b>bb</div></section>
      """
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 188×12"], "b": ["1: 188,0 12×12"]])
  }

  @Test func anEmptyColumnWithoutWidthHasNoSpacing() throws {
    let html = "<table id=t style='border-spacing: 10px 0'><col><col><col><tr><td>aa<td>bb</table>"
    #expect(try boxes(html, css: css) == ["t": ["1: 0,0 54×12"]])
  }

  /// Regression: the second column took border spacing, which its spanning cell did not cover.
  @Test func aColumnInWhichNoCellStartsHasNoSpacing() throws {
    let html = "<table id=t style='border-spacing: 10px 0'><tr><td id=a colspan=2>aa aa<tr><td id=b>a</table>"
    #expect(
      try boxes(html, css: css) == ["t": ["1: 0,0 50×24"], "a": ["1: 10,0 30×12"], "b": ["1: 10,12 30×12"]])
  }

  /// Regression: the warning that this table is too wide could not state by how much.
  @Test func aTableOfImmenseWidthIsReported() throws {
    let html = "<div><div><div id=t>a</div></div></div>"
    #expect(try boxes(html, css: "div { display: table-cell; columns: 999; column-gap: 31e9pt }")["t"] != nil)
  }

  @Test func percentagesAbove100AreIgnored() throws {
    let html =
      "<table style='width: 100px'><col style='width: 60%'><col style='width: 60%'><tr><td id=a>a<td id=b>b</table>"
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 60×12"], "b": ["1: 60,0 40×12"]])
  }

  @Test func aSpanningCellWidensTheColumnsWithoutAWidth() throws {
    let html = "<table><tr><td id=a style='width: 30px'>a<td id=b>b<tr><td colspan=2>aaaaaaaaaa</table>"
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 30×12"], "b": ["1: 30,0 30×12"]])
  }

  @Test func bordersAreAddedToAPercentageInAFixedTable() throws {
    let html = """
      <table style='table-layout: fixed; width: 100px'>
      <tr><td id=a><td id=b style='width: 50%; border-left: 20px solid'><td id=c></table>
      """
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 15×0"], "b": ["1: 15,0 70×0"], "c": ["1: 85,0 15×0"]])
  }

  @Test func aCollapsedColumnMakesTheTableNarrower() throws {
    let html = "<table id=t><col><col style='visibility: collapse'><tr><td id=a>aaa<td id=b>bbb<td id=c>c</table>"
    #expect(try boxes(html, css: css) == ["t": ["1: 0,0 24×12"], "a": ["1: 0,0 18×12"], "c": ["1: 18,0 6×12"]])
  }

  @Test func columnsStartAtTheRightInARightToLeftTable() throws {
    let html = "<table dir=rtl><tr><td id=a>aaaa<td id=b>b</table>"
    #expect(
      try boxes("<div style='width: 30px'>\(html)</div>", css: css) == ["a": ["1: 6,0 24×12"], "b": ["1: 0,0 6×12"]])
  }

  @Test func aTableTooWideForThePageIsReported() throws {
    let document = try layOut("<table><tr><td>\(String(repeating: "a", count: 50))</table>", css: css)
    #expect(document.diagnostics.map(\.message) == ["A table is 100 px wider than the available width"])
  }

  @Test func tablePartsInAnInlineElementMakeAnInlineTable() throws {
    let html = "<span>a <span style='display: table-cell'>b</span> <span style='display: table-cell'>c</span> d</span>"
    #expect(try lines(html, css: css) == [["0,0 12 a ", "12,0 6 b", "18,0 6 c", "24,0 12  d"]])
  }
}
