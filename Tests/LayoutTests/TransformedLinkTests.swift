import Layout
import TestTraits
import Testing

/// Links in boxes that are painted transformed (css-transforms-1 §3) have the areas that readers see.
@Suite(.hangLimit) struct TransformedLinkTests {
  private func areas(_ html: String, css: String = "") throws -> [String] {
    try layOut("<!DOCTYPE html>" + html, css: css).pages[0].links.map { link in
      let frame = link.frame
      return "\(whole(frame.x)),\(whole(frame.y)) \(whole(frame.width))×\(whole(frame.height))"
    }
  }

  private static let link = "<a href='#x'>abcd</a>"
  /// The area of the link at twice its size, without what is above the sheet.
  private static let doubled = "0,0 48×22"

  /// Regression: the area was where the link is without the transform.
  @Test func theAreaIsTransformed() throws {
    func area(_ css: String) throws -> [String] {
      try areas("<div style='width: 100px; height: 40px; transform-origin: 0 0; \(css)'>\(Self.link)</div>")
    }
    #expect(try area("") == ["0,0 24×11"])
    #expect(try area("transform: translate(10px, 50%)") == ["10,20 24×11"])
    let scaled = try area("transform: scale(2)")
    #expect(scaled == [Self.doubled], "\(scaled)")
    #expect(try area("transform: translateX(50px) rotate(90deg)") == ["39,0 11×24"])
    #expect(try area("transform: translateX(9px)") == area("translate: 9px"))
  }

  @Test(arguments: [
    "scale(0)", "translate(900px)", "translate(1e300px)", "scale(1e300)", "rotate(1e300deg) skew(90deg)",
  ])
  func areasBesideTheSheetAreLeftOut(transform: String) throws {
    let found = try layOut("<!DOCTYPE html><div style='transform: \(transform)'>\(Self.link)</div>").pages[0].links
    #expect(found.allSatisfy { $0.frame.x >= 0 && $0.frame.maxX <= 200 && $0.frame.maxY <= 120 })
  }

  @Test func transformsAreCombined() throws {
    let inner = "<div style='transform: translate(5px, 5px)'>\(Self.link)</div>"
    let found = try areas("<div style='transform: scale(2); transform-origin: 0 0; width: 50px'>\(inner)</div>")
    #expect(found == ["10,9 48×23"])
  }

  @Test func boxesAndImagesThatAreLinksHaveTheirOwnTransforms() throws {
    let block = "<a href='#x' style='display: block; width: 20px; height: 10px; transform: translate(30px)'></a>"
    #expect(try areas(block) == ["30,0 20×10"])
    let image =
      "<a href='#x'><svg style='display: block; transform: translate(30px)' width=20 height=10></svg></a>"
    #expect(try areas(image).contains("30,0 20×10"))
  }

  @Test func positionedBoxesInTransformedOnesAreTransformed() throws {
    let positioned = "<a href='#x' style='position: absolute; left: 10px; top: 4px'>ab</a>"
    #expect(
      try areas("<div style='transform: translate(20px, 10px); height: 40px'>\(positioned)</div>") == ["30,14 12×12"])
  }

  /// Vertical text is painted turned.
  @Test func linksInVerticalTextAreTurned() throws {
    let box = "<div style='writing-mode: vertical-rl; width: 12px'>\(Self.link)</div>"
    let area = try areas(box)
    #expect(area.count == 1 && area[0].hasSuffix("11×24"), "\(area)")
    let page = try areas("<p>\(Self.link)</p>", css: "html { writing-mode: vertical-rl }")
    #expect(page.count == 1 && page[0].hasPrefix("18") && page[0].hasSuffix("11×24"), "\(page)")
  }

  /// The contents of `foreignObject` have the coordinates of the drawing.
  @Test func linksInDrawingsAreWhereTheDrawingShowsThem() throws {
    let drawing = """
      <svg style='display: block' width=100 height=100 viewBox='0 0 50 50'><g transform='translate(5 10)'>
      <foreignObject width=40 height=40><p>\(Self.link)</foreignObject></g></svg>
      """
    let found = try areas(drawing)
    #expect(found == ["10,19 48×23"])
  }

  /// css-transforms-1 §6.
  @Test func transformsMayReferToTheContentBox() throws {
    func area(_ css: String) throws -> [String] {
      try areas(
        "<div style='width: 40px; height: 12px; padding: 0 20px 10px; \(css)'><a href='#x' style='display: block'>a</a></div>"
      )
    }
    #expect(try area("transform: translate(50%)") == ["60,0 40×12"])
    #expect(try area("transform: translate(50%); transform-box: content-box") == ["40,0 40×12"])
    #expect(try area("transform: translate(50%); transform-box: fill-box") == ["40,0 40×12"])
    #expect(try area("transform: translate(50%); transform-box: stroke-box") == ["60,0 40×12"])
    #expect(try area("transform: scale(2); transform-origin: 0 0; transform-box: content-box") == ["20,0 80×24"])
  }
}
