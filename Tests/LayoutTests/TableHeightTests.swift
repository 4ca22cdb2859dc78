import TestTraits
import Testing

@Suite(.hangLimit) struct TableHeightTests {
  private let css =
    "table { border-spacing: 0 } td, th { padding: 0; text-align: left; font-weight: normal; vertical-align: top }"

  @Test func aCellsHeightIsAMinimum() throws {
    let html = "<table><tr><td id=a style='height: 10px'>a<br>b<td id=b style='height: 40px'>c</table>"
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 6×40"], "b": ["1: 6,0 6×40"]])
  }

  @Test func aSpanningCellGrowsItsRowsInProportion() throws {
    let html = "<table><tr><td rowspan=2 style='height: 72px'>s<td id=a>a<tr><td id=b>b<br>b</table>"
    #expect(try boxes(html, css: css) == ["a": ["1: 6,0 6×24"], "b": ["1: 6,24 6×48"]])
  }

  @Test func aTablesHeightGoesToRowsWithoutOne() throws {
    let html = "<table style='height: 100px'><tr style='height: 20px'><td id=a>a<tr><td id=b>b</table>"
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 6×20"], "b": ["1: 0,20 6×80"]])
  }

  @Test func percentagesOfRowsReferToTheTable() throws {
    let html = "<table style='height: 100px'><tr style='height: 70%'><td id=a>a<tr><td id=b>b</table>"
    #expect(try boxes(html, css: css) == ["a": ["1: 0,0 6×70"], "b": ["1: 0,70 6×30"]])
  }

  @Test func percentagesInACellReferToItsHeightInATableWithAHeight() throws {
    let html = "<table style='height: 80px'><tr><td><div id=d style='height: 50%'>d</div></table>"
    #expect(try boxes(html, css: css) == ["d": ["1: 0,0 6×40"]])
  }

  @Test func aCollapsedRowTakesNoSpace() throws {
    let html = "<table id=t><tr><td>a<tr style='visibility: collapse'><td>b<tr><td id=c>c</table>"
    #expect(try boxes(html, css: css) == ["t": ["1: 0,0 6×24"], "c": ["1: 0,12 6×12"]])
  }

  /// Regression: the other rows of a spanning cell grew by the height of the collapsed one (CSS 2.2 §17.5.5).
  @Test func aCellThatSpansACollapsedRowIsLowerByIt() throws {
    let html = """
      <table id=t><tr><td>a<td rowspan=3 id=s>1<br>2<br>3<br>4<br>5<br>6<tr style='visibility: collapse'><td>b
      <tr><td id=c>c<tr><td id=d>d</table>
      """
    let rows = ["c": ["1: 0,24 6×24"], "d": ["1: 0,48 6×12"]]
    #expect(
      try boxes(html, css: css) == rows.merging(["t": ["1: 0,0 12×60"], "s": ["1: 6,0 6×48"]]) { $1 })
    let document = try layOut(html, css: css)
    let cell = try #require(
      document.pages[0].fragments.first { $0.frame.height.rounded() == 48 && $0.frame.width.rounded() == 6 })
    #expect(document.styles[Int(cell.style.index)].box.overflow == .hidden)
    // With spacing, the space below the collapsed row is removed too.
    #expect(try boxes(html, css: css + "table { border-spacing: 0 3px }")["s"] == ["1: 6,3 6×47"])
    let atEnd = html.replacing("rowspan=3", with: "rowspan=2")
    #expect(try boxes(atEnd, css: css)["s"] == ["1: 6,0 6×36"])
  }

  @Test func aCellThatSpansACollapsedRowIsAlignedAsIfItWereVisible() throws {
    let html = """
      <table><tr style='height: 20px'><td>a<td rowspan=3 style='vertical-align: bottom'>s
      <tr style='visibility: collapse; height: 20px'><td>b<tr style='height: 20px'><td>c</table>
      """
    #expect(try lines(html, css: css)[0].contains { $0.hasPrefix("6,48") && $0.hasSuffix("s") })
    let other = html.replacing("visibility: collapse;", with: "")
    #expect(try lines(other, css: css)[0].contains { $0.hasPrefix("6,48") && $0.hasSuffix("s") })
  }

  /// Where the cell is broken between pages, it is as high as its content, so that none is lost.
  @Test func aBrokenCellThatSpansACollapsedRowKeepsItsContent() throws {
    let text = (1...14).map { "\($0)<br>" }.joined()
    let html = """
      <table><tr><td>a<td rowspan=3>\(text)<tr style='visibility: collapse'><td>b<tr><td>c</table><p id=p>p
      """
    let shown = try lines(html, css: css).joined()
    for number in 1...14 { #expect(shown.contains { $0.hasSuffix(" \(number)") }, "\(number)") }
  }

  /// Regression: a collapsed row took a part of what is left of the cell.
  @Test func aCollapsedRowTakesNothingOfACellThatContinues() throws {
    let text = (1...18).map { "\($0)<br>" }.joined()
    let html = """
      <table><tr><td style='height: 120px'>a<td rowspan=4>\(text)<tr><td id=b>b
      <tr style='visibility: collapse'><td>c<tr><td id=d>d</table>
      """
    #expect(try boxes(html, css: css) == ["b": ["2: 0,0 6×48"], "d": ["2: 0,48 6×48"]])
    let atEnd = html.replacing("<tr><td id=d>d", with: "").replacing("rowspan=4", with: "rowspan=3")
    #expect(try boxes(atEnd, css: css) == ["b": ["2: 0,0 6×96"]])
    // Nor does the space below it. The last row has what does not fit the lines of the first page.
    let spaced = html.replacing("120px", with: "112px")
    #expect(
      try boxes(spaced, css: css + "table { border-spacing: 0 4px }") == ["b": ["2: 0,0 6×48"], "d": ["2: 0,52 6×56"]])
  }

  @Test func theBaselineOfAnEmptyRowIsItsLowestContentEdge() throws {
    let html = "<div>x<table style='display: inline-table'><tr><td id=a style='height: 40px; width: 6px'></table></div>"
    let text = try layOut(html, css: css).pages[0].fragments.compactMap { fragment -> Double? in
      if case .text(let slice) = fragment.content { slice.baseline } else { nil }
    }
    #expect(try boxes(html, css: css) == ["a": ["1: 6,0 6×40"]])
    #expect(text == [40])
  }

  /// Regression: the header grew with the rest of the table.
  @Test func aTablesHeightGoesToItsBody() throws {
    let html = """
      <table style='height: 100px'><thead><tr><td id=h>h</thead><tbody><tr><td id=b>b</tbody>
      <tfoot><tr><td id=f>f</tfoot></table>
      """
    #expect(try boxes(html, css: css) == ["h": ["1: 0,0 6×12"], "b": ["1: 0,12 6×76"], "f": ["1: 0,88 6×12"]])
    let head = "<table style='height: 100px'><thead><tr><td id=h>h</thead></table>"
    #expect(try boxes(head, css: css)["h"] == ["1: 0,0 6×100"])
  }

  /// Regression: all rows grew for each of the overlapping cells, and the table was higher than necessary.
  @Test func overlappingSpanningCellsGrowTheRowThatTheyShare() throws {
    let html = """
      <table id=t><tr><td rowspan=2 style='height: 60px'>s<td>a<tr><td rowspan=2 style='height: 60px'>s<tr><td id=b>b
      </table>
      """
    #expect(try boxes(html, css: css) == ["t": ["1: 0,0 12×72"], "b": ["1: 0,60 6×12"]])
  }
}
