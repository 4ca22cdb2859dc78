import TestTraits
import Testing

/// Grid containers that continue on a page of another width.
@Suite(.hangLimit) struct GridPageWidthTests {
  private func items(_ count: Int, _ content: String = "") -> String {
    "<section>" + (0..<count).map { "<div id=i\($0)>\(content)</div>" }.joined() + "</section>"
  }

  /// Regression: the rows of the second page were on top of each other, since their places were those of the first
  /// page's rows.
  @Test func rowsFollowOneAnotherOnAWiderPage() throws {
    let css = "@page :first { size: 60px 120px } section { display: grid; grid-template-columns: 1fr 1fr }"
    let boxes = try boxes(items(14, "aaaa bbbb"), css: css)
    #expect(boxes["i9"] == ["1: 30,96 30×24"])
    #expect(boxes["i10"] == ["2: 0,0 100×12"])
    #expect(boxes["i12"] == ["2: 0,12 100×12"])
  }

  /// Regression: percentages referred to the width of the first page.
  @Test func percentagesReferToTheWidthOfEachPage() throws {
    let css = """
      @page :first { size: 300px 120px } div { height: 60px }
      section { display: grid; grid-template-columns: 50% 25%; column-gap: 10% }
      """
    let boxes = try boxes(items(6), css: css)
    #expect(boxes["i1"] == ["1: 180,0 75×60"])
    #expect(boxes["i4"] == ["2: 0,0 100×60"])
    #expect(boxes["i5"] == ["2: 120,0 50×60"])
  }

  /// Regression: lanes that continued on a page of another width ended the process.
  @Test(arguments: ["grid-template-columns: 1fr 1fr", "grid-template-columns: repeat(2, 50%)"])
  func theRestOfTheItemsIsPlacedInOtherLanes(_ template: String) throws {
    let css = """
      @page :first { size: 300px 120px } div { height: 50px; break-inside: avoid }
      section { display: grid-lanes; \(template) }
      """
    let boxes = try boxes(items(7), css: css)
    #expect(boxes["i3"] == ["1: 150,50 150×50"])
    #expect(boxes["i4"] == ["2: 0,0 100×50"])
    #expect(boxes["i5"] == ["2: 100,0 100×50"])
    #expect(boxes["i6"] == ["2: 0,50 100×50"])
  }

  @Test func lanesArePlacedAgainOnEachPageOfAnotherWidth() throws {
    let css = """
      @page :first { size: 300px 120px } @page :nth(2) { size: 240px 120px } div { height: 50px; break-inside: avoid }
      section { display: grid-lanes; grid-template-columns: 1fr 1fr }
      """
    let boxes = try boxes(items(10), css: css)
    #expect(boxes["i3"] == ["1: 150,50 150×50"])
    #expect(boxes["i4"] == ["2: 0,0 120×50"] && boxes["i7"] == ["2: 120,50 120×50"])
    #expect(boxes["i8"] == ["3: 0,0 100×50"] && boxes["i9"] == ["3: 100,0 100×50"])
  }
}
