import TestTraits
import Testing

@testable import Layout

/// The sizes of items in their areas (css-grid-2 §6.2).
@Suite(.hangLimit) struct GridItemSizeTests {
  /// Regression: the limits in percent of items that fill their area were ignored in rows of automatic height.
  @Test func percentagesOfLimitsReferToTheGridArea() throws {
    let css = "#a { max-height: 50% } #b { height: 100px } #c { max-height: 20px; min-height: 30% }"
    let boxes = try grid("grid-template-columns: 1fr 1fr 1fr", items: 3, css: css)
    #expect(boxes["a"] == ["1: 0,0 67×50"])
    #expect(boxes["c"] == ["1: 133,0 67×30"])
  }

  @Test func percentageHeightsReferToTheGridArea() throws {
    #expect(try grid("grid: 40px / auto", items: 1, css: "#a { height: 50% }")["a"] == ["1: 0,0 200×20"])
  }

  /// Regression: an item with a ratio was empty if only its height is automatic and stretched.
  @Test func aRatioTransfersTheHeightOfTheAreaIfTheWidthDoesNotFillIt() throws {
    let places = try grid(
      "grid: 60px / 100px 100px", items: 2, css: "div { aspect-ratio: 2 } #b { justify-self: start }")
    #expect(places["a"] == ["1: 0,0 100×50"])
    #expect(places["b"] == ["1: 100,0 120×60"])
  }

  /// The width of an item with a ratio follows from the height of its row, which is known after the columns are sized.
  @Test func columnsAreSizedAgainForItemsWithARatio() throws {
    let html = "<div id=g><div id=a></div><div style='height: 40px'></div></div>"
    let css =
      "#g { display: grid; grid: auto / auto auto; justify-content: start } #a { height: 100%; aspect-ratio: 2 }"
    #expect(try boxes(html, css: css)["a"] == ["1: 0,0 80×40"])
  }

  @Test(arguments: [
    ("max-height: 30px", 30), ("min-height: 110px", 110), ("max-height: 25%", 25), ("max-height: 500px", 100),
  ])
  func anItemThatFillsItsAreaRespectsItsLimits(style: String, height: Int) throws {
    let html = "<div style='display: grid; grid-template-rows: 100px'><div id=i style='\(style)'>x</div></div>"
    #expect(try boxes(html)["i"] == ["1: 0,0 200×\(height)"])
  }

  /// Regression: a row was higher than an item whose last baseline is below its end.
  @Test func aBaselineBelowTheEndOfAnItemDoesNotEnlargeItsRow() throws {
    let html = """
      <div id=g style='display: grid; align-items: last baseline'><div style='height: 12px'>a<br>b<br>c</div></div>
      """
    #expect(try boxes(html)["g"] == ["1: 0,0 200×12"])
  }

  /// Regression: the first column had the natural width of its image (css-grid-2 §12.1).
  @Test(arguments: ["height: 100%", "max-height: 100%"]) func anImageLimitedByItsRowContributesItsUsedWidth(
    _ css: String
  ) throws {
    let source = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='80' height='80'/%3E"
    let html = """
      <div style='display: grid; grid-template: 40px / auto auto; justify-content: start'>
      <img id=a style="\(css)" src="\(source)"><img id=b style="height: 100%" src="\(source)"></div>
      """
    #expect(try boxes(html) == ["a": ["1: 0,0 40×40"], "b": ["1: 40,0 40×40"]])
  }

  /// Regression: the image kept the width of the pass in which its row had no height.
  @Test(arguments: [
    ("auto", "height: 100%"), ("1fr", "height: 100%"), ("auto", "align-self: stretch"),
    ("minmax(0, 1fr)", "height: 500px; max-height: 100%"),
  ])
  func theWidthOfAnImageFollowsFromTheHeightOfItsRow(_ rows: String, _ css: String) throws {
    let source = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='10'/%3E"
    let html = """
      <div style='display: grid; grid-template: \(rows) / auto 1fr; height: 60px'><img id=a style="\(css)" src="\(source)">
      <p id=b>b</p></div>
      """
    #expect(try boxes(html) == ["a": ["1: 0,0 120×60"], "b": ["1: 120,0 80×60"]])
  }

  /// Another row gets its share of the free space by the natural height of the image.
  @Test func aRowIsSizedByTheNaturalHeightOfAnImageInPerCent() throws {
    let source = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='10'/%3E"
    let html = """
      <div style='display: grid; grid-template-columns: auto; justify-content: start; height: 62px'>
      <img id=a style="height: 100%" src="\(source)"><p id=b>b</p></div>
      """
    #expect(try boxes(html) == ["a": ["1: 0,0 60×30"], "b": ["1: 0,30 60×32"]])
  }

  @Test func theWidthOfABoxWithARatioFollowsFromTheHeightThatItFills() throws {
    let html = """
      <div style='display: grid; grid-template-columns: auto 1fr; height: 60px'>
      <div id=a style='aspect-ratio: 2; justify-self: start'></div><p id=b>b</p></div>
      """
    #expect(try boxes(html) == ["a": ["1: 0,0 120×60"], "b": ["1: 120,0 80×60"]])
  }
}
