import TestTraits
import Testing

@Suite(.hangLimit) struct TableTests {
  private let css = "table { border-spacing: 0 } td, th { padding: 0; text-align: left; font-weight: normal }"

  @Test func columnsAreAsWideAsTheirContent() throws {
    let html = "<table><tr><td>aaaa<td>b<tr><td>c<td>dd</table>"
    #expect(try lines(html, css: css) == [["0,0 24 aaaa", "24,0 6 b", "0,12 6 c", "24,12 12 dd"]])
  }

  @Test func aWideTableSharesItsWidthInProportion() throws {
    let html = "<table style='width: 180px'><tr><td id=a>aaaa<td id=b>bb</table>"
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 120×12"], "b": ["1: 120,0 60×12"]])
  }

  @Test func fixedLayoutUsesTheFirstRow() throws {
    let html =
      "<table style='table-layout: fixed; width: 200px'><tr><td id=a style='width: 50px'>a<td id=b>bbbbbbbbbb<tr><td>c</table>"
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 50×12"], "b": ["1: 50,0 150×12"]])
  }

  @Test func cellsSpanColumnsAndRows() throws {
    let html = "<table><tr><td id=a colspan=2>aaaaaaaa<td id=b rowspan=2>b<tr><td id=c>cc<td id=d>dd</table>"
    #expect(
      try boxes(html, css: css) == [
        "a": ["1: 0,0 48×12"], "b": ["1: 48,0 6×24"], "c": ["1: 0,12 24×12"], "d": ["1: 24,12 24×12"],
      ])
  }

  /// Regression: a number of many digits, or with other characters after it, was taken as 1 (HTML 2.3.4.1).
  @Test(arguments: ["99999999999999999999", "0000000000000000002", "+2-3", "\t2½"])
  func spansAreTheNumbersAtTheStart(_ span: String) throws {
    let html = "<table><tr><td id=a rowspan='\(span)'>a<td>b<tr><td>c</table>"
    #expect(try boxes(html, css: css)["a"] == ["1: 0,0 6×24"])
  }

  @Test func cellsAreAlignedVertically() throws {
    let html =
      "<table><tr><td>a<br>b<br>c<td style='vertical-align: middle'>m<td style='vertical-align: bottom'>l</table>"
    #expect(try lines(html, css: css)[0].suffix(2) == ["6,12 6 m", "12,24 6 l"])
  }

  @Test func collapsedBordersShareSpace() throws {
    let html = "<table id=t><tr><td id=a>a<td id=b>b</table>"
    let css = css + "table { border-collapse: collapse } td { border: 2px solid }"
    #expect(try boxes(html, css: css) == ["t": ["1: 0,0 18×16"], "a": ["1: 1,1 8×14"], "b": ["1: 9,1 8×14"]])
  }

  @Test func theHeaderRepeatsOnEveryPage() throws {
    let rows = (1...20).map { "<tr><td>r\($0)" }.joined()
    let pages = try lines("<table><thead><tr><th>H</thead><tbody>\(rows)</table>", css: css)
    #expect(pages.map(\.count) == [10, 10, 3])
    #expect(pages.allSatisfy { $0.first == "0,0 6 H" })
  }

  @Test func theFooterRepeatsOnEveryPage() throws {
    let rows = (1...15).map { "<tr><td>r\($0)" }.joined()
    let pages = try lines("<table><tfoot><tr><td>F</tfoot><tbody>\(rows)</table>", css: css)
    #expect(pages.map { $0.last?.suffix(1) } == ["F", "F"])
  }

  @Test func aRowThatAvoidsBreaksIsNotBroken() throws {
    let rows = (1...4).map { "<tr style='break-inside: avoid'><td>\($0)a<br>b<br>c" }.joined()
    let pages = try lines("<table>\(rows)</table>", css: css)
    #expect(pages.map(\.count) == [9, 3])
  }

  @Test func aRowTallerThanThePageIsBroken() throws {
    let tall = (1...25).map { "l\($0)" }.joined(separator: "<br>")
    let pages = try lines("<table><tr><td>\(tall)<td>side</table>", css: css)
    #expect(pages.map(\.count) == [11, 10, 5])
  }

  @Test func captionsAreAboveOrBelow() throws {
    let html = "<table><caption>cap</caption><tr><td id=a>aaaa</table>"
    #expect(try boxes(html, css: css)["a"] == ["1: 0,12 24×12"])
    #expect(try boxes(html, css: css + "caption { caption-side: bottom }")["a"] == ["1: 0,0 24×12"])
  }

  @Test func missingTablePartsAreGenerated() throws {
    let html =
      "<div><span style='display: table-cell' id=a>aa</span><span style='display: table-cell' id=b>bb</span></div>"
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 12×12"], "b": ["1: 12,0 12×12"]])
  }
}

