import TestTraits
import Testing

@Suite(.hangLimit) struct FlexTests {
  /// Items `a`, `b`, `c` … in a flex container of 200 px.
  private func flex(_ style: String, items: Int = 3, css: String = "", content: String = "") throws -> [String:
    [String]]
  {
    let names = "abcdefghijkl".prefix(items).map { "<div id=\($0)>\(content)</div>" }.joined()
    return try boxes("<section id=f>\(names)</section>", css: "#f { display: flex; \(style) } \(css)")
  }

  // MARK: - Main sizes

  /// Regression: they overflowed at the start (css-align-3 §5.3).
  @Test(arguments: ["space-around", "space-evenly"])
  func itemsThatOverflowWithSpaceAroundThemAreAtTheStart(alignment: String) throws {
    let html = """
      <section style='display: flex; flex-direction: row-reverse; justify-content: \(alignment); width: 100px'>
      <div id=a style='flex: none; width: 150px'></div></section>
      """
    #expect(try boxes(html, css: "section { margin-left: 30px }") == ["a": ["1: 30,0 150×0"]])
  }

  @Test func aNegativeMarginReachesAboveTheContainer() throws {
    let html =
      "<div style='display: flex; flex-direction: column; margin-top: 40px'><div id=a style='margin-top: -30px; height: 20px'></div></div>"
    #expect(try boxes(html)["a"] == ["1: 0,10 200×20"])
  }

  @Test func itemsGrowByTheirFactors() throws {
    let boxes = try flex("height: 10px", css: "#a { flex: 1 } #b { flex: 3 } #c { width: 40px }")
    #expect(boxes["a"] == ["1: 0,0 40×10"])
    #expect(boxes["b"] == ["1: 40,0 120×10"])
    #expect(boxes["c"] == ["1: 160,0 40×10"])
  }

  /// Collapsed items (§4.4) were only invisible.
  @Test func aCollapsedItemLeavesTheCrossSizeOfItsLine() throws {
    let css = "#b { visibility: collapse; width: 150px; height: 30px } #a, #c { width: 80px }"
    var boxes = try flex("column-gap: 10px", css: css)
    #expect(boxes["f"] == ["1: 0,0 200×30"] && boxes["b"] == nil)
    #expect(boxes["a"] == ["1: 0,0 80×30"] && boxes["c"] == ["1: 90,0 80×30"])
    boxes = try flex("flex-wrap: wrap", css: css + " div { height: 10px }")
    // The strut has the cross size of the line in which the item was.
    #expect(boxes["f"] == ["1: 0,0 200×30"] && boxes["c"] == ["1: 80,0 80×10"])
    #expect(try flex("flex-direction: column", css: css + " div { height: 10px }")["c"] == ["1: 0,10 80×10"])
    #expect(try flex("width: max-content", css: css)["f"] == ["1: 0,0 160×30"])
    #expect(try flex("visibility: collapse", css: "div { height: 20px }") == ["f": ["1: 0,0 200×20"]])
  }

  @Test func factorsBelowOneInTotalLeaveSpace() throws {
    #expect(try flex("height: 10px", items: 2, css: "div { flex: .25 }")["b"] == ["1: 50,0 50×10"])
  }

  @Test func itemsShrinkByFactorAndBaseSize() throws {
    let boxes = try flex("height: 10px", items: 2, css: "#a { flex: 0 1 100px } #b { flex: 0 1 300px }")
    #expect(boxes["a"] == ["1: 0,0 50×10"])
    #expect(boxes["b"] == ["1: 50,0 150×10"])
  }

  @Test func theOthersGetTheShareOfAFrozenItem() throws {
    let boxes = try flex("height: 10px", css: "div { flex: 1 } #a { max-width: 20px } #b { min-width: 120px }")
    #expect(boxes["a"] == ["1: 0,0 20×10"])
    #expect(boxes["b"] == ["1: 20,0 120×10"])
    #expect(boxes["c"] == ["1: 140,0 60×10"])
  }

  @Test func anItemIsAtLeastAsWideAsItsContent() throws {
    let boxes = try boxes(
      "<section id=f><div id=a>aaaaaaaaaaaaaaaaaaaaaaaaa</div><div id=b></div></section>",
      css: "#f { display: flex } div { flex: 1 }")
    #expect(boxes["a"] == ["1: 0,0 150×12"])
    #expect(boxes["b"] == ["1: 150,0 50×12"])
  }

