import TestTraits
import Testing

@testable import Layout

/// Grid lanes (css-grid-3), the successor of masonry layout.
@Suite(.hangLimit) struct GridLanesTests {
  /// Items `a`, `b`, … with some heights in two lanes of 50 px.
  private func lanes(_ heights: [Int], _ css: String = "", display: String = "grid-lanes") throws -> [String: [String]]
  {
    let items = zip("abcdefgh", heights).map { "<div id=\($0) style='height: \($1)px'></div>" }.joined()
    return try boxes(
      "<section id=g>\(items)</section>",
      css: "#g { display: \(display); grid-template-columns: 50px 50px; flow-tolerance: 0px } \(css)")
  }

  @Test(arguments: ["grid-lanes", "masonry"]) func itemsAreInTheLaneThatIsFilledLeast(_ display: String) throws {
    let boxes = try lanes([10, 30, 10, 10], display: display)
    #expect(boxes["a"] == ["1: 0,0 50×10"])
    #expect(boxes["b"] == ["1: 50,0 50×30"])
    #expect(boxes["c"] == ["1: 0,10 50×10"])
    #expect(boxes["d"] == ["1: 0,20 50×10"])
    #expect(boxes["g"] == ["1: 0,0 200×30"])
  }

  @Test func differencesWithinTheToleranceDoNotMatter() throws {
    #expect(try lanes([10, 30, 10, 10], "#g { flow-tolerance: 15px }")["d"] == ["1: 50,30 50×10"])
    #expect(try lanes([10, 30, 10, 10], "#g { flow-tolerance: normal }")["d"] == ["1: 50,30 50×10"])
    #expect(try lanes([90, 10, 10], "#g { flow-tolerance: infinite }")["c"] == ["1: 0,90 50×10"])
  }

  @Test func itemsMaySpanLanesAndNameThem() throws {
    #expect(try lanes([10, 30, 10], "#c { grid-column: span 2 }")["c"] == ["1: 0,30 100×10"])
    #expect(try lanes([10, 30, 10], "#c { grid-column: 2 }")["c"] == ["1: 50,30 50×10"])
    #expect(try lanes([10, 30, 10], "#g { gap: 2px 5px }")["c"] == ["1: 0,12 50×10"])
    #expect(try lanes([10, 30, 10], "#g { gap: 2px 5px }")["b"] == ["1: 55,0 50×30"])
  }

  /// An item that may be in any lane determines the size of all.
  @Test func lanesAreAsWideAsAnyItem() throws {
    let html = "<section id=g><div id=a>aaaa</div><div id=b>a</div></section>"
    let css = "#g { display: grid-lanes; grid-template-columns: max-content max-content }"
    #expect(try boxes(html, css: css)["b"] == ["1: 24,0 24×12"])
    #expect(
      try boxes(html, css: "#g { display: inline-grid-lanes; grid-template-columns: auto auto }")["g"] == [
        "1: 0,0 48×12"
      ])
  }

  @Test func lanesOfIntrinsicSizeAreRepeated() throws {
    let html = "<section id=g><div id=a>aaaa</div><div id=b>a</div><div id=c>a</div></section>"
    let css =
      "#g { display: grid-lanes; width: 50px; justify-content: start; grid-template-columns: repeat(auto-fill, auto) }"
    #expect(try boxes(html, css: css)["b"] == ["1: 24,0 24×12"])
    #expect(try boxes(html, css: css)["c"] == ["1: 0,12 24×12"])
  }

  @Test func lanesMayBeRows() throws {
    let items = zip("abc", [10, 30, 10]).map { "<div id=\($0) style='width: \($1)px'></div>" }.joined()
    for css in ["grid-lanes-direction: row", ""] {
      let boxes = try boxes(
        "<section id=g>\(items)</section>",
        css: "#g { display: grid-lanes; grid-template-rows: 20px 30px; flow-tolerance: 0px; \(css) }")
      #expect(boxes["a"] == ["1: 0,0 10×20"])
      #expect(boxes["b"] == ["1: 0,20 30×30"])
      #expect(boxes["c"] == ["1: 10,0 10×20"])
    }
  }

  @Test func itemsAreAlignedAsOneGroup() throws {
    #expect(try lanes([10, 30, 10], "#g { height: 100px; align-content: end }")["c"] == ["1: 0,80 50×10"])
    #expect(try lanes([10, 30, 10], "#g { height: 100px; align-content: center }")["c"] == ["1: 0,45 50×10"])
  }

  @Test func pagesEndBetweenItems() throws {
    let boxes = try lanes([60, 40, 40, 70], "#a, #b, #c, #d { break-inside: avoid }")
    #expect(boxes["c"] == ["1: 50,40 50×40"])
    #expect(boxes["d"]?.first?.hasPrefix("2: 0,0 ") == true)
  }

  /// Regression: an item followed the lane of the preceding one, into a lane without width.
  @Test func itemsAreNotInCollapsedLanes() throws {
    let boxes = try lanes([10, 10], "#g { grid-template-columns: repeat(auto-fit, 50px) } #a { grid-column: 2 }")
    #expect(boxes["a"] == ["1: 50,0 50×10"])
    #expect(boxes["b"] == ["1: 0,0 50×10"])
  }
}

/// The lanes that are filled the least.
@Suite(.hangLimit) struct LaneStackTests {
  private func stack(_ count: Int, maxSteps: Int = .max) -> LaneStack {
    var tracks = GridTracks()
    tracks.tracks = ContiguousArray(repeating: GridTrack(10), count: count)
    return LaneStack(tracks, tolerance: 0, gap: 0, maxSteps: maxSteps)
  }

  @Test func anItemThatSpansLanesIsWhereTheFullestOfThemIsLeastFilled() {
    var stack = stack(7)
    for (lane, size) in [30.0, 10, 20, 40, 10, 10, 30].enumerated() { _ = stack.add(lane..<lane + 1, size: size) }
    #expect(stack.lanes(spanning: 1) == 1..<2)
    #expect(stack.lanes(spanning: 2) == 4..<6)
    #expect(stack.lanes(spanning: 3) == 0..<3)
    #expect(stack.lanes(spanning: 7) == 0..<7)
    #expect(stack.lanes(spanning: 9) == 0..<7)
  }

  /// Regression: the time was the product of the items, the lanes and the lanes that each item spans.
  @Test func searchesVisitEachLaneOnceAndAreLimited() {
    var stack = stack(10_000, maxSteps: 50_000)
    for _ in 0..<100 { _ = stack.add(stack.lanes(spanning: 4_000), size: 1) }
    #expect(stack.steps == 60_000)
    // Items after the limit fill the next lanes.
    #expect(stack.extent == 50)
  }
}