/// Inline tables.
@Suite(.hangLimit) struct InlineTableTests {
  /// The text after a table narrower than its columns overlapped it.
  @Test(arguments: ["width: 1px", "max-width: 1px"]) func tablesAreAsWideAsTheirColumns(css: String) throws {
    let html = "<div>a<table style='display: inline-table; border-spacing: 0; \(css)'><tr><td>bbb</table>c</div>"
    #expect(try lines(html)[0].last?.hasPrefix("24,") == true)
  }

  @Test func theWidthOfFixedTablesIsLimited() throws {
    let css = "display: inline-table; table-layout: fixed; width: 90px; max-width: 40px"
    let html = "<div><table id=t style='\(css)'><tr><td>"
    #expect(try boxes(html)["t"]?.first?.contains(" 40×") == true)
  }

  @Test func halfOfTheCollapsedBordersIsPartOfTheWidth() throws {
    let html = "<table id=t style='float: left; border-collapse: collapse; border: 10px solid'><tr><td>bbb</table>"
    #expect(try boxes(html)["t"] == ["1: 0,0 38×32"])
  }

  /// An inline table that clips was aligned by its bottom.
  @Test func theBaselineIsThatOfTheFirstRow() throws {
    let html =
      "<div>a<table style='display: inline-table; overflow: hidden'><tr><td style='vertical-align: baseline'>b<tr><td>c</table></div>"
    let found = try lines(html)[0].map { $0.split(separator: " ")[0].split(separator: ",")[1] }
    #expect(found[0] == found[1])
  }

  /// Regression: containers that fit their content counted the whole borders and the padding of a table with collapsed
  /// borders.
  @Test func containersFitTablesWithCollapsedBorders() throws {
    let table = "<table id=t style='border-collapse: collapse; border: 10px solid; padding: 7px'><tr><td>bbb</table>"
    #expect(try boxes("<div id=d style='float: left'>\(table)</div>")["d"] == ["1: 0,0 38×32"])
    #expect(try boxes("<div style='display: flex'>\(table)</div>")["t"] == ["1: 0,0 38×32"])
  }

  /// Regression: a container that fits its content was narrower than a table whose `max-width` is less than its
  /// content.
  @Test func containersAreAsWideAsTheColumns() throws {
    let table = "<table style='max-width: 3px; border-spacing: 0'><tr><td style='padding: 0'>bbb</table>"
    #expect(try boxes("<div id=d style='float: left'>\(table)</div>")["d"]?.first?.contains("18×") == true)
  }

  /// Regression: a positioned table with collapsed borders was as wide as its padding, which does not apply (CSS 2.2
  /// §17.6.2).
  @Test func positionedTablesHaveNoPaddingInTheCollapsingModel() throws {
    let style = "position: absolute; border-collapse: collapse; border: 2px solid; padding: 40px"
    #expect(try boxes("<table id=t style='\(style)'><tr><td>b</table>")["t"] == ["1: 0,0 10×16"])
  }
}