  @Test func aScrollContainerMayBeNarrowerThanItsContent() throws {
    let html = "<section id=f><div id=a>aaaaaaaaaaaaaaaaaaaaaaaaa</div><div id=b></div></section>"
    #expect(try boxes(html, css: "#f { display: flex } div { flex: 1; overflow: hidden }")["a"] == ["1: 0,0 100×12"])
  }

  @Test func theMinHeightOfAColumnIsDistributed() throws {
    let boxes = try flex("flex-direction: column; min-height: 100px", css: "div { height: 10px } #b { flex-grow: 1 }")
    #expect(boxes["b"] == ["1: 0,10 200×80"])
    #expect(boxes["c"] == ["1: 0,90 200×10"])
  }

  @Test func aRatioDeterminesTheMainSizeOfAStretchedItem() throws {
    #expect(try flex("height: 20px", items: 1, css: "#a { aspect-ratio: 3 }")["a"] == ["1: 0,0 60×20"])
  }

  // MARK: - Lines

  /// Regression: the content keywords were ignored as limits of the heights of a column's items (css-sizing-3 §5.1).
  @Test func heightsAreLimitedByTheirContent() throws {
    let html = "<section id=f><div id=a>x<br>x<br>x</div><div id=b></div></section>"
    let css = "#f { display: flex; flex-direction: column; "
    for keyword in ["min-content", "max-content", "fit-content"] {
      let least = css + "height: 50px } div { height: 100px; min-height: 0 } #a { min-height: \(keyword) }"
      #expect(try boxes(html, css: least)["a"] == ["1: 0,0 200×36"])
      #expect(try boxes(html, css: least)["b"] == ["1: 0,36 200×14"])
      let most = css + "height: 100px } div { flex: 1 } #a { max-height: \(keyword) }"
      #expect(try boxes(html, css: most)["b"] == ["1: 0,36 200×64"])
    }
  }

  /// Regression: a calculation could make a gap negative (css-align-3 §8.1).
  @Test func gapsAreNotNegative() throws {
    let gap = "gap: calc(5% - 20px); height: 50px"
    #expect(try flex(gap, css: "div { width: 20px }")["b"] == ["1: 20,0 20×50"])
    #expect(try flex("flex-direction: column; \(gap)", css: "div { height: 10px }")["b"] == ["1: 0,10 200×10"])
    #expect(try flex("gap: calc(5px + 5%)", css: "div { width: 20px; height: 10px }")["b"] == ["1: 35,0 20×10"])
  }

  @Test func itemsThatDoNotFitStartANewLine() throws {
    let boxes = try flex("flex-wrap: wrap; gap: 4px 10px", css: "div { width: 95px; height: 10px }")
    #expect(boxes["b"] == ["1: 105,0 95×10"])
    #expect(boxes["c"] == ["1: 0,14 95×10"])
  }

  @Test func wrapReverseStacksLinesFromTheEnd() throws {
    let boxes = try flex(
      "flex-wrap: wrap-reverse; height: 30px; align-content: flex-start", css: "div { width: 100px; height: 10px }")
    #expect(boxes["a"] == ["1: 0,20 100×10"])
    #expect(boxes["c"] == ["1: 0,10 100×10"])
  }

  @Test func aColumnWrapsAtItsMaxHeight() throws {
    let boxes = try flex("flex-flow: column wrap; max-height: 25px", css: "div { height: 10px }")
    #expect(boxes["b"] == ["1: 0,10 100×10"])
    #expect(boxes["c"] == ["1: 100,0 100×10"])
  }

  @Test func alignContentStretchesLines() throws {
    let boxes = try flex("flex-wrap: wrap; height: 40px", items: 2, css: "div { width: 150px }")
    #expect(boxes["b"] == ["1: 0,20 150×20"])
  }

  // MARK: - Alignment

