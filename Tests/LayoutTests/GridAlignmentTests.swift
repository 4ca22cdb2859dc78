import TestTraits
import Testing

@testable import Layout

/// Items in their areas, and tracks in their container (css-grid-2 §10).
@Suite(.hangLimit) struct GridAlignmentTests {
  @Test func contentIsDistributed() throws {
    let between = try grid("grid: 10px / 20px 20px 20px; justify-content: space-between", items: 3)
    #expect(between["b"] == ["1: 90,0 20×10"])
    #expect(between["c"] == ["1: 180,0 20×10"])
    let end = try grid("grid: 10px / 20px; justify-content: end; align-content: center; height: 50px", items: 1)
    #expect(end["a"] == ["1: 180,20 20×10"])
  }

  @Test func itemsAreAlignedInTheirAreas() throws {
    let boxes = try grid(
      "grid: 40px / 100px 100px", items: 2,
      css:
        "#a { width: 20px; height: 10px; justify-self: center; align-self: end } #b { width: 20px; height: 10px; margin: auto 0 0 auto }"
    )
    #expect(boxes["a"] == ["1: 40,30 20×10"])
    #expect(boxes["b"] == ["1: 180,30 20×10"])
  }

  @Test func columnsStartAtTheRightInRightToLeftText() throws {
    let boxes = try grid(
      "direction: rtl; grid: 10px / 50px 30px", items: 2, css: "#b { width: 10px; justify-self: start }")
    #expect(boxes["a"] == ["1: 150,0 50×10"])
    #expect(boxes["b"] == ["1: 140,0 10×10"])
  }

  @Test func baselinesAreSharedInARow() throws {
    let css = "#g { display: grid; grid-template-columns: auto auto; align-items: baseline } #a { padding-top: 10px }"
    #expect(
      try lines("<section id=g><div id=a>a</div><div>b</div></section>", css: css) == [["0,10 6 a", "100,10 6 b"]])
  }

  @Test func absoluteChildrenArePlacedInTheirGridArea() throws {
    let css =
      "#g { display: grid; position: relative; grid: 30px 30px / 40px 60px; padding: 5px } #a { position: absolute; grid-area: 2 / 2 / 3 / 3; inset: 0 } #b { position: absolute; grid-column: 2; right: 0; top: 0; width: 5px; height: 5px }"
    let boxes = try boxes("<section id=g><div id=a></div><div id=b></div></section>", css: css)
    #expect(boxes["a"] == ["1: 45,35 60×30"])
    #expect(boxes["b"] == ["1: 195,0 5×5"])
  }

  @Test func anAbsoluteChildWithoutInsetsIsAligned() throws {
    let css =
      "#g { display: grid; height: 50px; align-items: end } #a { position: absolute; justify-self: center; width: 20px; height: 10px }"
    #expect(try boxes("<section id=g><div id=a></div></section>", css: css)["a"] == ["1: 90,40 20×10"])
  }

  /// Regression: rows that alignment places above the container were at its top.
  @Test func rowsAlignedAtTheEndOverflowAtTheStart() throws {
    let boxes = try grid("grid: 12px 12px / 20px; height: 10px; margin-top: 20px; align-content: end", items: 2)
    #expect(boxes["a"] == ["1: 0,6 20×12"])
    #expect(boxes["b"] == ["1: 0,18 20×12"])
  }

  @Test func safeAlignmentsOfItemsDoNotOverflowAtTheStart() throws {
    func place(_ css: String) throws -> String? {
      try boxes(
        "<div id=g><div id=a>a</div></div>",
        css: "#g { display: grid; grid: 20px / 100px; width: 200px } #a { width: 140px; height: 30px; \(css) }")["a"]?
        .first
    }
    #expect(try place("justify-self: end; align-self: center") == "1: -40,-5 140×30")
    #expect(try place("justify-self: safe end; align-self: safe center") == "1: 0,0 140×30")
  }

  @Test func safeAlignmentsOfTracksDoNotOverflowAtTheStart() throws {
    func place(_ css: String) throws -> String? {
      let html = "<div id=g><div id=a>a</div></div>"
      return try boxes(html, css: "#g { display: grid; grid: 20px / 300px; \(css) }")["a"]?.first
    }
    #expect(try place("justify-content: center") == "1: -50,0 300×20")
    #expect(try place("justify-content: safe center") == "1: 0,0 300×20")
  }
}
