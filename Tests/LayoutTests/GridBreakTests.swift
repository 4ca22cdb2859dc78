import TestTraits
import Testing

/// Items of grid containers at the ends of pages.
@Suite(.hangLimit) struct GridBreakTests {
  private func text(_ count: Int) -> String { [String](repeating: "a", count: count).joined(separator: "<br>") }

  /// Regression: the area was forgotten if the container continued on the next page.
  @Test func positionedChildrenKeepTheirAreaInABrokenContainer() throws {
    let html = """
      <section style='display: grid; position: relative; grid: 60px 60px 60px / 1fr 1fr'>
      <i id=a style='position: absolute; grid-area: 1 / 2 / 2 / 3; inset: 10px'></i>
      <i id=b style='position: absolute; grid-area: 2 / 2 / auto / 3; inset: 10px'></i></section>
      """
    #expect(
      try boxes(html) == ["a": ["1: 110,10 80×40"], "b": ["1: 110,70 80×50", "2: 110,0 80×50"]])
  }

  /// Regression: only items in one row made it grow, so that what followed an item in two was on top of its end.
  @Test func rowsBelowAnItemInTwoRowsFollowItsEnd() throws {
    let html = """
      <section style='display: grid'><div style='grid-row: span 2; padding-top: 5px'>\(text(12))</div><p>z</section>
      """
    #expect(try lines(html).last == ["0,0 6 a", "0,12 6 a", "0,24 6 a", "0,36 6 z"])
  }

  /// Regression: what did not fit was laid out at the end of the page as if it were at its start, and cut.
  @Test func anAlignedItemThatDoesNotFitIsOnTheNextPage() throws {
    let html = """
      <section style='display: grid; grid-template-columns: 1fr 1fr'><p style='align-self: center'>z</p>
      <div>\(text(20))</div></section>
      """
    let found = try lines(html).map { $0.filter { $0.hasSuffix("z") } }
    #expect(found == [[], ["0,0 6 z"]])
  }

  /// Regression: on each page, percentages referred to the height that the item had reached there. A box with
  /// `height: 100%` below text never ended, and the document had endless pages.
  @Test func percentagesInAnItemReferToItsHeightBeforeItsRowsGrow() throws {
    let html = """
      <section style='display: grid'><div>\(text(12))<div id=a style='height: 100%'></div></div><p>z</section>
      """
    #expect(try boxes(html)["a"] == ["2: 0,24 200×96", "3: 0,0 200×48"])
    #expect(try lines(html).last == ["0,48 6 z"])
  }

  /// Regression: the same for an item that starts on the page after that of its row, because of its margin.
  @Test func percentagesInAnItemBelowItsPageReferToItsHeightBeforeItsRowsGrow() throws {
    let html = """
      <section style='display: grid; padding-top: 10px'><div style='margin-top: 110px; padding-top: 20px'>\(text(12))
      <div id=a style='height: 100%'>in</div></div><p>z</section>
      """
    #expect(try boxes(html)["a"] == ["3: 0,48 200×72", "4: 0,0 200×84"])
    #expect(try lines(html).last == ["0,84 6 z"])
  }

  /// Regression: an item was as high as its content if a percentage made the content higher than its row, without a
  /// break in it.
  @Test func contentThatPercentagesMakeHigherOverflowsAnItem() throws {
    let html = "<section style='display: grid'><div id=a><p style='height: 50%'></p>x</div></section>"
    #expect(try boxes(html)["a"] == ["1: 0,0 200×12"])
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

  /// Regression: the space above the item, which columns without height do not have, was on each of 20,000 columns.
  @Test func alignedItemsInColumnsBelowTheEndOfTheirContainer() throws {
    let html = """
      <div style='columns: 2; height: 60px; column-gap: 0'><div style='display: grid; grid-template-columns: 1fr 1fr'>
      <p>x</p><p>x</p><div style='break-before: page; align-self: end'></div><p id=a>a</p></div></div>
      """
    #expect(try boxes(html)["a"] == ["2: 50,0 50×12"])
  }

  /// Regression: the rest of an item was lost if nothing of it fits in the next column.
  @Test func anItemWaitsForAColumnInWhichItFits() throws {
    let text = (1...12).map { "l\($0)" }.joined(separator: "<br>")
    let html = """
      <div style='columns: 2; column-gap: 0'><div style='column-span: all; height: 116px'></div>
      <div style='display: grid; grid-template-rows: 96px'><div style='align-self: center'>\(text)</div></div></div>
      """
    let found = try lines(html).flatMap { $0 }
    #expect(found.count == 12, "\(found)")
  }
}
