import TestTraits
import Testing

@testable import Layout

/// Tracks and the size of the container (css-grid-2 §7, §11, §12).
@Suite(.hangLimit) struct GridTests {
  @Test func fractionsShareTheSpaceLeftByLengths() throws {
    let boxes = try grid("grid: 10px / 40px 1fr 3fr", items: 3)
    #expect(boxes["a"] == ["1: 0,0 40×10"])
    #expect(boxes["b"] == ["1: 40,0 40×10"])
    #expect(boxes["c"] == ["1: 80,0 120×10"])
  }

  @Test func fractionsBelowOneInTotalLeaveSpace() throws {
    #expect(try grid("grid: 10px / .25fr .25fr", items: 2)["b"] == ["1: 50,0 50×10"])
  }

  @Test func aFractionIsAtLeastAsWideAsItsContent() throws {
    let boxes = try boxes(
      "<section id=g><div id=a>aaaaaaaaaaaaaaaaaaaaaaaaa</div><div id=b></div></section>",
      css: "#g { display: grid; grid: 10px / 1fr 1fr }")
    #expect(boxes["b"] == ["1: 150,0 50×10"])
  }

  /// Regression: a factor of 0 was compared with the others, and a track beyond its share was not seen.
  @Test func aFactorOfZeroTakesNoSpace() throws {
    let boxes = try grid(
      "grid: 10px / 1fr 0fr 1fr; width: 24px", items: 3, css: "#a { width: 10px } #c { width: 20px }")
    #expect(boxes["b"] == ["1: 10,0 0×10"])
    #expect(boxes["c"] == ["1: 10,0 20×10"])
  }

  @Test func minmaxGrowsFromItsMinimumToItsMaximum() throws {
    let boxes = try grid("grid: 10px / minmax(20px, 50px) minmax(20px, 1000px)", items: 2)
    #expect(boxes["a"] == ["1: 0,0 50×10"])
    #expect(boxes["b"] == ["1: 50,0 150×10"])
  }

  @Test func fitContentIsLimitedByItsArgument() throws {
    let html = "<section id=g><div id=a>aa bb cc dd ee ff</div><div id=b>aa</div><div id=c></div></section>"
    let boxes = try boxes(
      html, css: "#g { display: grid; grid-template-columns: fit-content(30px) fit-content(30px) 10px }")
    #expect(boxes["a"] == ["1: 0,0 30×36"])
    #expect(boxes["b"] == ["1: 30,0 12×36"])
    #expect(boxes["c"] == ["1: 42,0 10×36"])
  }

  @Test func intrinsicTracksAreMeasured() throws {
    let html = "<section id=g><div id=a>aaaa bb</div><div id=b>aaaa bb</div><div id=c></div></section>"
    let boxes = try boxes(html, css: "#g { display: grid; grid-template-columns: min-content max-content 1fr }")
    #expect(boxes["a"] == ["1: 0,0 24×24"])
    #expect(boxes["b"] == ["1: 24,0 42×24"])
    #expect(boxes["c"] == ["1: 66,0 134×24"])
  }

  @Test func aSpanningItemGrowsItsTracksEqually() throws {
    let html = "<section id=g><div id=a>aaaaaaaaaa</div><div id=b></div><div id=c></div></section>"
    let css =
      "#g { display: grid; grid-template-columns: max-content max-content; justify-content: start } #a { grid-column: span 2 }"
    let boxes = try boxes(html, css: css)
    #expect(boxes["b"] == ["1: 0,12 30×0"])
    #expect(boxes["c"] == ["1: 30,12 30×0"])
  }

  @Test func autoTracksStretch() throws {
    #expect(try grid("grid: 10px / auto auto", items: 2)["b"] == ["1: 100,0 100×10"])
  }

  @Test func autoFillRepeatsWhileTracksFit() throws {
    let boxes = try grid("gap: 10px; grid: 10px / repeat(auto-fill, 40px)", items: 5)
    #expect(boxes["d"] == ["1: 150,0 40×10"])
    #expect(boxes["e"] == ["1: 0,20 40×0"])
  }

  @Test func autoFitCollapsesEmptyTracks() throws {
    let boxes = try grid("gap: 10px; grid: 10px / repeat(auto-fit, minmax(40px, 1fr))", items: 2)
    #expect(boxes["b"] == ["1: 105,0 95×10"])
  }

  @Test func implicitTracksRepeatTheirPattern() throws {
    let boxes = try grid("grid-auto-rows: 10px 20px", items: 3)
    #expect(boxes["a"] == ["1: 0,0 200×10"])
    #expect(boxes["b"] == ["1: 0,10 200×20"])
    #expect(boxes["c"] == ["1: 0,30 200×10"])
  }

  @Test func percentageRowsReferToTheHeightOfTheContent() throws {
    let boxes = try grid("grid: 50% auto / auto", items: 2, css: "#a, #b { height: 20px; align-self: start }")
    #expect(boxes["g"] == ["1: 0,0 200×40"])
    #expect(boxes["b"] == ["1: 0,20 200×20"])
  }

  @Test func aFloatingGridIsAsWideAsItsColumns() throws {
    let html = "<section id=g><div>aa bb</div><div>cc</div></section>"
    #expect(
      try boxes(html, css: "#g { display: grid; float: left; gap: 4px; grid-template-columns: auto 20px }")["g"] == [
        "1: 0,0 54×12"
      ])
  }

  @Test func minHeightStretchesAutoRows() throws {
    #expect(try grid("min-height: 50px", items: 2)["b"] == ["1: 0,25 200×25"])
  }

  /// Regression: a flexible track with the minimum 0 had no size in a container without one (css-grid-2 §12.7).
  @Test func flexibleTracksOfContainersWithoutSizeFitTheirContent() throws {
    let html = "<section id=g><div id=a>aaaa</div><div id=b>aa</div></section>"
    let columns = try boxes(
      html, css: "#g { display: inline-grid; grid-template-columns: minmax(0, 1fr) minmax(0, 2fr) }")
    #expect(columns["a"] == ["1: 0,0 24×12"])
    #expect(columns["b"] == ["1: 24,0 48×12"])
    let rows = try boxes(html, css: "#g { display: grid; grid-template-rows: minmax(0, 1fr) minmax(0, 3fr) }")
    #expect(rows["a"] == ["1: 0,0 200×12"])
    #expect(rows["b"] == ["1: 0,12 200×36"])
  }

  /// The height that rows of less than one fraction leave is known when they are sized again.
  @Test func fractionsBelowOneInTotalLeaveSpaceInAnAutomaticHeight() throws {
    let css = "#g { display: inline-grid; grid-template: minmax(0, .5fr) / minmax(0, .5fr) }"
    #expect(try boxes("<section id=g><div id=a>aaaa</div></section>", css: css)["a"] == ["1: 0,0 6×3"])
  }
}

/// The boxes of items `a`, `b` and so on in a grid of 200 px.
func grid(_ style: String, items: Int = 4, css: String = "") throws -> [String: [String]] {
  let names = "abcdefghijkl".prefix(items).map { "<div id=\($0)></div>" }.joined()
  return try boxes("<section id=g>\(names)</section>", css: "#g { display: grid; \(style) } \(css)")
}
