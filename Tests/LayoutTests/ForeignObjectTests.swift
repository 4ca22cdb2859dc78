import Layout
import Markup
import Resources
import Style
import TestTraits
import Testing

/// The contents of `foreignObject` elements of inline SVG (SVG 2 §12.4).
@Suite(.hangLimit) struct ForeignObjectTests {
  /// The areas of the elements before their transforms, in px, and the transforms.
  private func placements(_ content: String, svg: String = "width=100 height=50") throws -> [String] {
    let html = "<!DOCTYPE html><svg \(svg) style='display:block'>\(content)</svg>"
    let (source, document) = (try Document.parse(html: html), try layOut(html))
    return document.pages[0].fragments.compactMap { fragment in
      guard !fragment.node.isNone, source.name(fragment.node) == "foreignObject", case .box = fragment.content,
        case .matrix(let a, let b, let c, let d, let e, let f)? =
          document.styles[Int(fragment.style.index)].paint.transforms.first
      else { return nil }
      let matrix = [a, b, c, d, e, f].map { "\(whole($0))" }.joined(separator: " ")
      return "\(whole(fragment.frame.width))×\(whole(fragment.frame.height)) \(matrix)"
    }
  }

  @Test func contentIsALaidOutBlock() throws {
    let html = "<!DOCTYPE html><svg width=100 height=50><foreignObject width=36 height=30><p>one two three"
    let found = try lines(html)
    #expect(found == [["0,0 18 one", "0,12 18 two", "0,24 30 three"]])
  }

  @Test func contentIsPlacedByViewBoxAndTransforms() throws {
    let object = "<g transform='translate(10)'><foreignObject x=5 y=4 width=30 height=12></foreignObject></g>"
    #expect(try placements(object) == ["30×12 1 0 0 1 15 4"])
    #expect(try placements(object, svg: "width=100 height=50 viewBox='0 0 50 25'") == ["30×12 2 0 0 2 30 8"])
    #expect(try placements(object, svg: "width=100 height=50 viewBox='0 0 50 50'") == ["30×12 1 0 0 1 40 4"])
    #expect(
      try placements("<g transform='rotate(90)'><foreignObject x=5 width=30 height=12></foreignObject></g>")
        == ["30×12 0 1 -1 0 0 5"])
    #expect(
      try placements(
        "<svg x=20 y=10 width=40 height=20 viewBox='0 0 10 5'><foreignObject x=1 width='50%' height=5></svg>")
        == ["5×5 4 0 0 4 24 10"])
  }

  @Test func percentagesReferToTheViewBoxOrTheBox() throws {
    let object = "<foreignObject width='100%' height='50%'></foreignObject>"
    #expect(try placements(object) == ["100×25 1 0 0 1 0 0"])
    #expect(try placements(object, svg: "width=100 height=50 viewBox='0 0 50 25'") == ["50×13 2 0 0 2 0 0"])
  }

  @Test func contentThatIsNotShownHasNoBox() throws {
    let object = "<foreignObject width=30 height=12>text</foreignObject>"
    #expect(try placements("<defs>\(object)</defs><symbol>\(object)</symbol>") == [])
    #expect(try placements("<g style='display:none'>\(object)</g>") == [])
    #expect(try placements("<foreignObject width=30>text</foreignObject>") == [])
    #expect(try placements("<g transform='scale(0)'>\(object)</g><g transform='none of these'>\(object)</g>") == [])
  }

  @Test func onlyTheFirstChildOfASwitchIsShown() throws {
    let object = "<foreignObject width=30 height=12>text</foreignObject>"
    #expect(try placements("<switch>\(object)<text y=10>other</text></switch>").count == 1)
    #expect(try placements("<switch><text y=10>other</text>\(object)</switch>").isEmpty)
  }

  @Test func contentOfADrawingInContentIsShownOnce() throws {
    let inner = "<svg width=30 height=12><foreignObject width=30 height=12>in</foreignObject></svg>"
    let html =
      "<!DOCTYPE html><svg width=100 height=50><foreignObject width=90 height=40>\(inner)</foreignObject></svg>"
    #expect(try lines(html) == [["0,0 12 in"]])
  }
}