  @Test(arguments: [
    ("flex-start", 0), ("center", 70), ("flex-end", 140), ("end", 140), ("right", 140), ("space-between", 0),
    ("space-around", 35),
    ("space-evenly", 47),
  ])
  func justifyContentPlacesItems(value: String, x: Int) throws {
    #expect(
      try flex("justify-content: \(value)", items: 2, css: "div { width: 30px; height: 10px }")["a"] == [
        "1: \(x),0 30×10"
      ])
  }

  @Test func startFollowsTheWritingDirectionInAReversedRow() throws {
    let boxes = try flex(
      "flex-direction: row-reverse; justify-content: start", items: 2, css: "div { width: 30px; height: 10px }")
    #expect(boxes["a"] == ["1: 30,0 30×10"])
    #expect(boxes["b"] == ["1: 0,0 30×10"])
  }

  @Test func marginsOfAReversedRowStayOnTheirSides() throws {
    let boxes = try flex(
      "flex-direction: row-reverse", items: 2, css: "div { width: 30px; height: 10px; margin-left: 10px }")
    #expect(boxes["a"] == ["1: 170,0 30×10"])
    #expect(boxes["b"] == ["1: 130,0 30×10"])
  }

  @Test func autoMarginsTakeFreeSpaceBeforeJustification() throws {
    let boxes = try flex(
      "justify-content: center", items: 2, css: "div { width: 30px; height: 10px } #b { margin-left: auto }")
    #expect(boxes["a"] == ["1: 0,0 30×10"])
    #expect(boxes["b"] == ["1: 170,0 30×10"])
  }

  @Test func itemsShareTheirFirstBaseline() throws {
    let html = "<section id=f><div id=a>a</div><div id=b>b</div></section>"
    let boxes = try boxes(html, css: "#f { display: flex; align-items: baseline } #b { padding-top: 8px }")
    #expect(boxes["a"] == ["1: 0,8 6×12"])
    #expect(boxes["b"] == ["1: 6,0 6×20"])
  }

  @Test func itemsShareTheirLastBaseline() throws {
    let html = "<section id=f><div id=a>a</div><div id=b>b<br>b</div></section>"
    let boxes = try boxes(html, css: "#f { display: flex; align-items: last baseline }")
    #expect(boxes["a"] == ["1: 0,12 6×12"])
  }

  @Test func anAbsoluteChildIsAlignedAsTheOnlyItem() throws {
    let css =
      "#f { display: flex; position: relative; height: 50px; justify-content: center; align-items: flex-end } #a { position: absolute; width: 20px; height: 10px }"
    #expect(try boxes("<section id=f><div id=a></div><div></div></section>", css: css)["a"] == ["1: 90,40 20×10"])
  }

  @Test func orderReordersItems() throws {
    #expect(try flex("height: 10px", css: "div { width: 20px } #a { order: 1 }")["a"] == ["1: 40,0 20×10"])
  }

  // MARK: - Intrinsic sizes

  @Test func aWrappedColumnIsAsWideAsItsLines() throws {
    let boxes = try flex(
      "display: inline-flex; flex-flow: column wrap; height: 20px", css: "div { width: 30px; height: 10px }")
    #expect(boxes["f"] == ["1: 0,0 60×20"])
  }

  @Test func nestedContainersAreMeasuredOnce() throws {
    let depth = 12
    let html =
      String(repeating: "<section>", count: depth) + "<div id=a>a</div>" + String(repeating: "</section>", count: depth)
    #expect(
      try boxes(html, css: "section { display: flex; flex-direction: column; flex: 1 }")["a"] == ["1: 0,0 200×12"])
  }

  // MARK: - Pages

  @Test func linesBreakBetweenPages() throws {
    let boxes = try flex("flex-wrap: wrap", css: "div { width: 150px; height: 50px; break-inside: avoid }")
    #expect(boxes["b"] == ["1: 0,50 150×50"])
    #expect(boxes["c"] == ["2: 0,0 150×50"])
  }

  @Test func itemsSideBySideBreakIndependently() throws {
    let html = "<section id=f><div id=a>\(String(repeating: "a<br>", count: 15))</div><div id=b>b</div></section>"
    let boxes = try boxes(html, css: "#f { display: flex; orphans: 1; widows: 1 } div { width: 100px }")
    #expect(boxes["a"] == ["1: 0,0 100×120", "2: 0,0 100×60"])
    #expect(boxes["b"] == ["1: 100,0 100×120", "2: 100,0 100×60"])
  }

  /// Regression: an item that fitted stayed on the page while the others of its row moved to the next one.
  @Test func aRowThatAvoidsBreaksIsNotDividedBetweenItsItems() throws {
    let html = "<p></p><section id=f><div id=a>a</div><div id=b></div></section>"
    let css =
      "p { margin: 0; height: 99px } #f { display: flex } #a { line-height: 30px; margin-top: 1px } #b { height: 10px }"
    #expect(try boxes(html, css: css)["b"]?.first?.hasPrefix("1:") == true)
    for avoid in ["#f { break-inside: avoid }", "section { break-inside: avoid-page }"] {
      let boxes = try boxes(html, css: css + avoid)
      #expect(boxes["a"]?.allSatisfy { $0.hasPrefix("2: 0,1 ") } == true, "\(boxes)")
      #expect(boxes["b"]?.allSatisfy { $0.hasPrefix("2: ") } == true, "\(boxes)")
    }
  }

  @Test func itemsOfAColumnFollowOneAnotherAcrossPages() throws {
    let boxes = try flex("flex-direction: column; gap: 10px", css: "div { height: 70px }")
    #expect(boxes["a"] == ["1: 0,0 200×70"])
    #expect(boxes["b"] == ["1: 0,80 200×40", "2: 0,0 200×30"])
    #expect(boxes["c"] == ["2: 0,40 200×70"])
  }

  @Test func linesOfAColumnBreakInParallel() throws {
    let boxes = try flex(
      "flex-flow: column wrap; height: 200px", items: 4, css: "div { height: 90px; break-inside: avoid }")
    #expect(boxes["b"] == ["2: 0,0 100×90"])
    #expect(boxes["c"] == ["1: 100,0 100×90"])
    #expect(boxes["d"] == ["2: 100,0 100×90"])
  }

  @Test func aForcedBreakAppliesBetweenItemsOfAColumn() throws {
    let boxes = try flex("flex-direction: column", css: "div { height: 10px } #b { break-before: page }")
    #expect(boxes["a"] == ["1: 0,0 200×10"])
    #expect(boxes["b"] == ["2: 0,0 200×10"])
    #expect(boxes["c"] == ["2: 0,10 200×10"])
  }

  @Test func contentPushedDownByABreakMovesFollowingItems() throws {
    let html =
      "<section id=f><div id=a><p style='height:100px'></p><p style='height:40px;break-inside:avoid'></p></div><div id=b></div></section>"
    let boxes = try boxes(html, css: "#f { display: flex; flex-direction: column } #b { height: 10px }")
    #expect(boxes["a"] == ["1: 0,0 200×120", "2: 0,0 200×40"])
    #expect(boxes["b"] == ["2: 0,40 200×10"])
  }

  /// The rest of the height of a container was cut off at the end of the page.
  @Test(arguments: ["flex", "flex; flex-direction: column", "grid"])
  func theFreeSpaceOfAContainerContinuesOnTheNextPage(
    _ display: String
  ) throws {
    let html = "<div id=f><div style='height: 50px'></div></div><p id=p>x</p>"
    let boxes = try boxes(html, css: "#f { display: \(display); align-items: start; height: 150px }")
    #expect(boxes["f"] == ["1: 0,0 200×120", "2: 0,0 200×30"])
    #expect(boxes["p"] == ["2: 0,30 200×12"])
  }

  /// A `safe` alignment is `start` if the items overflow (css-align-3 §4.4).
  @Test func safeAlignmentsDoNotOverflowAtTheStart() throws {
    func place(_ css: String) throws -> String? {
      try boxes(
        "<div id=f><div id=a>a</div></div>",
        css: "#f { display: flex; width: 100px; height: 20px; \(css) } #a { flex: none; width: 140px; height: 30px }")[
          "a"]?.first
    }
    #expect(try place("justify-content: center; align-items: end") == "1: -20,-10 140×30")
    #expect(try place("justify-content: unsafe center; align-items: unsafe end") == "1: -20,-10 140×30")
    #expect(try place("justify-content: safe center; align-items: safe end") == "1: 0,0 140×30")
    let reversed = "flex-direction: row-reverse; justify-content: safe center; align-items: start"
    #expect(try place(reversed) == "1: 0,0 140×30")
    let fitting = "align-items: safe center; width: 200px; height: 50px; justify-content: safe end"
    #expect(try place(fitting) == "1: 60,10 140×30")
  }

  /// Regression: the margin after an unforced break was kept (css-break-3 §5.2).
  @Test func theMarginOfAnItemOfAColumnIsTruncatedAfterABreak() throws {
    let html =
      "<div id=a style='height: 100px'></div><div id=b style='margin-top: 15px; height: 30px; break-inside: avoid'></div>"
    #expect(
      try boxes("<section>\(html)</section>", css: "section { display: flex; flex-direction: column }")["b"] == [
        "2: 0,0 200×30"
      ])
    let forced = html.replacing("break-inside: avoid", with: "break-before: page")
    #expect(
      try boxes("<section>\(forced)</section>", css: "section { display: flex; flex-direction: column }")["b"] == [
        "2: 0,15 200×30"
      ])
  }
}

