import TestTraits
import Testing

/// Breaks in boxes whose content has ended (css-break-3 §4.1, §5.1).
@Suite(.hangLimit) struct GapBreakTests {
  /// Regression: the padding was laid out on each page again, without end.
  @Test func paddingHigherThanThePageEnds() throws {
    let found = try boxes("<div id=d style='padding-bottom: 150px'></div><p id=p>x</p>")
    #expect(found["d"] == ["1: 0,0 200×120", "2: 0,0 200×30"])
    #expect(found["p"] == ["2: 0,30 200×12"])
    let border = try boxes("<div id=d style='border-bottom: 150px solid'></div>")
    #expect(border["d"] == ["1: 0,0 200×120", "2: 0,0 200×30"])
  }

  /// Regression: content below the end of the page was lost.
  @Test(arguments: ["padding-top: 150px", "padding-top: 120px", "border-top: 150px solid"])
  func contentAfterATopEdgeHigherThanThePageIsOnTheNextPage(css: String) throws {
    for content in ["x", "<p id=q>x</p>", "<div style='padding-top: 5px; margin-top: 3px'><span>x</span></div>"] {
      let found = try boxes("<div id=d style='\(css)'>\(content)</div><p id=p>y</p>")
      #expect(found["d"]?.first == "1: 0,0 200×120")
      #expect(found["d"]?.count == 2 && found["p"]?.first?.hasPrefix("2: ") == true)
      #expect(try lines("<div style='\(css)'>\(content)</div>").count == 2)
    }
  }

  @Test func aBreakInEmptyHeightLeavesThePaddingToTheNextPage() throws {
    let html =
      "<p style='height: 80px'></p><div id=d style='height: 30px; padding-bottom: 20px'>x</div><p id=p>y</p>"
    let found = try boxes(html)
    #expect(found["d"] == ["1: 0,80 200×40", "2: 0,0 200×20"])
    #expect(found["p"] == ["2: 0,20 200×12"])
  }

  /// Without empty height no break is allowed, and the box moves.
  @Test func aBoxWithoutEmptyHeightMoves() throws {
    let html = "<p style='height: 80px'></p><div id=d style='height: 24px; padding-bottom: 20px'>x<br>y</div>"
    #expect(try boxes(html)["d"] == ["2: 0,0 200×44"])
  }

  /// Too few lines before a break are better than a break in the padding.
  @Test func aBreakBetweenLinesIsBetterThanOneInThePadding() throws {
    let html = """
      <section style='columns: 3; column-gap: 0; column-fill: auto; height: 40px; width: 180px'>
      <div style='padding-bottom: 10px; orphans: 2; widows: 2'>a<br>b<br>c</div></section>
      """
    #expect(try lines(html) == [["0,0 6 a", "0,12 6 b", "60,0 6 c"]])
  }

  /// Regression: what overflowed a float of a given height was cut off at the end of the page.
  @Test func contentThatOverflowsAFloatContinues() throws {
    let html = """
      <p style='height: 84px'></p>
      <div style='float: left; height: 12px; orphans: 1; widows: 1'>a<br>b<br>c<br>d</div>
      """
    #expect(try lines(html) == [["0,84 6 a", "0,96 6 b", "0,108 6 c"], ["0,0 6 d"]])
  }
}
