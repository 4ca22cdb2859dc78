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
    #expect(try placements("<g transform='scale(0)'>\(object)</g>") == [])
    // A transform that is not valid has no effect.
    #expect(try placements("<g transform='rotate(NaN)'>\(object)</g>") == ["30×12 1 0 0 1 0 0"])
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

  /// They were printed.
  @Test func contentOfHiddenGroupsIsNotShown() throws {
    let object = "<foreignObject width=30 height=12>text</foreignObject>"
    #expect(try placements("<g display=none>\(object)</g>").isEmpty)
    let html = "<!DOCTYPE html><svg width=99 height=50><g visibility=hidden><foreignObject width=30 height=12>a"
    let document = try layOut(html)
    let text = document.pages[0].fragments.first { if case .text = $0.content { true } else { false } }
    #expect(try document.styles[Int(#require(text).style.index)].text.visibility == .hidden)
  }

  @Test func conditionsDetermineWhichChildOfASwitchIsShown() throws {
    let xhtml = "requiredExtensions='http://www.w3.org/1999/xhtml'"
    func shown(_ conditions: String) throws -> Bool {
      let object = "<foreignObject \(conditions) width=30 height=12>text</foreignObject>"
      let both = try placements("<switch>\(object)<text y=10>other</text></switch>").count == 1
      #expect(try placements(object).count == (both ? 1 : 0))
      return both
    }
    #expect(try shown(xhtml))
    #expect(try shown("systemLanguage='de, en-GB' \(xhtml)"))
    #expect(try !shown("systemLanguage=de"))
    #expect(try !shown("requiredExtensions='http://example.org/'"))
    #expect(try !shown("requiredExtensions=''"))
    let fallback = "<foreignObject width=30 height=12>text</foreignObject>"
    #expect(try placements("<switch><g systemLanguage=de></g>\(fallback)</switch>").count == 1)
  }

  @Test func sizesMayHaveUnitsAndBeProperties() throws {
    func placement(_ attributes: String) throws -> [String] {
      try placements("<foreignObject \(attributes)></foreignObject>")
    }
    #expect(try placement("x=1em y=.5em width=3em height=1em font-size=10") == ["30×10 1 0 0 1 10 5"])
    #expect(try placement("x=1in width=1pc height=18pt") == ["16×24 1 0 0 1 96 0"])
    #expect(try placement("width=9 style='width:50%;height:20px'") == ["50×20 1 0 0 1 0 0"])
    let object = "<foreignObject width=200 height='100%'></foreignObject>"
    #expect(
      try placements("<svg width=200px height=100px viewBox='0 0 100 50'>\(object)</svg>") == ["200×50 2 0 0 2 0 0"])
  }

  /// Such elements are used for text of any size.
  @Test func elementsWithoutASizeAreShownIfTheyMayOverflow() throws {
    #expect(try placements("<foreignObject width=0 height=0 overflow=visible></foreignObject>").count == 1)
    #expect(try placements("<foreignObject style='overflow:visible'></foreignObject>").count == 1)
    #expect(try placements("<foreignObject width=0 height=5></foreignObject>").isEmpty)
  }

  /// The content was enlarged twice.
  @Test func contentIsEnlargedOnce() throws {
    let object = "<foreignObject x=5 width=30 height=12><p style='font-size:10px'></foreignObject>"
    #expect(try placements(object, svg: "style='zoom:2' width=100 height=50") == ["60×24 1 0 0 1 10 0"])
  }
}
