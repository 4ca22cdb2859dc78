import TestTraits
import Testing

@testable import Layout

/// Items in the cells of grids (css-grid-2 §8).
@Suite(.hangLimit) struct GridPlacementTests {
  @Test func linesCountFromBothEnds() throws {
    let boxes = try grid(
      "grid: 10px 10px / 50px 50px 50px", items: 2, css: "#a { grid-column: 2 / -1 } #b { grid-area: -2 / 1 }")
    #expect(boxes["a"] == ["1: 50,0 100×10"])
    #expect(boxes["b"] == ["1: 0,10 50×10"])
  }

  @Test func areasDefineNamedLines() throws {
    let boxes = try grid(
      "grid: 'h h' 10px 'n m' 20px / 50px 60px", items: 3,
      css: "#a { grid-area: m } #b { grid-area: h } #c { grid-column: n-start / m-end; grid-row: m }")
    #expect(boxes["a"] == ["1: 50,10 60×20"])
    #expect(boxes["b"] == ["1: 0,0 110×10"])
    #expect(boxes["c"] == ["1: 0,10 110×20"])
  }

  @Test func namedLinesHaveNumbers() throws {
    let boxes = try grid(
      "grid: 10px / [x] 20px [x] 30px [y] 40px [x]", items: 1, css: "#a { grid-column: x 2 / span y }")
    #expect(boxes["a"] == ["1: 20,0 30×10"])
  }

  /// Regression: a line that an area and the template give the same name counted twice.
  @Test func aLineHasANameOnce() throws {
    let template = "grid-template: 'a b' 10px / [b-start] 10px [b-start] 20px [b-start]"
    let boxes = try grid(template, items: 1, css: "#a { grid-area: 1 / b-start 3; width: 5px }")
    #expect(boxes["a"] == ["1: 30,0 5×10"])
  }

  @Test func spansToANameCountItsLines() {
    var lines = GridLines(count: 5)
    for line in [1, 3, 5] { lines.add("a", at: line) }
    lines.sort()
    #expect(lines.span(from: .line(2, name: nil), to: .span(2, name: "a")) == .tracks(1..<5))
    #expect(lines.span(from: .line(2, name: nil), to: .span(3, name: "a")) == .tracks(1..<6))
    #expect(lines.span(from: .span(1, name: "a"), to: .line(4, name: nil)) == .tracks(1..<3))
    #expect(lines.span(from: .span(2, name: "a"), to: .line(4, name: nil)) == .tracks(-1..<3))
  }

  @Test func sparsePackingLeavesHolesAndDensePackingFillsThem() throws {
    let css = "#b { grid-column: span 2 } #c { grid-column: span 1 }"
    let sparse = try grid("grid: auto-flow 10px / 50px 50px", items: 3, css: css)
    #expect(sparse["c"] == ["1: 0,20 50×10"])
    let dense = try grid("grid: auto-flow dense 10px / 50px 50px", items: 3, css: css)
    #expect(dense["c"] == ["1: 50,0 50×10"])
  }

  /// Items that span many tracks are placed behind each other without a search track by track.
  @Test(arguments: [GridSpan.count(1), .tracks(0..<1)])
  func itemsThatSpanManyTracksArePlacedBehindEachOther(column: GridSpan) throws {
    let items = Array(repeating: GridPlacement.Item(major: .count(9_999), minor: column), count: 60)
    let placement = GridPlacement(items, explicitMajor: 1, explicitMinor: 1, isDense: true, maxSteps: .max)
    #expect(placement.placed.map(\.major.lowerBound) == (0..<60).map { $0 * 9_999 })
  }

  @Test func autoFlowColumnFillsColumns() throws {
    let boxes = try grid("grid: 10px 10px / auto-flow 30px", items: 3)
    #expect(boxes["b"] == ["1: 0,10 30×10"])
    #expect(boxes["c"] == ["1: 30,0 30×10"])
  }

  @Test func linesBeforeTheExplicitGridCreateTracks() throws {
    let boxes = try grid(
      "grid: 10px / 50px; grid-auto-columns: 20px", items: 2, css: "#a { grid-column: -4 } #b { grid-column: 1 }")
    #expect(boxes["a"] == ["1: 0,0 20×10"])
    #expect(boxes["b"] == ["1: 40,0 50×10"])
  }

  @Test func orderTakesPrecedenceOverDocumentOrder() throws {
    #expect(try grid("grid: 10px / 50px 50px", items: 2, css: "#a { order: 1 }")["a"] == ["1: 50,0 50×10"])
  }

  @Test func textIsAnAnonymousItem() throws {
    #expect(
      try lines("<section id=g>one<b>two</b>three</section>", css: "#g { display: grid }") == [
        ["0,0 18 one", "0,12 18 two", "0,24 30 three"]
      ])
  }

  @Test func hugeSpansAndLinesAreClamped() throws {
    let css =
      "#g { display: grid; grid-template-columns: repeat(100000, 1px); grid-auto-rows: 1px } #a { grid-column: 1000000000 } #b { grid-row: span 2000000000 } #c { grid-column: -1000000000 / 1000000000 }"
    #expect(
      try boxes("<section id=g><div id=a></div><div id=b></div><div id=c></div></section>", css: css)["a"]?.count == 1)
  }

  /// Regression: names after the size of a row of areas were ignored.
  @Test func namesMayFollowTheSizeOfARowOfAreas() throws {
    let boxes = try grid(
      "grid-template: 'x x' 20px [middle] 'y z' 30px / 50px 50px", items: 2,
      css: "#a { grid-area: x } #b { grid-row: middle; grid-column: 2 }")
    #expect(boxes["a"] == ["1: 0,0 100×20"])
    #expect(boxes["b"] == ["1: 50,20 50×30"])
  }
}
