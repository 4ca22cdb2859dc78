import TestTraits
import Testing

@testable import Layout

@Suite(.hangLimit) struct GridTests {
  /// Items `a` to `f` in a grid of 200 px.
  private func grid(_ style: String, items: Int = 4, css: String = "") throws -> [String: [String]] {
    let names = "abcdefghijkl".prefix(items).map { "<div id=\($0)></div>" }.joined()
    return try boxes("<section id=g>\(names)</section>", css: "#g { display: grid; \(style) } \(css)")
  }

  // MARK: - Tracks

  /// Regression: the padding of a subgrid without items took no space in the tracks of its parent.
  @Test func theEdgesOfAnEmptySubgridTakeSpace() throws {
    let css =
      "#p { display: inline-grid; grid-template-columns: auto auto } #s { display: grid; grid-column: 1 / 3; padding: 20px }"
    for columns in ["subgrid", "none"] {
      let html = "<div id=p><div id=s style='grid-template-columns: \(columns)'></div></div>"
      #expect(try boxes(html, css: css)["p"] == ["1: 0,0 40×40"], "\(columns)")
    }
  }

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

  // MARK: - Placement

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

  // MARK: - Alignment

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

  // MARK: - Sizes of the container

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

  @Test func percentageHeightsReferToTheGridArea() throws {
    #expect(try grid("grid: 40px / auto", items: 1, css: "#a { height: 50% }")["a"] == ["1: 0,0 200×20"])
  }

  // MARK: - Pages (one is 120 px high)

  /// Regression: the limits in percent of items that fill their area were ignored in rows of automatic height.
  @Test func percentagesOfLimitsReferToTheGridArea() throws {
    let css = "#a { max-height: 50% } #b { height: 100px } #c { max-height: 20px; min-height: 30% }"
    let boxes = try grid("grid-template-columns: 1fr 1fr 1fr", items: 3, css: css)
    #expect(boxes["a"] == ["1: 0,0 67×50"])
    #expect(boxes["c"] == ["1: 133,0 67×30"])
  }

  @Test func rowsBreakBetweenPages() throws {
    let boxes = try grid("grid-auto-rows: 50px; gap: 10px; grid-template-columns: 1fr 1fr", items: 6)
    #expect(boxes["d"] == ["1: 105,60 95×50"])
    #expect(boxes["e"] == ["2: 0,0 95×50"])
  }

  @Test func itemsSideBySideBreakInParallel() throws {
    let html =
      "<section id=g><div id=a>1<br>2<br>3<br>4<br>5<br>6<br>7<br>8<br>9<br>0<br>1<br>2</div><div id=b>x</div><div id=c>y</div></section>"
    let boxes = try boxes(html, css: "#g { display: grid; grid-template-columns: 1fr 1fr }")
    #expect(boxes["a"] == ["1: 0,0 100×120", "2: 0,0 100×24"])
    #expect(boxes["b"] == ["1: 100,0 100×120", "2: 100,0 100×24"])
    #expect(boxes["c"] == ["2: 0,24 100×12"])
  }

  @Test func aForcedBreakMovesItsWholeRow() throws {
    let boxes = try grid("grid: auto-flow 20px / 1fr 1fr", items: 4, css: "#d { break-before: page }")
    #expect(boxes["c"] == ["2: 0,0 100×20"])
    #expect(boxes["d"] == ["2: 100,0 100×20"])
  }

  @Test func aRowWithAnUnbreakableItemMoves() throws {
    let html =
      "<section id=g><div id=a>1</div><div id=b>1<br>2<br>3<br>4<br>5<br>6<br>7<br>8<br>9</div><div id=c>1</div></section>"
    let boxes = try boxes(html, css: "#g { display: grid } #b { break-inside: avoid } #a { height: 20px }")
    #expect(boxes["b"] == ["2: 0,0 200×108"])
    #expect(boxes["c"] == ["2: 0,108 200×12"])
  }

