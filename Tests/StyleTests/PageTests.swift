import TestTraits
import Testing

@testable import Style

@Suite(.hangLimit) struct PageTests {
  /// Regression: a page area of 1 px made hundreds of pages of a sentence.
  @Test func marginsWithoutRoomForContentAreIgnored() throws {
    var sheet = try Sheet("@page { size: 100px 200px; margin: 60px }")
    let box = sheet.page().box
    #expect(box.ignoresMargins && box.contentWidth == 100 && box.contentHeight == 80)
    #expect(box.margin == Sides(top: 60, right: 0, bottom: 60, left: 0))
  }

  @Test(arguments: [
    ("auto", 794, 1123), ("A5", 559, 794), ("a6", 397, 559), ("A2", 1587, 2245), ("b6", 472, 665),
    ("C5 landscape", 866, 612), ("a4 landscape", 1123, 794), ("landscape", 1123, 794), ("letter", 816, 1056),
    ("4in 6in", 384, 576), ("10cm", 378, 378),
    ("portrait a5", 559, 794), ("foo", 794, 1123),
  ])
  func pageSizesAreNamesOrLengths(value: String, width: Double, height: Double) throws {
    var sheet = try Sheet("@page { size: \(value) }")
    let page = sheet.page()
    #expect(page.width.rounded() == width)
    #expect(page.height.rounded() == height)
  }

  /// Regression: `lh` was the line height of the initial font in sizes of pages, but not in their margins.
  @Test func linesInSizesOfPagesAreThoseOfThePageContext() throws {
    let css = "html { font: 20px/30px serif } @page { size: 20lh 10rlh; margin: 1lh 2rlh; bleed: 1lh }"
    var sheet = try Sheet(css)
    let page = sheet.page()
    #expect((page.width, page.height) == (660, 360) && page.bleed == 30)
    #expect(page.box.margin.top == 30 && page.box.margin.left == 60)
    var own = try Sheet("@page { font-size: 10px; line-height: 2; size: 20lh }")
    #expect(own.page().width == 400)
  }

  @Test func pagesAreSelectedByPositionAndName() throws {
    let css = """
      @page { margin-top: 1px } @page :right { margin-top: 2px } @page :left { margin-top: 3px } @page :first { margin-top: 4px }
      @page wide { margin-left: 5px } @page :blank { margin-left: 6px } @page :nth(5) { margin-left: 7px } @page wide:first { margin-right: 8px }
      """
    var sheet = try Sheet(css)
    func margins(_ page: PageStyle) -> Sides<MarginValue> { sheet.document[page.style].box.margin }
    #expect(margins(sheet.page(0)).top == .length(.px(4)))
    #expect(margins(sheet.page(1)).top == .length(.px(3)))
    #expect(margins(sheet.page(2)).top == .length(.px(2)))
    #expect(margins(sheet.page(1, name: "wide")).left == .length(.px(5)))
    #expect(margins(sheet.page(3, isBlank: true)).left == .length(.px(6)))
    #expect(margins(sheet.page(4)).left == .length(.px(7)))
    #expect(margins(sheet.page(3, name: "wide", isFirst: true)).right == .length(.px(8)))
    #expect(margins(sheet.page(3, name: "wide")).right != .length(.px(8)))
  }

  /// Regression: the name in `:nth()` did not count.
  @Test func aNamedPageInAGroupPrecedesItsName() throws {
    var sheet = try Sheet("@page :nth(1 of wide) { margin-left: 9px } @page wide { margin-left: 5px }")
    let page = sheet.page(3, name: "wide")
    #expect(sheet.document[page.style].box.margin.left == .length(.px(9)))
  }

  @Test func marginBoxesHaveContentAndDefaultAlignment() throws {
    let css = """
      html { color: red } @page { font-size: 10px; @top-right { content: "a" counter(page); font-size: 2em } @bottom-center { content: none }
      @left-top { color: blue } @bottom-left-corner { content: "" } }
      """
    var sheet = try Sheet(css)
    let page = sheet.page()
    #expect(page.marginBoxes.map(\.place) == [.topRight, .bottomLeftCorner])
    let box = sheet.document[page.marginBoxes[0].style]
    #expect(box.content.content == [.string("a"), .counter(name: "page", style: "decimal")])
    #expect(box.text.font.size == 20)
    #expect(box.text.textAlign == .right)
    #expect(box.box.verticalAlign == .middle)
    #expect(box.text.color == Color(red: 1, green: 0, blue: 0))
  }

  @Test func marginBoxesCascadeAcrossRules() throws {
    var sheet = try Sheet(
      "@page { @top-left { content: 'a'; color: red } } @page :first { @top-left { content: none } }")
    #expect(sheet.page(0).marginBoxes.isEmpty)
    #expect(sheet.page(1).marginBoxes.count == 1)
  }

  @Test func pagesWithTheSameRulesShareAStyle() throws {
    var sheet = try Sheet("@page { margin: 1cm }")
    #expect(sheet.page(1) == sheet.page(3))
    #expect(sheet.page(1).style == sheet.page(3).style)
  }

  @Test func marksBleedAndOrientationAreComputed() throws {
    var sheet = try Sheet("@page { marks: crop cross; bleed: 3mm; page-orientation: rotate-left }")
    let page = sheet.page()
    #expect(page.hasCropMarks && page.hasCrossMarks)
    #expect((page.bleed * 100).rounded() == 1134)
    #expect(page.rotation == 270)
  }

  @Test func pagePropertiesAreInvalidElsewhere() throws {
    #expect(try Sheet("#x { size: a4 }").messages.count == 1)
    #expect(try Sheet("@page foo bar { margin: 0 }").messages.count == 1)
    #expect(try Sheet("@page { @top-middle { content: 'x' } }").messages.count == 1)
  }

  @Test func customPropertiesApplyToPages() throws {
    var sheet = try Sheet(":root { --m: 7px } @page { margin: var(--m) }")
    let page = sheet.page()
    #expect(sheet.document[page.style].box.margin.top == .length(.px(7)))
  }

  @Test func anonymousStylesHaveInheritedPropertiesOnly() throws {
    var sheet = try Sheet("#x { color: red; margin: 5px; text-decoration: underline; font-size: 20px }")
    let node = sheet.document.document.element(id: "x")!
    let parent = sheet.document.styleOfNode[Int(node.index)]
    let id = sheet.document.anonymousStyle(inheriting: parent, display: .block)
    let style = sheet.document[id]
    #expect(style.text.color == Color(red: 1, green: 0, blue: 0))
    #expect(style.text.font.size == 20)
    #expect(style.text.decorations.count == 1)
    #expect(style.box.margin.top == .zero)
    #expect(sheet.document.anonymousStyle(inheriting: parent, display: .block) == id)
  }

  /// Regression: the page area that viewport units refer to had the margins of horizontal text and of the initial font.
  @Test func thePageAreaDependsOnTheStyleOfTheRoot() throws {
    let page = "@page { size: 400px 800px; margin: 0; margin-block: 25% 0 } #x { width: 100vw; height: 100vh }"
    let horizontal = try Sheet(page)
    #expect(horizontal.box.width == .px(400) && horizontal.box.height == .px(600))
    let vertical = try Sheet("html { writing-mode: vertical-rl } " + page)
    #expect(vertical.box.height == .px(300) || vertical.box.width == .px(300))
    let em = "html { font-size: 50px; --m: 1em } @page { size: 400px 800px; margin: var(--m) }"
    #expect(try Sheet(em + " #x { width: 100vw }").box.width == .px(300))
  }
}
