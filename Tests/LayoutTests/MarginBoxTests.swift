import TestTraits
import Testing

@Suite(.hangLimit) struct MarginBoxTests {
  /// A page area of 120 by 60 px in margins of 40 by 30 px.
  private let page = "@page { margin: 30px 40px } "

  private func boxes(_ css: String) throws -> [String] {
    try lines("<p>x</p>", css: page + css)[0].filter { !$0.hasSuffix(" x") }
  }

  /// Regression: it was placed in the document's area, on the page before or on none.
  @Test func positionedContentOfARunningElementStaysInItsMarginBox() throws {
    let css = """
      @page { margin: 40px 0 0; @top-left { content: element(h); width: 200px } } header { position: running(h) }
      span { position: absolute; left: 100px; top: 5px }
      """
    let html = "<header>a<span>logo</span></header><p>1</p><p style='break-before: page'>2</p>"
    let logos = try lines(html, css: css).map { $0.filter { $0.hasSuffix("logo") } }
    #expect(logos == [["100,5 24 logo"], ["100,5 24 logo"]])
  }

  /// Regression: leaders and gradients were left out (css-content-3 §2, §4).
  @Test func leadersAndGradientsAreContent() throws {
    let leader = try boxes("@page { @bottom-left { content: 'a' leader('.') 'b'; width: 60px; text-align: left } }")
    #expect(leader.first == "40,99 6 a" && leader.last == "94,99 6 b", "\(leader)")
    #expect(leader.contains { $0.contains("....") }, "\(leader)")
    let css = page + "@page { @top-left { content: linear-gradient(red, blue) } }"
    let content = try layOut("<p>x</p>", css: css).pages[0].fragments.map(\.content)
    #expect(content.contains { if case .generated = $0 { true } else { false } })
  }

  /// Regression: `zoom` applied to images in generated content only.
  @Test func imagesAreZoomed() throws {
    let image = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/%3E"
    let css = page + "@page { @top-left { content: url(\"\(image)\"); zoom: 2 } }"
    let widths = try layOut("<p>x</p>", css: css).pages[0].fragments.compactMap { fragment in
      if case .image = fragment.content { whole(fragment.frame.width) } else { nil }
    }
    #expect(widths == [16])
  }

  /// Regression: the line could break after a leader, as it cannot in the flow (css-gcpm-3 §5.5).
  @Test func noLineBreaksAfterALeader() throws {
    let css = "@page { @bottom-left { content: 'aaa' leader('.') 'bbb'; width: 40px; text-align: left } }"
    let boxes = try boxes(css)
    func tops(_ text: String) -> [Substring] {
      boxes.filter { $0.hasSuffix(text) }.compactMap {
        $0.split(whereSeparator: { ", ".contains($0) }).dropFirst().first
      }
    }
    #expect(tops(".") == tops("bbb") && tops(".") != tops("aaa"), "\(boxes)")
  }

  @Test func aCornerBoxFillsItsCorner() throws {
    #expect(
      try boxes("@page { @top-left-corner { content: 'c'; text-align: left; vertical-align: top } }") == ["0,0 6 c"])
    #expect(
      try boxes("@page { @bottom-right-corner { content: 'c'; text-align: right; vertical-align: bottom } }") == [
        "194,108 6 c"
      ])
  }

  @Test func aSingleBoxFillsItsEdge() throws {
    #expect(try boxes("@page { @top-left { content: 'a'; text-align: right } }") == ["154,9 6 a"])
    #expect(
      try boxes("@page { @right-top { content: 'a'; vertical-align: bottom; text-align: left } }") == ["160,78 6 a"])
  }

  @Test func theMiddleBoxIsCentered() throws {
    // The left text is longer than the right one, but the middle box is centred on the page area.
    let css = "@page { @top-left { content: 'aaaaa' } @top-center { content: 'b' } @top-right { content: 'c' } }"
    #expect(try boxes(css) == ["40,9 30 aaaaa", "97,9 6 b", "154,9 6 c"])
  }

  @Test func twoBoxesShareTheEdgeInProportionToTheirContent() throws {
    let css = "@page { @top-left { content: 'aaaa'; text-align: right } @top-right { content: 'c'; text-align: left } }"
    // 90 px to share in the proportion of 24 to 6 px.
    #expect(try boxes(css) == ["112,9 24 aaaa", "136,9 6 c"])
  }

  @Test func onlyTheBeginningOfALongTextIsShown() throws {
    func text(_ count: Int) throws -> String {
      try boxes("@page { @top-left { content: '\(String(repeating: "é", count: count))' } }").joined()
    }
    let (whole, cut) = (try text(2000), try text(2001))
    #expect(whole.count { $0 == "é" } == 2000 && !whole.contains("…"))
    #expect(cut.count { $0 == "é" } == 2000 && cut.hasSuffix("…"))
  }

  @Test func widthsAreRespected() throws {
    let css =
      "@page { @top-left { content: 'a'; width: 30px; text-align: right } @top-right { content: 'c'; text-align: left } }"
    #expect(try boxes(css) == ["64,9 6 a", "70,9 6 c"])
  }

  @Test func marginsOfAMarginBoxMoveIt() throws {
    #expect(
      try boxes("@page { @top-left { content: 'a'; margin: 10px 0 0 20px; vertical-align: top } }") == ["60,10 6 a"])
  }

  @Test func boxesWithoutContentAreNotGenerated() throws {
    #expect(try boxes("@page { @top-left { content: none } @top-right { background: red } }") == [])
  }

  @Test func theFirstPageHasItsOwnMarginBoxes() throws {
    let css = page + "@page { @top-left { content: 'b' } } @page :first { @top-left { content: none } }"
    let pages = try lines("<p>x</p><p style='break-before: page'>y</p>", css: css)
    #expect(pages == [["40,30 6 x"], ["40,30 6 y", "40,9 6 b"]])
  }
}