/// css-flexbox-1 §9.8: with `flex-basis: content`, the height of an item is not definite.
@Suite(.hangLimit) struct FlexContentBasisTests {
  @Test func percentagesInTheItemAreAutomatic() throws {
    let html = """
      <div style='display: flex; flex-direction: column'><div id=i style='flex: 1 1 content; height: 50px; min-height: 0'>
      <div style='height: 50px'></div><div id=p style='height: 100%'></div></div></div>
      """
    let found = try boxes(html)
    #expect(found["i"] == ["1: 0,0 200×50"])
    #expect(found["p"] == ["1: 0,50 200×0"])
  }
}

/// Lines of a row container at the end of a page.
@Suite(.hangLimit) struct FlexLineBreakTests {
  /// The second item of a line stayed on a page that its first item did not fit on.
  @Test func aLineMovesWithItsFirstItem() throws {
    let html = """
      <section style='display: flex; flex-wrap: wrap; width: 100px'><div style='width: 100px; height: 80px'></div>
      <div style='width: 50px; height: 80px; break-inside: avoid'></div><div id=a style='width: 50px; height: 20px'></div>
      </section>
      """
    #expect(try boxes(html)["a"] == ["2: 50,0 50×20"])
  }
}

/// Breaks that apply to the whole line of a row container.
@Suite(.hangLimit) struct FlexLinePropagationTests {
  /// Regression: only the break before the first item, or after the last one, propagated to the container
  /// (css-flexbox-1 §10).
  @Test func aForcedBreakOfAnyItemPropagatesToTheContainer() throws {
    let html = "<p>a</p><div style='display: flex'><div id=i>b</div><div id=j>c</div></div><p id=p>d</p>"
    let before = try boxes(html, css: "#j { break-before: page }")
    #expect(before["i"] == ["2: 0,0 6×12"] && before["j"] == ["2: 6,0 6×12"] && before["p"] == ["2: 0,12 200×12"])
    let after = try boxes(html, css: "#i { break-after: page }")
    #expect(after["i"] == ["1: 0,12 6×12"] && after["p"] == ["2: 0,0 200×12"])
  }

