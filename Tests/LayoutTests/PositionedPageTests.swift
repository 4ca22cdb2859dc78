import TestTraits
import Testing

/// Positioned boxes across pages (CSS 2.2 §10.1, css-break-3 §5), and boxes that `page` applies to (css-page-3 §6.2).
@Suite(.hangLimit) struct PositionedPageTests {
  @Test func anAbsoluteBoxContinuesOnTheNextPage() throws {
    let html = "<div id=a style='position: absolute; top: 0; left: 10px; width: 20px; height: 200px'></div>"
    #expect(try boxes(html)["a"] == ["1: 10,0 20×120", "2: 10,0 20×80"])
  }

  /// Regression: content that overflows a box which ends on the page was cut off (css-break-3 §3).
  @Test func contentThatOverflowsAnAbsoluteBoxContinuesOnTheNextPage() throws {
    func boxesOfContent(_ css: String) throws -> [String]? {
      let content = "<p id=a style='height: 80px'></p><p id=b style='height: 80px'></p>"
      return try boxes("<div style='position: absolute; top: 0; width: 20px; \(css)'>\(content)</div>")["b"]
    }
    #expect(try boxesOfContent("height: 100%") == ["1: 0,80 20×40", "2: 0,0 20×40"])
    #expect(try boxesOfContent("height: 10px") == ["1: 0,80 20×40", "2: 0,0 20×40"])
    #expect(try boxesOfContent("height: 100%; overflow: hidden") == ["1: 0,80 20×80"])
  }

  /// Regression: vertical `auto` margins were not negative (CSS 2.2 §10.6.4).
  @Test func boxesHigherThanTheirContainerAreCentred() throws {
    let style = "position: absolute; top: 0; bottom: 0; margin: auto; width: 10px; height: 60px"
    let html = "<div style='position: relative; height: 20px; margin-top: 40px'><p id=a style='\(style)'></p></div>"
    #expect(try boxes(html)["a"] == ["1: 0,20 10×60"])
  }

  /// Menus that slide in from the side were painted into the margins of each page.
  @Test func fixedBoxesThatTheSheetWouldCutOffAreHidden() throws {
    func found(_ css: String) throws -> [String]? {
      try boxes(
        "<nav id=a style='position: fixed; \(css)'></nav><p>x", css: "@page { margin: 30px 40px } nav { height: 20px }")[
          "a"]
    }
    for hidden in ["left: -60px; width: 60px", "right: -60px; width: 60px", "top: -40px; width: 60px"] {
      #expect(try found(hidden) == nil, "\(hidden)")
    }
    // Headers and footers in the margins.
    #expect(try found("top: -25px; left: 0; width: 60px") == ["1: 40,5 60×20"])
    #expect(try found("left: -40px; top: 0; width: 30px") == ["1: 0,30 30×20"])
    #expect(try found("top: -32px; left: -42px; width: 60px") == ["1: -2,-2 60×20"])
    // A transform brings it onto the page.
    #expect(try found("left: 100%; top: 0; width: 60px; transform: translateX(-100%)") == ["1: 160,30 60×20"])
    #expect(try found("top: 100%; left: 0; width: 60px; translate: 0 -100%") == ["1: 40,90 60×20"])
    // A part of it is in the page area.
    #expect(try found("left: -50px; top: 0; width: 60px") == ["1: -10,30 60×20"])
  }

  @Test func fixedBoxesBesideThePageWithContentOnThePageAreShown() throws {
    let css = "nav { position: fixed; left: -60px; width: 60px; height: 20px }"
    let found = try boxes("<nav id=a><p id=b style='margin-left: 70px; width: 20px'>in</nav><p>x", css: css)
    #expect(found["b"] == ["1: 10,0 20×12"])
    let fixed = "<i id=b style='position: fixed; left: 5px; top: 10px; width: 20px; height: 12px'></i>"
    #expect(try boxes("<nav id=a>\(fixed)</nav><p>x", css: css)["b"] == ["1: 5,10 20×12"])
  }

