import TestTraits
import Testing

@Suite(.hangLimit) struct TableBreakTests {
  private let css =
    "table { border-spacing: 0 } td, th { padding: 0; text-align: left; font-weight: normal; vertical-align: top }"

  @Test func aSpanningCellBreaksBetweenItsRows() throws {
    let rows = (1...12).map { "<tr>\($0 == 1 ? "<td id=s rowspan=12>s" : "")<td>r\($0)" }.joined()
    #expect(try boxes("<table>\(rows)</table>", css: css) == ["s": ["1: 0,0 6×120", "2: 0,0 6×24"]])
  }

  @Test func aRowHigherThanThePageIsSliced() throws {
    let html = "<table><tr id=r style='height: 300px'><td>a<tr><td>b</table>"
    #expect(try boxes(html, css: css) == ["r": ["1: 0,0 6×120", "2: 0,0 6×120", "3: 0,0 6×60"]])
  }

  @Test func aHeaderWithoutABodyIsLaidOutAsRows() throws {
    let html =
      "<p style='height: 60px'></p><table><thead><tr style='break-inside: avoid'><td>a<br>b<br>c<br>d<br>e<br>f</thead></table>"
    #expect(try lines(html, css: css).map(\.count) == [0, 6])
  }

  @Test func spacingBeforeTheFirstRowIsNotRepeated() throws {
    let rows = (1...5).map { "<tr><td id=r\($0) style='height: 30px'>" }.joined()
    let found = try boxes("<table style='border-spacing: 0 10px; padding-top: 5px'>\(rows)</table>", css: css)
    #expect(found["r1"] == ["1: 0,15 0×30"])
    #expect(found["r3"] == ["2: 0,0 0×30"])
  }

  /// css-break-3 §4.1: no break between content and the padding or border below it.
  @Test func aRowIsNotCutInTheBottomPaddingOrBorderOfItsCells() throws {
    let rows = (1...3).map { "<tr><td id=r\($0) style='padding-bottom: 30px; border-bottom: 4px solid'>\($0)" }.joined()
    let found = try boxes("<table>\(rows)</table>", css: css)
    #expect(found["r2"] == ["1: 0,46 6×46"])
    #expect(found["r3"] == ["2: 0,0 6×46"])
  }

  @Test func spacingNextToABreakIsTruncated() throws {
    let css =
      "table { border: 5px solid; border-spacing: 10px; padding: 0; box-decoration-break: clone } td { padding: 0 }"
    let html = "<table><tr><td><div id=a style='height: 150px'></div></table>"
    // 15 px above the cell on the first page, 5 px on the second, and 5 px below it on both.
    #expect(try boxes(html, css: css)["a"].map { $0.map { $0.split(separator: " ")[1] } } == ["15,15", "15,5"])
    #expect(try boxes(html, css: css)["a"]?.map { $0.split(separator: "×")[1] } == ["100", "50"])
  }

  @Test func clonedEdgesAppearOnEveryPage() throws {
    let rows = (1...4).map { "<tr><td id=r\($0) style='height: 40px'>" }.joined()
    let found = try boxes("<table style='border: 5px solid; box-decoration-break: clone'>\(rows)</table>", css: css)
    #expect(found["r2"] == ["1: 5,45 0×40"])
    #expect(found["r3"] == ["2: 5,5 0×40"])
  }

  @Test func aTableThatAvoidsBreaksMovesToTheNextPage() throws {
    let rows = (1...5).map { "<tr><td>r\($0)" }.joined()
    let html = "<p style='height: 84px'></p><table style='break-inside: avoid'>\(rows)</table>"
    #expect(try lines(html, css: css).map(\.count) == [0, 5])
  }

  @Test func aBreakBeforeTheFirstRowPropagatesToTheTable() throws {
    let html = "<p>a</p><table><tr style='break-before: page'><td>b</table>"
    #expect(try lines(html, css: css).map(\.count) == [1, 1])
  }

  @Test func aRowMovesWithItsRelativePosition() throws {
    let html = "<table><tr><td>a<tr style='position: relative; left: 10px; top: 4px'><td id=b>b</table>"
    #expect(try boxes(html, css: css) == ["b": ["1: 10,16 6×12"]])
  }

  /// css-tables-3 §6.1
  @Test func headersAndFootersOfAtMostAQuarterOfThePageAreRepeated() throws {
    func repetitions(_ part: String, height: Int) throws -> Int? {
      let rows = String(repeating: "<tr><td>x", count: 20)
      let group = "<\(part)><tr><td id=g style='height: \(height)px'></\(part)>"
      return try boxes("<table>\(group)<tbody>\(rows)</table>", css: css)["g"]?.count
    }
    for part in ["thead", "tfoot"] {
      #expect(try repetitions(part, height: 30) == 3)
      #expect(try repetitions(part, height: 31) == 1)
    }
  }

  /// Regression: the header was missing in the last columns, which are short because they are balanced.
  @Test func aHeaderIsRepeatedInShortColumnsAfterAPage() throws {
    let html = """
      <div style='columns: 2; column-gap: 0'><table><thead><tr><th>H</thead>
      \(String(repeating: "<tr><td>x", count: 20))</table></div>
      """
    let text = try lines(html, css: css)
    #expect(text.map { $0.filter { $0.hasSuffix("H") }.count } == [2, 2])
    #expect(text[1].filter { $0.hasSuffix("x") }.count == 2)
  }
}
