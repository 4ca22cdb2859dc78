import TestTraits
import Testing

/// The rendered legend of a fieldset (HTML 15.3.13).
@Suite(.hangLimit) struct LegendTests {
  private let css = """
    fieldset { margin: 0; border: 4px solid; padding: 5px 6px; min-inline-size: 0 }
    legend { padding: 0 3px }
    """

  @Test func aLegendOverlapsTheBorderAndContentStartsBelowIt() throws {
    let html = "<fieldset id=f><legend id=l>Name</legend><p id=p>text</p></fieldset>"
    let boxes = try boxes(html, css: css)
    // The legend takes 12 px instead of the 4 px of the border.
    #expect(boxes["f"] == ["1: 0,0 200×38"])
    #expect(boxes["l"] == ["1: 10,0 30×12"])
    #expect(boxes["p"] == ["1: 10,17 180×12"])
  }

  @Test func aLegendLowerThanTheBorderIsCenteredInIt() throws {
    let html = "<fieldset id=f style='border-top-width: 20px'><legend id=l>Name</legend><p id=p>text</p></fieldset>"
    let boxes = try boxes(html, css: css)
    #expect(boxes["l"] == ["1: 10,4 30×12"])
    #expect(boxes["p"] == ["1: 10,25 180×12"])
  }

  @Test func onlyTheFirstLegendInFlowIsRendered() throws {
    let html = """
      <fieldset><legend id=a style='float: right'>A</legend><legend id=b>B</legend><legend id=c>C</legend></fieldset>
      """
    let boxes = try boxes(html, css: css)
    #expect(boxes["b"] == ["1: 10,0 12×12"])
    #expect(boxes["c"]?.first?.hasPrefix("1: 10,17 ") == true)
  }

  @Test func aLegendMayBeAnywhereInTheContent() throws {
    let html = "<fieldset><p id=p>text</p><div><legend id=d>no</legend></div><legend id=l>Name</legend></fieldset>"
    let boxes = try boxes(html, css: css)
    #expect(boxes["l"] == ["1: 10,0 30×12"])
    #expect(boxes["p"] == ["1: 10,17 180×12"])
    #expect(boxes["d"] == ["1: 10,29 180×12"])
  }

  /// Regression: the text of such a legend was lost.
  @Test(arguments: ["inline", "inline-block", "flex"]) func aLegendIsABlockWhateverItsDisplay(display: String) throws {
    let boxes = try boxes("<fieldset><legend id=l style='display: \(display)'>Name</legend></fieldset>", css: css)
    #expect(boxes["l"] == ["1: 10,0 30×12"])
  }

  @Test(arguments: [("center", 85), ("right", 160), ("left", 10)])
  func legendsAreAligned(align: String, x: Int) throws {
    let html = "<fieldset><legend id=l align=\(align)>Name</legend>text</fieldset>"
    #expect(try boxes(html, css: css)["l"] == ["1: \(x),0 30×12"])
  }

  /// Browsers align the legend itself by `text-align`.
  @Test(arguments: [
    ("text-align: center", 85), ("text-align: right", 160), ("text-align: end", 160), ("text-align: justify", 10),
    ("text-align: center; justify-self: start", 10),
  ])
  func legendsAreAlignedByTheirText(style: String, x: Int) throws {
    let html = "<fieldset><legend id=l style='\(style)'>Name</legend>text</fieldset>"
    #expect(try boxes(html, css: css)["l"] == ["1: \(x),0 30×12"])
  }

  @Test func autoMarginsCenterALegend() throws {
    let html = "<fieldset><legend id=l style='margin: 0 auto'>Name</legend>text</fieldset>"
    #expect(try boxes(html, css: css)["l"] == ["1: 85,0 30×12"])
  }

  @Test func heightIncludesTheLegendBeyondTheBorder() throws {
    let html = "<fieldset id=f style='height: 40px'><legend>Name</legend></fieldset>"
    // 40 px, less 8 px of the legend beyond the border of 4 px. The edges are as high as without a legend.
    #expect(try boxes(html, css: css)["f"] == ["1: 0,0 200×58"])
    let border = "<fieldset id=f style='height: 40px; box-sizing: border-box'><legend>Name</legend></fieldset>"
    #expect(try boxes(border, css: css)["f"] == ["1: 0,0 200×40"])
  }

  @Test func aFieldsetIsAsWideAsItsLegendNeeds() throws {
    let html = "<fieldset id=f style='float: left'><legend>A long name</legend>x</fieldset>"
    #expect(try boxes(html, css: css)["f"]?.first?.hasPrefix("1: 0,0 92×") == true)
  }

  @Test func theLegendAppearsOnTheFirstPageOnly() throws {
    let html = "<fieldset id=f><legend id=l>Name</legend>" + String(repeating: "<p>text</p>", count: 12) + "</fieldset>"
    let boxes = try boxes(html, css: css)
    #expect(boxes["l"] == ["1: 10,0 30×12"])
    // Eight lines below 17 px; the other four at the top of the next page, without a border.
    #expect(boxes["f"] == ["1: 0,0 200×120", "2: 0,0 200×57"])
  }
}
