import Markup
import Style
import TestTraits
import Testing

@testable import Layout
@testable import Paint

/// `filter` elements of the document applied to boxes (filter-effects-1 §5).
@Suite(.hangLimit) struct BoxFilterTests {
  /// A page of 8 by 2 px with a green box of 2 by 2 px at (2, 0).
  private func grid(_ primitives: String, _ attributes: String = "x='0' y='0' width='1' height='1'", id: String = "f")
    throws -> String
  {
    let document = try Document.parse(html: "<svg><filter id='f' \(attributes)>\(primitives)</filter></svg>")
    let element = try #require(document.element(id: "f"))
    var scene = Scene(width: 8, height: 2)
    scene.images.add(
      SVGFilterElement(
        document: document, element: element, definitions: [], declarations: [:], images: [:],
        viewport: Size(width: 8, height: 2)), address: "#f", at: .init())
    let style = scene.style {
      $0.paint.backgroundColor = .green
      $0.paint.filters = [.element("#" + id)]
    }
    scene.add(Rect(2, 0, 2, 2), style)
    return try scene.grid()
  }

  @Test func theRegionIsThatOfTheBorderBox() throws {
    let flood = "<feFlood flood-color='red'/>"
    #expect(try grid(flood) == "__RR____\n__RR____")
    #expect(try grid(flood, "x='-.5' y='0' width='2' height='1'") == "_RRRR___\n_RRRR___")
    #expect(try grid(flood, "filterUnits='userSpaceOnUse' x='1' y='0' width='3' height='1'") == "___RRR__\n________")
  }

  @Test func theBoxIsTheInput() throws {
    #expect(try grid("<feOffset dx='1'/>", "x='-1' y='0' width='4' height='1'") == "___GG___\n___GG___")
    let below =
      "<feOffset dx='2' result='a'/><feMerge><feMergeNode in='a'/><feMergeNode in='SourceGraphic'/></feMerge>"
    #expect(try grid(below, "x='-1' y='0' width='4' height='1'") == "__GGGG__\n__GGGG__")
  }

  /// Without it, the box is drawn as it is.
  @Test func aFilterThatDoesNotExistHasNoEffect() throws {
    #expect(try grid("<feFlood/>", id: "x") == "__GG____\n__GG____")
  }
}