  @Test(arguments: ["<span class=a>x</span>", "<div class=a>x</div>", "<b><span class=a>x</span></b>"])
  func theStaticPositionAfterABreakIsTheNextLine(_ box: String) throws {
    func place(_ content: String) throws -> String? {
      try lines(content, css: ".a { position: absolute }").flatMap { $0 }.first { $0.hasSuffix("x") }
    }
    #expect(try place("<div>\(box)</div>") == "0,0 6 x")
    #expect(try place("<div>a<br>\(box)</div>") == "0,12 6 x")
    #expect(try place("<div><br>\(box)</div>") == "0,12 6 x")
    #expect(try place("<div>a<br>\(box)b</div>") == "0,12 6 x")
    #expect(try place("<div dir=rtl>a<br>\(box)</div>") == "194,12 6 x")
  }

  @Test func anAbsoluteBoxMayBeOnALaterPage() throws {
    let html = "<div id=a style='position: absolute; top: 250px; width: 20px; height: 10px'></div>"
    #expect(try boxes(html)["a"] == ["3: 0,10 20×10"])
  }

  /// Browsers place such boxes relative to the first page.
  @Test func aBoxWithoutPositionedAncestorIsPlacedInThePageItIsOn() throws {
    let box = "<i id=a style='position: absolute; bottom: 0; right: 0; width: 20px; height: 10px'></i>"
    #expect(try boxes("<p style='break-after: page'>1</p><p>2\(box)</p>")["a"] == ["2: 180,110 20×10"])
    #expect(try boxes("<p style='height: 130px'></p><p>2\(box)</p>")["a"] == ["2: 180,110 20×10"])
  }

  @Test(arguments: [("top: 250px", "3: 0,10 20×10"), ("bottom: -240px", "3: 0,110 20×10")])
  func insetsOfAPageOrMoreAreThoseOfTheWholeDocument(inset: String, place: String) throws {
    let box = "<i id=a style='position: absolute; left: 0; \(inset); width: 20px; height: 10px'></i>"
    #expect(try boxes("<p style='height: 130px'></p><p>2\(box)</p>")["a"] == [place])
  }

  @Test func aBoxWithoutPositionedAncestorIsAsLargeAsItsPage() throws {
    let box = "<i id=a style='position: absolute; inset: 0'></i>"
    let css = "@page b { size: 300px 90px } div { page: b }"
    #expect(try boxes("<p>1</p><div>2\(box)</div>", css: css)["a"] == ["2: 0,0 300×90"])
  }

  /// Regression: a box between two sections was on the page of the first one (css-break-3 §3.1).
  @Test(arguments: [
    "section { break-after: page }", "section { page: b } section ~ section { page: c }",
  ])
  func aBoxAfterAForcedBreakIsOnTheNextPage(css: String) throws {
    let box = "<i id=a style='position: absolute; width: 20px; height: 10px'></i>"
    let pages = try boxes("<section>1</section>\(box)<section>2</section>", css: css)
    #expect(pages["a"] == [css.contains("after") ? "2: 0,0 20×10" : "1: 0,12 20×10"])
    // Nothing in flow follows.
    #expect(try boxes("<section>1</section>\(box)", css: css)["a"] == ["1: 0,12 20×10"])
  }

  @Test func aRunningElementAfterAForcedBreakIsThatOfTheNextPage() throws {
    let css = """
      @page { margin: 20px 0 0; @top-left { content: element(h) } } h2 { position: running(h) } p { break-after: page }
      """
    let html = "<h2>A</h2><p>1</p><h2>B</h2><p>2</p><h2>C</h2><p>3</p>"
    let heads = try lines(html, css: css).map { page in
      page.filter { $0.hasSuffix("A") || $0.hasSuffix("B") || $0.hasSuffix("C") }
    }
    #expect(heads.map { $0.first?.last } == ["A", "B", "C"], "\(heads)")
  }

  @Test func aBoxIsPlacedFromTheBottomOfABrokenContainingBlock() throws {
    let html =
      "<div style='position: relative; height: 200px'><div id=a style='position: absolute; bottom: 0; width: 20px; height: 10px'></div></div>"
    #expect(try boxes(html)["a"] == ["2: 0,70 20×10"])
  }

