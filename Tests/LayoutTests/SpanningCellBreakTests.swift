import TestTraits
import Testing

/// Page breaks in cells that span rows, and in rows of which some cells are complete.
@Suite(.hangLimit) struct SpanningCellBreakTests {
  private let css = "table { border-spacing: 0 } td { padding: 0; vertical-align: top }"
  private func text(_ lines: Int) -> String { Array(repeating: "s", count: lines).joined(separator: "<br>") }

  /// Regression: the last row ended above the content of the spanning cell, and the footer was printed over it.
  @Test(arguments: ["", "break-before: page"]) func theLastRowOfAPageContainsWhatSpanningCellsShow(_ style: String)
    throws
  {
    let html = """
      <table><tfoot><tr><td id=f colspan=2>f</tfoot>
      <tr id=r1><td id=s rowspan=2>\(text(6))<td id=x>x
      <tr id=r2 style='\(style)'><td><div style='contain: size; height: 100px'></div></table>
      """
    let found = try boxes(html, css: css)
    #expect(found["s"] == ["1: 0,0 6×72", "2: 0,0 6×100"])
    #expect(found["r1"] == ["1: 0,0 12×72"])
    #expect(found["x"] == ["1: 6,0 6×72"])
    #expect(found["r2"] == ["2: 0,0 12×100"])
    #expect(found["f"] == ["1: 0,72 12×12", "2: 0,100 12×12"])
  }

  /// Regression: the row waited for the next page because the spanning cell made it higher than the rest of the page.
  @Test func aRowEndsWithThePageIfOnlyASpanningCellNeedsMore() throws {
    let rows = (2...4).map { "<tr id=r\($0)><td>\($0)" }.joined()
    let found = try boxes("<table><tr><td>a<td>b<tr><td id=s rowspan=4>\(text(16))<td>1\(rows)</table>", css: css)
    #expect(found["s"] == ["1: 0,12 6×108", "2: 0,0 6×84"])
    #expect(found["r2"] == ["1: 0,60 12×48"])
    #expect(found["r3"] == ["1: 0,108 12×12"])
    #expect(found["r4"] == ["2: 0,0 12×84"])
  }

  /// Regression: rows on the next page had the height that the whole spanning cell needs.
  @Test func rowsAfterABreakAreAsHighAsTheRestOfASpanningCellNeeds() throws {
    let html = """
      <table><tr><td id=s rowspan=4>\(text(16))<td>1<tr id=r2 style='break-before: page'><td>2
      <tr id=r3><td>3<tr id=r4><td>4</table>
      """
    let found = try boxes(html, css: css)
    #expect(found["s"] == ["1: 0,0 6×120", "2: 0,0 6×72"])
    #expect(found["r2"] == ["2: 0,0 12×24"])
    #expect(found["r4"] == ["2: 0,48 12×24"])
  }

  /// The `height` of a cell includes what earlier pages show of it.
  @Test func theHeightOfASpanningCellIsThatOfAllItsParts() throws {
    let html = """
      <table><tr><td id=s rowspan=2 style='height: 150px'>s<td>1<tr id=r2 style='break-before: page'><td>2
      <tr><td>a<td>b</table>
      """
    let found = try boxes(html, css: css)
    #expect(found["s"] == ["1: 0,0 6×75", "2: 0,0 6×75"])
  }

  /// Regression: a complete cell had its bottom padding again on the next page, which was endless if two such cells are
  /// side by side and their padding is higher than the page.
  @Test func theBottomPaddingOfACompleteCellIsNotRepeated() throws {
    let html = "<table><tr><td id=a style='padding-bottom: 60px'>a<td id=b>\(text(12))<tr><td id=c>c<td>d</table>"
    let found = try boxes(html, css: css)
    #expect(found["a"] == ["1: 0,0 6×120", "2: 0,0 6×24"])
    #expect(found["c"] == ["2: 0,24 6×12"])
    let high = "<table><tr><td style='padding-bottom: 120px'>a<td style='padding: 120px 0'>b</table>"
    #expect(try lines(high, css: css).map(\.count) == [1, 1, 0])
  }

  /// Regression: a part of a spanning cell that ends between rows was treated as a whole cell.
  @Test func thePartsOfASpanningCellAreAlignedAtTheTopAndHaveNoBorderBetweenThem() throws {
    let html = """
      <table><tr><td id=s rowspan=2 style='vertical-align: bottom; border-bottom: 2px solid'>s<td style='height: 40px'>x
      <tr style='break-before: page'><td style='height: 40px'>y</table>
      """
    #expect(try lines(html, css: css) == [["0,0 6 s", "6,0 6 x"], ["6,0 6 y"]])
    // The spanning cell is the first fragment that is as wide as its text.
    let parts = try layOut(html, css: css).pages.map { page in page.fragments.first { whole($0.frame.width) == 6 } }
    #expect(parts.map { $0?.edges.contains(.bottom) } == [false, true])
  }
}
