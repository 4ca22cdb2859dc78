import Markup
import TestTraits
import Testing

@testable import Layout

@Suite(.hangLimit) struct ForcedBreakTests {
  @Test func aForcedBreakMayFollowAFloat() throws {
    let float = "<div style='float: left; break-after: page'>f</div>"
    #expect(try lines(float + "<p>a</p>") == [["0,0 6 f"], ["0,0 6 a"]])
    #expect(try lines("<p>a</p>" + float + float + "<p>b</p>") == [["0,0 6 a", "0,12 6 f"], ["0,0 6 f"], ["0,0 6 b"]])
    // The float itself does not fit on the first page.
    #expect(
      try lines("<p style='height: 115px'>a</p>" + float + "<p>b</p>") == [["0,0 6 a"], ["0,0 6 f"], ["0,0 6 b"]])
  }

  /// Regression: a float after a float that started the page did not begin a page (css-break-3 §3.1).
  @Test func eachFloatMayBeginAPage() throws {
    let float = "<div style='float: left; break-before: page'>f</div>"
    #expect(
      try lines("<p>a</p>" + float + float + float + "<p>b</p>").map { $0.sorted() } == [
        ["0,0 6 a"], ["0,0 6 f"], ["0,0 6 f"], ["0,0 6 f", "6,0 6 b"],
      ])
  }

  @Test func rangesOfNodes() {
    var breaks = ForcedBreaks()
    #expect(!breaks.occur(from: NodeID(0), to: .none))
    for node in [4, 9, 6, 2, 20, 20] { breaks.add(NodeID(UInt32(node))) }
    for start in 0..<24 {
      for end in start..<24 {
        let expected = [2, 4, 6, 9, 20].contains { (start..<end).contains($0) }
        #expect(breaks.occur(from: NodeID(UInt32(start)), to: NodeID(UInt32(end))) == expected, "\(start)..<\(end)")
      }
    }
  }

  /// Regression: the break was lost if items of the preceding row continued on the page.
  @Test func aGridBreaksBeforeARowAfterItemsThatContinue() throws {
    let html = """
      <div style='display: grid; grid-template-columns: 50px 50px'><p style='height: 60px'></p><p></p><p id=a style='height: 90px'></p>
      <p></p><p id=b style='height: 20px; break-before: page'></p><p id=c style='height: 20px; break-before: page'></p>
      <p id=d style='height: 20px; break-before: page'></p></div>
      """
    let found = try boxes(html)
    #expect(found["a"] == ["1: 0,60 50×60", "2: 0,0 50×30"])
    #expect(found["b"] == ["3: 0,0 50×20"] && found["c"] == ["3: 50,0 50×20"])
    #expect(found["d"] == ["4: 0,0 50×20"])
  }

  /// Only the breaks of the first and last items in the order of the document propagated to a grid.
  @Test func breaksOfAllItemsInTheFirstAndLastRowPropagateToTheGrid() throws {
    func found(_ css: String) throws -> [String: [String]] {
      let items = "abcd".map { "<p id=\($0)></p>" }.joined()
      return try boxes(
        "<p></p><div id=g>\(items)</div><p id=e></p>",
        css: "#g { display: grid; grid-template-columns: 50px 50px } p { height: 10px } \(css)")
    }
    #expect(try found("#b { break-before: page }")["g"] == ["2: 0,0 200×20"])
    #expect(try found("#c { break-after: page }")["e"] == ["2: 0,0 200×10"])
    // It is in the first row.
    #expect(try found("#d { grid-row: 1; break-before: page }")["g"] == ["2: 0,0 200×20"])
    let inner = try found("#c { break-before: page } #b { break-after: page }")
    #expect(inner["a"] == ["1: 0,10 50×10"] && inner["c"] == ["2: 0,0 50×10"] && inner["e"] == ["2: 0,10 200×10"])
  }

  /// css-break-3 §5.2.
  @Test func theMarginOfAnEmptyBoxAfterAForcedBreakIsKept() throws {
    let before = "<!doctype html><body style='margin: 0'><div style='height: 1px'></div>"
    let empty = "<div style='break-before: page; margin-top: 8px'></div>"
    #expect(try boxes(before + empty + "<p id=p style='margin: 0'>a</p>")["p"] == ["2: 0,8 200×12"])
    #expect(try boxes(before + empty + "<p id=p style='margin: 20px 0 0'>a</p>")["p"] == ["2: 0,20 200×12"])
    // Those after an unforced break are not.
    let full = "<!doctype html><body style='margin: 0'><div style='height: 120px'></div>"
    #expect(
      try boxes(full + "<div style='margin-top: 8px'></div><p id=p style='margin: 0'>a</p>")["p"] == ["2: 0,0 200×12"])
  }

  /// Regression: columns that are measured in one piece became infinitely high, and the pages of the cell had no end.
  @Test(arguments: ["grid", "flex; flex-direction: column", "block"])
  func aBreakInColumnsInACellOfAGivenHeightEnds(_ display: String) throws {
    for html in [
      "<table style='height: 100px'><tr><td>#</table>", "<table><tr><td rowspan=3><tr><td>#</table>",
      "<table><tr><td>#<td rowspan=3><tr></table>",
    ] {
      for value in ["page", "column"] {
        let content = "<p>a</p><div style='break-before: \(value)'>b</div>"
        let columns = "<div style='columns: 2'><div style='display: \(display)'>\(content)</div></div>"
        let pages = try lines(html.replacing("#", with: columns))
        #expect(pages.count == (value == "page" ? 2 : 1) && pages.flatMap { $0 }.count == 2, "\(html) \(pages)")
      }
    }
  }
}