  @Test func overflowOfAMonolithicBoxContinuesParallelToFollowingContent() throws {
    let html = "<div style='contain: size; height: 20px'><div style='height: 200px'></div></div><p id=p>a</p>"
    #expect(try boxes(html)["p"] == ["1: 0,20 200×12"])
    #expect(try layOut(html).pages.count == 2)
  }

  @Test func aFixedBoxAppearsOnEveryPage() throws {
    let html =
      "<div id=a style='position: fixed; bottom: 0; right: 0; width: 20px; height: 10px'></div><p style='height: 200px'></p>"
    #expect(try boxes(html)["a"] == ["1: 180,110 20×10", "2: 180,110 20×10"])
  }

  @Test func pageNamesApplyToBlocksAndItemsBelowEachOther() throws {
    let inside = "<div style='page: a'>a</div><div style='page: b'>b</div>"
    #expect(try layOut(inside).pages.count == 2)
    // As in browsers, also in boxes that are out of the flow at their static positions.
    #expect(try layOut("<div style='position: absolute'>\(inside)</div>").pages.count == 2)
    #expect(try layOut("<div style='position: absolute; top: 0'>\(inside)</div>").pages.count == 1)
    #expect(try layOut("<div style='display: flex; flex-direction: column'>\(inside)</div>").pages.count == 2)
    #expect(try layOut("<div style='display: flex'>\(inside)</div>").pages.count == 1)
    #expect(try layOut("<div style='page: a; position: absolute'>a</div>b").pages.count == 1)
  }

  @Test func thePageNameOfAFirstChildPropagates() throws {
    let html = "<div>a</div><div><div><div style='page: b'>b</div></div></div>"
    let pages = try layOut(html, css: "@page b { size: 300px 120px }").pages
    #expect(pages.map { whole($0.size.width) } == [200, 300])
  }

  /// One warning for all boxes.
  @Test func boxesThatAreTooFarAwayAreReportedTogether() throws {
    let html = String(repeating: "<div style='position: absolute; top: 999999px'>x</div>\n", count: 9)
    let warnings = try layOut(html + "<p>a").diagnostics.filter { $0.code == "positioned_box_too_far" }
    #expect(warnings.count == 1)
    #expect(warnings.first?.message.hasSuffix("(9 times, first in line 1, 2, 3, 4, 5)") == true)
  }

  /// Regression: an image over the bottom margin was on the next page, and one over all margins was broken.
  @Test(arguments: [
    ("bottom: -20px; height: 30px", "1: 10,110 40×30"), ("top: -20px; height: 140px", "1: 10,0 40×140"),
    // This one does not fit on the sheet.
    ("bottom: -40px; height: 30px", "2: 10,30 40×30"),
  ])
  func imagesMayBeOverTheMarginsOfThePage(_ style: String, _ place: String) throws {
    let html = "<svg id=a width=40 style='position: absolute; left: -10px; \(style)'></svg>x"
    #expect(try boxes(html, css: "@page { size: 200px 140px; margin: 20px }")["a"]?.first == place)
  }

  /// Regression: they were over the margins of the first page only.
  @Test func imagesMayBeOverTheMarginsOfAllPages() throws {
    func place(_ style: String) throws -> [String]? {
      let image = "<svg id=a width=40 style='position: absolute; left: -10px; height: 30px; \(style)'></svg>"
      let html = "<div>x</div><div class=b>y</div><div class=b>\(image)z</div>"
      return try boxes(html, css: "@page { size: 200px 140px; margin: 20px } .b { break-before: page }")["a"]
    }
    #expect(try place("bottom: -20px") == ["3: 10,110 40×30"])
    #expect(try place("top: -10px") == ["3: 10,10 40×30"])
  }

  @Test func imagesMayBeOverTheMarginBelowTheirContainer() throws {
    let image = "<svg id=a width=40 style='position: absolute; left: -10px; bottom: -15px; height: 30px'></svg>"
    let html = String(repeating: "<div style='position: relative; height: 100px'>\(image)</div>", count: 2)
    let found = try boxes(html, css: "@page { size: 200px 140px; margin: 20px }")["a"]
    #expect(found == ["1: 10,105 40×30", "2: 10,105 40×30"])
  }
}