  /// Regression: the first item was taken in the order of the document (css-flexbox-1 §5.4).
  @Test func theFirstItemIsTheFirstByOrder() throws {
    let html = "<p>a</p><section><p id=b style='order: 1'>b</p><p id=c style='break-before: page'>c</p></section>"
    let boxes = try boxes(html, css: "section { display: flex; flex-direction: column }")
    #expect(boxes["c"] == ["2: 0,0 200×12"] && boxes["b"] == ["2: 0,12 200×12"])
  }

  /// The break is searched once at each level.
  @Test func breaksPropagateFromDeepItems() throws {
    let html = "<p>a</p>" + String(repeating: "<div><i></i>", count: 100) + "<p style='break-before: page'>b</p>"
    #expect(try layOut(html, css: "div { display: flex }").pages.count == 2)
  }

  /// Regression: a forced break inside an item was taken for an unforced one: no blank page preceded a right page.
  @Test(arguments: ["flex", "flex; flex-direction: column", "grid"])
  func aBreakInsideAnItemDemandsARightPage(_ display: String) throws {
    let html = "<section><div><p>a</p><p id=b>b</p></div></section>"
    let boxes = try boxes(html, css: "section { display: \(display) } #b { break-before: right }")
    #expect(boxes["b"]?.first?.hasPrefix("3: 0,0 ") == true)
  }

  @Test func aBreakInsideACellDemandsARightPage() throws {
    let html = "<table style='border-spacing: 0'><tr><td><p>a</p><p id=b>b</p></td><td>c</table>"
    #expect(try boxes(html, css: "#b { break-before: right }")["b"]?.first?.hasPrefix("3: 0,0 ") == true)
  }

  /// Regression: a line that moved to a page of another width was stretched to the height of the whole container.
  @Test func theRestOfTheHeightIsSharedByTheLinesThatAreLeft() throws {
    let html = "<section><div style='height: 100px'></div><div id=b style='min-height: 60px'></div></section>"
    let css = """
      @page :first { size: 300px 120px } section { display: flex; flex-wrap: wrap; height: 200px } div { width: 100% }
      """
    #expect(try boxes(html, css: css)["b"] == ["2: 0,0 200×80"])
  }
}
