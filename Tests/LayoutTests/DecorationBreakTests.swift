import TestTraits
import Testing

/// `box-decoration-break` (css-break-3 §5.4).
@Suite(.hangLimit) struct DecorationBreakTests {
  private let css = "span { border: solid; border-width: 0 2px; padding: 0 3px; margin: 0 1px; background: #eee }"

  /// css-break-3 §4.1: a break is allowed between siblings, not in padding or border.
  @Test func aBoxIsNotBrokenInItsBottomPadding() throws {
    let html =
      "<p style='height: 60px'></p><div id=d style='padding-bottom: 30px'><p id=a>a</p><p id=b>b</p><p id=c>c</p></div>"
    let found = try boxes(html)
    #expect(found["d"] == ["1: 0,60 200×60", "2: 0,0 200×42"])
    #expect(found["c"] == ["2: 0,0 200×12"])
    // Without a break inside, the box moves.
    let single = "<p style='height: 90px'></p><div id=d style='padding-bottom: 30px'>a</div>"
    #expect(try boxes(single)["d"] == ["2: 0,0 200×42"])
  }

  @Test func aBoxIsNotBrokenBeforeTheMarginOfItsFirstChild() throws {
    let html =
      "<p style='height: 100px'></p><div id=d style='padding-top: 10px'><p style='margin-top: 20px'>a</p></div>"
    #expect(try boxes(html)["d"] == ["2: 0,0 200×42"])
  }

  @Test func slicedLinesHaveEdgesAtTheirEnds() throws {
    let html = "<p style='width: 60px'><span id=s>aaaaa bbbbb ccccc</span></p>"
    #expect(try lines(html, css: css) == [["6,0 30 aaaaa", "0,12 30 bbbbb", "0,24 30 ccccc"]])
    #expect(try boxes(html, css: css)["s"] == ["1: 1,0 35×11", "1: 0,12 30×11", "1: 0,24 35×11"])
  }

  @Test func clonedLinesHaveEdgesOnBothSides() throws {
    let html =
      "<p style='width: 60px; --x: 0'><span id=s style='box-decoration-break: clone'>aaaaa bbbbb ccccc</span></p>"
    #expect(try lines(html, css: css) == [["6,0 30 aaaaa", "6,12 30 bbbbb", "6,24 30 ccccc"]])
    #expect(try boxes(html, css: css)["s"] == ["1: 1,0 40×11", "1: 1,12 40×11", "1: 1,24 40×11"])
  }

  @Test func linesReserveSpaceForClonedEdges() throws {
    // Two words of 30 px with a space take 66 px, the edges 12: 72 px are too little.
    let html = "<p style='width: 72px'><span style='box-decoration-break: clone'>aaaaa bbbbb ccccc</span></p>"
    #expect(try lines(html, css: css)[0].count == 3)
    let wide = "<p style='width: 79px'><span style='box-decoration-break: clone'>aaaaa bbbbb ccccc</span></p>"
    #expect(try lines(wide, css: css) == [["6,0 66 aaaaa bbbbb", "6,12 30 ccccc"]])
  }

  @Test func nestedClonedBoxesNestOnEachLine() throws {
    let html = """
      <p style='width: 60px'><span id=a style='box-decoration-break: clone'>aa <span id=b style='box-decoration-break: clone'>bbbb cccc</span>
      </span></p>
      """
    let boxes = try boxes(html, css: css)
    #expect(boxes["a"] == ["1: 1,0 22×11", "1: 1,12 46×11", "1: 1,24 46×11"])
    #expect(boxes["b"] == ["1: 7,12 34×11", "1: 7,24 34×11"])
  }

  @Test func minContentWidthsIncludeClonedEdges() throws {
    let html =
      "<p id=p style='width: min-content'><span style='box-decoration-break: clone'>aaaaa bbbbb ccccc</span></p>"
    #expect(try boxes(html, css: css)["p"] == ["1: 0,0 42×36"])
  }

  @Test func clonedBlocksRepeatTheirEdgesOnEachPage() throws {
    let html =
      "<div id=d style='border: 2px solid; padding: 4px; box-decoration-break: clone'>"
      + (1...12).map { "l\($0)" }.joined(separator: "<br>") + "</div>"
    #expect(try boxes(html)["d"] == ["1: 0,0 200×120", "2: 0,0 200×48"])
    let set = try lines(html)
    #expect(set[0].first == "6,6 12 l1" && set[0].count == 9)
    #expect(set[1].first == "6,6 18 l10")
  }

  @Test func slicedBlocksDoNotRepeatTheirEdges() throws {
    let html =
      "<div id=d style='border: 2px solid; padding: 4px'>" + (1...12).map { "l\($0)" }.joined(separator: "<br>")
      + "</div>"
    #expect(try boxes(html)["d"] == ["1: 0,0 200×120", "2: 0,0 200×42"])
    #expect(try lines(html)[1].first == "6,0 18 l10")
  }
}

@Suite(.hangLimit) struct HeightLimitOverPagesTests {
  @Test func aBoxAtItsMaxHeightEndsAlthoughItsContentContinues() throws {
    let html = "<div id=d style='max-height: 30px'><div style='height: 300px'></div></div><p>after</p>"
    #expect(try boxes(html)["d"]?.first == "1: 0,0 200×30")
    #expect(try lines(html)[0] == ["0,30 30 after"])
  }

  /// Regression: parts of a box with a definite height had no border at the break.
  @Test func clonedPartsOfADefiniteHeightHaveAllEdges() throws {
    let css = "#a { box-decoration-break: clone; border: 4px solid; padding: 6px; height: 130px }"
    // The first part shows 100 px of the height between its edges.
    #expect(try boxes("<div id=a></div>", css: css)["a"] == ["1: 0,0 200×120", "2: 0,0 200×50"])
    let html = "<div id=a><p id=b style='height: 104px'></p><p id=c style='height: 10px'></p></div>"
    let found = try boxes(html, css: css)
    #expect(found["a"] == ["1: 0,0 200×120", "2: 0,0 200×50"])
    #expect(found["b"] == ["1: 10,10 180×100", "2: 10,10 180×4"])
    #expect(found["c"] == ["2: 10,14 180×10"])
  }
}
