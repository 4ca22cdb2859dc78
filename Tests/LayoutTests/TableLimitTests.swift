import Style
import TestTraits
import Testing

@testable import Layout

/// Tables with many rows and columns.
@Suite(.hangLimit) struct TableLimitTests {
  private let row = "<tr>" + String(repeating: "<td colspan=1000>", count: 10)

  /// Regression: the borders of rows without cells could fill the memory.
  @Test func theSlotsOfCollapsedBordersAreLimited() throws {
    let css = "table { border-collapse: collapse; border: 10px solid } td { padding: 0 }"
    let large = "<table id=t>" + row + String(repeating: "<tr>", count: 500) + "</table>"
    let document = try layOut(large, css: css)
    #expect(document.diagnostics.contains { $0.code == "table_border_limit" })
    #expect(document.effort.borderSlots == 0)
    let small = "<table>" + row + String(repeating: "<tr>", count: 10) + "</table>"
    #expect(try layOut(small, css: css).effort.borderSlots == 12 * 10_001)
  }

  /// Each cell was distributed over a thousand columns, although those were wide enough.
  @Test func equalSpanningCellsAreDistributedOnce() throws {
    let rows = String(repeating: "<tr><td colspan=1000 style='width: 3000px'>a<td>b", count: 50)
    let cells = String(repeating: "<td>", count: 1000)
    let css = "table { border-spacing: 1px } td { padding: 0 }"
    let document = try layOut("<table><tr>\(cells)\(rows)</table>", css: css)
    #expect(document.effort.spreadColumns <= 3000)
    #expect(document.effort.spreadColumns >= 1000)
  }

  /// All edges of a cell in a thousand rows were visited for each use of its border.
  @Test func bordersOfLongCellsAreComputedOnce() {
    var grid = TableGrid()
    for row in 0..<10 {
      grid.beginRow(BoxID(UInt32(row)), group: .none)
      if row == 0 { grid.add(BoxID(20), columns: 1, rows: 10) }
      grid.add(BoxID(21), columns: 1, rows: 1)
    }
    grid.finish()
    var style = ComputedStyle()
    style.box.borderWidth = Sides(2)
    style.box.borderStyle = Sides(.solid)
    var borders = CollapsedBorders(rows: 10, columns: 2, isRTL: false)
    for cell in grid.cells {
      borders.offer(
        StyleID(0), [style], rows: cell.row..<cell.row + cell.rows, columns: cell.column..<cell.column + cell.columns,
        origin: 5)
    }
    borders.finish(grid)
    #expect(borders.longBorders == [0: Sides(1)])
    #expect(borders.border(ofCell: 0, grid) == Sides(1) && borders.border(ofCell: 1, grid) == Sides(1))
  }

  /// The backgrounds of groups are behind their own cells.
  @Test func eachGroupHasItsOwnLayers() throws {
    let html = """
      <table style='border-spacing: 2px'><colgroup class=b><col><col><tbody class=b><tr><td>a<td>b<tbody><tr><td>c<td>d
      <tbody class=b><tr><td>e<td>f</table>
      """
    let areas = try layOut(html, css: ".b { background: red } td { padding: 0 }").pages[0].fragments.compactMap {
      if case .layer(let area) = $0.content {
        "\(whole($0.frame.x)),\(whole($0.frame.y)) \(whole(area.width))"
      } else {
        nil
      }
    }
    #expect(areas.filter { $0.hasSuffix(",2 14") }.count == 4)
    #expect(areas.filter { $0.hasSuffix(",16 14") }.count == 2)
    #expect(areas.filter { $0.hasSuffix(",30 14") }.count == 4)
  }

  /// The background of a row is behind the cells that start in it, also where they span further rows or continue on
  /// another page (CSS 2.2 §17.5.1). Regression: it ended with the row.
  @Test func theBackgroundOfARowIsBehindItsSpanningCells() throws {
    func layers(_ html: String) throws -> [[String]] {
      let css = "table { border-spacing: 0 } td { padding: 0 } .b { background: red }"
      return try layOut(html, css: css).pages.map { page in
        page.fragments.compactMap {
          guard case .layer = $0.content else { return nil }
          return "\(whole($0.frame.x)),\(whole($0.frame.y)) \(whole($0.frame.width))×\(whole($0.frame.height))"
        }
      }
    }
    #expect(
      try layers("<table><tr class=b><td rowspan=2>a<td>b<tr><td>c</table>") == [["0,0 6×24", "6,0 6×12"]])
    let tall = "<div style='height: 100px'></div>"
    #expect(
      try layers("<table><tr class=b><td rowspan=2>a<td>\(tall)<tr><td>\(tall)</table>").map { $0.first }
        == ["0,0 6×120", "0,0 6×80"])
  }
}