  @Test func anItemThatSpansRowsContinuesWithThem() throws {
    let boxes = try grid(
      "grid: auto-flow 60px / 1fr 1fr", items: 4, css: "#a { grid-row: span 3 } #c { break-before: page }")
    #expect(boxes["a"] == ["1: 0,0 100×120", "2: 0,0 100×120"])
    #expect(boxes["c"] == ["2: 100,0 100×60"])
  }

  @Test func aRowHigherThanThePageContinues() throws {
    let boxes = try grid("grid-auto-rows: 150px", items: 2)
    #expect(boxes["a"] == ["1: 0,0 200×120", "2: 0,0 200×30"])
    #expect(boxes["b"] == ["2: 0,30 200×90", "3: 0,0 200×60"])
  }

  // MARK: - Regressions

  /// Regression: names after the size of a row of areas were ignored.
  @Test func namesMayFollowTheSizeOfARowOfAreas() throws {
    let boxes = try grid(
      "grid-template: 'x x' 20px [middle] 'y z' 30px / 50px 50px", items: 2,
      css: "#a { grid-area: x } #b { grid-row: middle; grid-column: 2 }")
    #expect(boxes["a"] == ["1: 0,0 100×20"])
    #expect(boxes["b"] == ["1: 50,20 50×30"])
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

  /// Regression: rows that alignment places above the container were at its top.
  @Test func rowsAlignedAtTheEndOverflowAtTheStart() throws {
    let boxes = try grid("grid: 12px 12px / 20px; height: 10px; margin-top: 20px; align-content: end", items: 2)
    #expect(boxes["a"] == ["1: 0,6 20×12"])
    #expect(boxes["b"] == ["1: 0,18 20×12"])
  }

  /// Regression: an item with a ratio was empty if only its height is automatic and stretched.
  @Test func aRatioTransfersTheHeightOfTheAreaIfTheWidthDoesNotFillIt() throws {
    let places = try grid(
      "grid: 60px / 100px 100px", items: 2, css: "div { aspect-ratio: 2 } #b { justify-self: start }")
    #expect(places["a"] == ["1: 0,0 100×50"])
    #expect(places["b"] == ["1: 100,0 120×60"])
  }

  /// Regression: the tracks of the parent were sized as if the gutters of the subgrid were its own (css-grid-2 §9).
  @Test func narrowerGuttersOfASubgridLeaveSpaceToItsItems() throws {
    let html = "<section id=g><main><div id=a>a</div><div id=b>b</div></main></section>"
    let css = """
      #g { display: grid; row-gap: 10px }
      main { display: grid; grid-row: span 2; grid-template-rows: subgrid; row-gap: 2px }
      """
    let boxes = try boxes(html, css: css)
    #expect(boxes["a"] == ["1: 0,0 200×12"])
    #expect(boxes["b"] == ["1: 0,14 200×12"])
  }

  /// The height that rows of less than one fraction leave is known when they are sized again.
  @Test func fractionsBelowOneInTotalLeaveSpaceInAnAutomaticHeight() throws {
    let css = "#g { display: inline-grid; grid-template: minmax(0, .5fr) / minmax(0, .5fr) }"
    #expect(try boxes("<section id=g><div id=a>aaaa</div></section>", css: css)["a"] == ["1: 0,0 6×3"])
  }
}

@Suite(.hangLimit) struct GridItemLimitTests {
  @Test(arguments: [
    ("max-height: 30px", 30), ("min-height: 110px", 110), ("max-height: 25%", 25), ("max-height: 500px", 100),
  ])
  func anItemThatFillsItsAreaRespectsItsLimits(style: String, height: Int) throws {
    let html = "<div style='display: grid; grid-template-rows: 100px'><div id=i style='\(style)'>x</div></div>"
    #expect(try boxes(html)["i"] == ["1: 0,0 200×\(height)"])
  }

  // MARK: - Subgrids

