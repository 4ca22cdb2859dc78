import TestTraits
import Testing

/// Absolutely positioned boxes whose containing block is in columns (css-multicol-1 §8.2, css-break-3 §5).
@Suite(.hangLimit) struct PositionedColumnTests {
  /// The boxes of an absolutely positioned element in a relative one of 150px, in columns of 100px by 100px.
  private func box(_ style: String, before: String = "", height: Int = 100) throws -> [String]? {
    try boxes(
      """
      <div style='columns: 2; column-gap: 0; column-fill: auto; height: \(height)px; width: 200px'>\(before)
      <div style='position: relative; height: 150px'>
      <div id=a style='position: absolute; width: 50px; \(style)'></div></div></div>
      """)["a"]
  }

  /// Regression: the offset was relative to the first column, below its end.
  @Test func anOffsetReachesIntoTheNextColumn() throws {
    #expect(try box("top: 120px; height: 20px") == ["1: 100,20 50×20"])
    #expect(try box("top: 250px; height: 20px") == ["1: 200,50 50×20"])
    #expect(try box("top: 10px; height: 20px") == ["1: 0,10 50×20"])
    #expect(try box("top: -10px; height: 20px") == ["1: 0,-10 50×20"])
  }

  @Test func aBoxBreaksBetweenColumns() throws {
    #expect(try box("top: 20px; height: 100px") == ["1: 0,20 50×80", "1: 100,0 50×20"])
    #expect(try box("bottom: 10px; height: 70px") == ["1: 0,70 50×30", "1: 100,0 50×40"])
    #expect(try box("top: 90px; height: 120px") == ["1: 0,90 50×10", "1: 100,0 50×100", "1: 200,0 50×10"])
  }

  @Test func aBoxBetweenInsetsSpansTheColumnsOfItsContainingBlock() throws {
    #expect(try box("top: 0; bottom: 0") == ["1: 0,0 50×100", "1: 100,0 50×50"])
    #expect(
      try box("top: 10px; bottom: 20px", before: "<p style='height: 30px'></p>")
        == ["1: 0,40 50×60", "1: 100,0 50×60"])
  }

  /// Pages are 120px high.
  @Test func aBoxContinuesInTheColumnsOfTheNextPage() throws {
    let space = "<p style='height: 200px'></p>"
    #expect(
      try box("top: 0; height: 60px", before: space, height: 400) == ["1: 100,80 50×40", "2: 0,0 50×20"])
    #expect(
      try box("top: 0; bottom: 0", before: space, height: 400) == ["1: 100,80 50×40", "2: 0,0 50×110"])
  }

  @Test func aBoxBetweenInsetsSpansThePagesOfItsContainingBlock() throws {
    let html = """
      <div style='position: relative; height: 200px'>
      <div id=a style='position: absolute; top: 0; bottom: 0; width: 20px'></div></div>
      """
    #expect(try boxes(html)["a"] == ["1: 0,0 20×120", "2: 0,0 20×80"])
  }

  /// A containing block around the columns does not break.
  @Test func aContainingBlockAroundColumnsIsNotInAColumn() throws {
    let html = """
      <div style='columns: 2; column-gap: 0; position: relative; height: 100px'><p style='height: 150px'></p>
      <div id=a style='position: absolute; inset: 0 auto 0 0; width: 20px'></div></div>
      """
    #expect(try boxes(html)["a"] == ["1: 0,0 20×100"])
  }

  @Test func boxesFarBesideTheColumnsAreLeftOut() throws {
    #expect(try box("top: 1e9px; height: 20px") == nil)
    #expect(try box("top: 0; height: 1e6px")?.count == 1002)
  }

  /// Regression: the part below the page was lost.
  @Test func aBoxInColumnsWithoutHeightBreaksBetweenPages() throws {
    let html = """
      <div style='columns: 2; column-gap: 0'><div style='position: relative'>
      <div id=a style='position: absolute; width: 50px; height: 150px'></div></div></div>
      """
    #expect(try boxes(html)["a"] == ["1: 0,0 50×120", "2: 0,0 50×30"])
  }

  /// Regression: a line was cut into slices, one for each of the columns that are lower than it.
  @Test func aLineIsNotCutByLowColumns() throws {
    let html = """
      <div style='columns: 2; column-gap: 0'><div style='position: relative'>
      <div id=a style='position: absolute'>a</div></div><div style='height: 6px'></div></div>
      """
    #expect(try lines(html) == [["0,0 6 a"]])
    #expect(try boxes(html)["a"] == ["1: 0,0 6×12"])
  }

  /// Regression: in a row of columns that is lower than a line, the line was sliced, and its text was there twice.
  @Test(arguments: ["", "<p style='height: 7px'></p>"]) func noLineIsSlicedBetweenColumns(_ between: String) throws {
    let spanner = "<h2 style='column-span: all; margin: 20px 0'></h2>"
    let html = """
      <div style='columns: 2; column-gap: 0'>A\(spanner)<div>\(between)\(spanner)<div style='position: relative'>B
      <div style='position: absolute; bottom: 0'>C1<br>C2</div></div></div></div>
      """
    let words = try lines(html).joined().compactMap { $0.split(separator: " ").last.map(String.init) }
    #expect(words.sorted() == ["A", "B", "C1", "C2"])
  }

  /// Regression: the margin of a spanner made the column before it as high as its half.
  @Test func theMarginOfASpannerIsNotInTheColumnBeforeIt() throws {
    let spanner = "<div style='column-span: all; margin: 20px 0'></div>"
    let html = "<div style='columns: 2'><p>A</p>\(spanner)<div>\(spanner)<p id=b>B</p></div></div>"
    #expect(try boxes(html)["b"]?.first?.hasPrefix("1: 0,92 ") == true)
  }

  /// Regression: a box around the columns that is positioned and clips its content hid the first part.
  @Test func aClippingBoxAroundTheColumnsDoesNotPreventBreaks() throws {
    func found(_ outer: String, _ inner: String) throws -> [String]? {
      try boxes(
        """
        <div style='position: relative; \(outer)'>
        <div style='columns: 2; column-gap: 0; column-fill: auto; height: 100px; width: 200px'>
        <div style='position: relative; \(inner)'>
        <div id=a style='position: absolute; width: 50px; top: 50px; height: 90px'></div></div></div></div>
        """)["a"]
    }
    let broken = ["1: 0,50 50×50", "1: 100,0 50×40"]
    #expect(try found("overflow: hidden", "height: 150px") == broken)
    #expect(try found("overflow: hidden", "height: 90px") == broken)
    #expect(try found("", "height: 90px; overflow: hidden") == ["1: 0,50 50×90"])
  }
}
