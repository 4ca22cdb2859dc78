import TestTraits
import Testing

/// Captions of tables at breaks (CSS 2.2 §17.4, css-break-3 §4.1).
@Suite(.hangLimit) struct TableCaptionTests {
  private let css = """
    table { border-spacing: 0; width: 100px } td, caption { padding: 0 } .below { caption-side: bottom }
    """

  private func table(above height: Int, caption: String, rows: Int = 2) -> String {
    let rows = (1...rows).map { "<tr><td id=r\($0) style='height: 30px'>" }.joined()
    return "<div style='height: \(height)px'></div><table>\(caption)\(rows)</table><p id=n>n</p>"
  }

  @Test func aHighCaptionAboveTheRowsIsBroken() throws {
    let caption = "<caption><div id=c style='height: 100px'></div></caption>"
    let found = try boxes(table(above: 60, caption: caption), css: css)
    #expect(found["c"] == ["1: 0,60 100×60", "2: 0,0 100×40"])
    #expect(found["r1"] == ["2: 0,40 100×30"])
    #expect(found["n"] == ["2: 0,100 200×12"])
  }

  /// Regression: break values of captions had no effect between a caption and the rows.
  @Test func aForcedBreakSeparatesACaptionFromTheRows() throws {
    let above = try boxes(
      table(above: 20, caption: "<caption id=c style='break-after: page; height: 10px'></caption>"), css: css)
    #expect(above["c"] == ["1: 0,20 100×10"])
    #expect(above["r1"] == ["2: 0,0 100×30"])
    let below = try boxes(
      table(above: 20, caption: "<caption id=c class=below style='break-before: page; height: 10px'></caption>"),
      css: css)
    #expect(below["r2"] == ["1: 0,50 100×30"])
    #expect(below["c"] == ["2: 0,0 100×10"])
  }

  @Test func aHighCaptionBelowTheRowsIsBroken() throws {
    let caption = "<caption class=below><div id=c style='height: 200px'></div></caption>"
    let found = try boxes(table(above: 20, caption: caption), css: css)
    #expect(found["r2"] == ["1: 0,50 100×30"])
    #expect(found["c"] == ["1: 0,80 100×40", "2: 0,0 100×120", "3: 0,0 100×40"])
    #expect(found["n"] == ["3: 0,40 200×12"])
  }

  @Test func linesOfACaptionAreBroken() throws {
    let caption = "<caption>\(Array(repeating: "c", count: 12).joined(separator: "<br>"))</caption>"
    #expect(try lines(table(above: 0, caption: caption), css: css).map(\.count) == [10, 3])
  }

  @Test func rowsThatDoNotFitBelowAHighCaptionStartOnTheNextPage() throws {
    let caption = "<caption><div id=c style='height: 100px'></div></caption>"
    let found = try boxes(table(above: 0, caption: caption), css: css)
    #expect(found["c"] == ["1: 0,0 100×100"])
    #expect(found["r1"] == ["2: 0,0 100×30"])
    #expect(found["n"] == ["2: 0,60 200×12"])
  }

  @Test func aLowCaptionStaysWithTheRows() throws {
    let caption = "<caption id=c><div style='height: 40px'></div></caption>"
    let above = try boxes(table(above: 60, caption: caption), css: css)
    #expect(above["c"] == ["2: 0,0 100×40"])
    #expect(above["r1"] == ["2: 0,40 100×30"])
    let below = try boxes(table(above: 30, caption: caption.replacing("id=c", with: "id=c class=below")), css: css)
    #expect(below["r1"] == ["1: 0,30 100×30"])
    #expect(below["r2"] == ["2: 0,0 100×30"])
    #expect(below["c"] == ["2: 0,30 100×40"])
  }

  @Test func aCaptionBelowTheRowsTakesNoSpaceOnEarlierPages() throws {
    let caption = "<caption id=c class=below><div style='height: 40px'></div></caption>"
    let found = try boxes(table(above: 0, caption: caption, rows: 5), css: css)
    #expect(found["r4"] == ["1: 0,90 100×30"])
    #expect(found["r5"] == ["2: 0,0 100×30"])
    #expect(found["c"] == ["2: 0,30 100×40"])
  }

  @Test(arguments: ["display: flex", "display: grid; grid-template-columns: auto 1fr"])
  func stretchedTablesIncludeTheirCaptions(container: String) throws {
    let html =
      "<div style='\(container)'><table><caption>C</caption><tr id=a><td>a</table><div style='height: 60px'></div></div>"
    #expect(try boxes(html, css: "table { border-spacing: 0 } tr { height: 12px }")["a"] == ["1: 0,12 6×48"])
  }

  /// Regression: the page ended in the table's border, below a caption that was beyond the page's end.
  @Test func aCaptionBeyondThePagesEndMovesWithATableWithoutCells() throws {
    let table = "<table style='border: 1px solid'><caption><p id=p>c</p></caption><tr></tr></table>"
    let found = try boxes("<div style='padding-top: 115px'>\(table)</div>", css: css)
    #expect(found["p"]?.map { $0.prefix(2) } == ["2:"])
  }
}