  @Test func subgridsTakeTheTracksOfTheirParents() throws {
    let html = "<section id=g><div id=s><div id=a>aaaa</div><div id=b>b</div></div><div id=c>cc</div></section>"
    let css = """
      #g { display: grid; grid-template-columns: max-content max-content 1fr; column-gap: 10px }
      #s { display: grid; grid-column: span 2; grid-template-columns: subgrid; padding: 0 5px }
      """
    let boxes = try boxes(html, css: css)
    #expect(boxes["s"] == ["1: 0,0 50×12"])
    #expect(boxes["a"] == ["1: 5,0 24×12"])
    #expect(boxes["b"] == ["1: 39,0 6×12"])
    #expect(boxes["c"] == ["1: 60,0 140×12"])
  }

  @Test func subgridsTakeTheRowsOfTheirParents() throws {
    let card = { (id: String, text: String) in "<div class=s><div>\(text)</div><div id=\(id)>x</div></div>" }
    let css = """
      #g { display: grid; grid-template-columns: 50px 50px }
      .s { display: grid; grid-row: span 2; grid-template-rows: subgrid }
      """
    let boxes = try boxes("<section id=g>\(card("a", "aa"))\(card("b", "aaaaa aaaaa aaaaa"))</section>", css: css)
    #expect(boxes["a"] == ["1: 0,36 50×12"])
    #expect(boxes["b"] == ["1: 50,36 50×12"])
  }

  @Test func namesOfLinesAreInherited() throws {
    let html = "<section id=g><div id=s><div id=a></div><div id=b></div></div></section>"
    let css = """
      #g { display: grid; grid: 12px / 20px [x] 30px [y] 40px }
      #s { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid [] [] [z] }
      #a { grid-column: x } #b { grid-column: z; grid-row: 1 }
      """
    let boxes = try boxes(html, css: css)
    #expect(boxes["a"]?.first?.hasPrefix("1: 20,0 30×") == true)
    #expect(boxes["b"]?.first?.hasPrefix("1: 50,0 40×") == true)
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

  /// The width of an item with a ratio follows from the height of its row, which is known after the columns are sized.
  @Test func columnsAreSizedAgainForItemsWithARatio() throws {
    let html = "<div id=g><div id=a></div><div style='height: 40px'></div></div>"
    let css =
      "#g { display: grid; grid: auto / auto auto; justify-content: start } #a { height: 100%; aspect-ratio: 2 }"
    #expect(try boxes(html, css: css)["a"] == ["1: 0,0 80×40"])
  }
}

/// Items that are aligned in rows higher than a page.
@Suite(.hangLimit) struct GridRowBreakTests {
  private func place(_ css: String) throws -> [String]? {
    let html = "<section style='display: grid'><div style='grid-area: 1/1; height: 300px'></div>"
    return try boxes(html + "<div id=a style='grid-area: 1/1; \(css)'>x</div></section>")["a"]
  }

  /// Items below the end of the page were lost.
  @Test func anItemIsOnTheLaterPageItIsAlignedTo() throws {
    #expect(try place("align-self: end") == ["3: 0,48 200×12"])
    #expect(try place("align-self: center") == ["2: 0,24 200×12"])
    #expect(try place("align-self: start") == ["1: 0,0 200×12"])
  }

  /// Regression: in columns of no height, which are tried first to balance them, an empty item waited for a later one
  /// without end.
  @Test func anEmptyItemIsPlacedInBalancedColumns() throws {
    for inner in ["<div id=a></div>", "<div></div><div id=a style='align-self: end'></div>"] {
      let html = "<section style='columns: 2; column-gap: 0'><div style='display: grid'>\(inner)</div></section>"
      let places = try boxes(html)["a"] ?? []
      #expect(places.count == 1 && places[0].hasPrefix("1: "), "\(places)")
    }
  }

  /// Regression: on pages, the item was as high as its content.
  @Test(arguments: ["height: 10px", "height: 10px; align-self: end", "height: 50%; margin-bottom: 2px"])
  func anItemLowerThanItsContentKeepsItsHeight(style: String) throws {
    let html = "<div style='display: grid'><div id=a style='\(style)'>x<br>y</div></div>"
    let height = try boxes(html)["a"]?.first?.split(separator: "×").last
    #expect(height == (style.contains("%") ? "13" : "10"))
  }
}
