import TestTraits
import Testing

@Suite(.hangLimit) struct PageTests {
  private func paragraphs(_ count: Int, lines: Int, style: String = "") -> String {
    (1...count).map { number in
      "<p \(style)>" + (1...lines).map { "\(number).\($0)" }.joined(separator: "<br>") + "</p>"
    }.joined()
  }
  private func texts(_ pages: [[String]]) -> [[String]] {
    pages.map { $0.map { String($0.split(separator: " ", maxSplits: 2).last ?? "") } }
  }

  @Test func tenLinesFillAPage() throws {
    let pages = try texts(lines(paragraphs(4, lines: 3)))
    #expect(pages.map(\.count) == [9, 3])
  }

  @Test func aParagraphIsNotSplitToLeaveOneLine() throws {
    // Ten lines fit; the fourth paragraph would leave one line above the break, the third of four one below.
    #expect(try texts(lines(paragraphs(3, lines: 4))).map(\.count) == [10, 2])
    #expect(try texts(lines(paragraphs(1, lines: 9) + paragraphs(1, lines: 4))).map(\.count) == [9, 4])
    #expect(try texts(lines(paragraphs(1, lines: 11))).map(\.count) == [9, 2])
  }

  @Test func orphansAndWidowsAreRespected() throws {
    let html = paragraphs(1, lines: 9) + paragraphs(1, lines: 4)
    #expect(try texts(lines(html, css: "p { orphans: 1; widows: 1 }")).map(\.count) == [10, 3])
  }

  @Test func aHeadingStaysWithTheFollowingContent() throws {
    let html = paragraphs(1, lines: 8) + "<h2 style='break-after: avoid'>H</h2>" + paragraphs(1, lines: 4)
    #expect(try texts(lines(html)).map(\.first) == ["1.1", "H"])
  }

  @Test func aBoxThatAvoidsBreaksMovesAsAWhole() throws {
    let html = paragraphs(1, lines: 6) + "<div style='break-inside: avoid'>" + paragraphs(1, lines: 6) + "</div>"
    #expect(try texts(lines(html)).map(\.count) == [6, 6])
  }

  @Test func aBoxHigherThanThePageBreaksAnyway() throws {
    let html = "<div style='break-inside: avoid'>" + paragraphs(3, lines: 5) + "</div>"
    #expect(try texts(lines(html)).flatMap { $0 }.count == 15)
  }

  @Test func anEarlierBetterBreakIsChosen() throws {
    let html =
      paragraphs(1, lines: 5)
      + "<h2 style='break-after: avoid'>H</h2><div style='break-inside: avoid; break-after: avoid'>"
      + paragraphs(1, lines: 3) + "</div><div style='break-inside: avoid'>" + paragraphs(1, lines: 3) + "</div>"
    #expect(try texts(lines(html)).map(\.first) == ["1.1", "H"])
  }

  @Test func forcedBreaksStartPages() throws {
    let html = "<p>a</p><p style='break-before: page'>b</p><p style='break-after: page'>c</p><p>d</p>"
    #expect(try texts(lines(html)) == [["a"], ["b", "c"], ["d"]])
  }

  @Test func aBreakToARightPageAddsABlankPage() throws {
    #expect(try texts(lines("<p>a</p><p style='break-before: right'>b</p>")) == [["a"], [], ["b"]])
  }

  @Test func eachPageHasItsOwnSize() throws {
    let css = "@page { size: 200px 60px } @page :first { size: 100px 36px }"
    let document = try layOut(paragraphs(1, lines: 8), css: css)
    #expect(document.pages.map { whole($0.size.width) } == [100, 200, 200].prefix(document.pages.count).map { $0 })
    #expect(document.pages.count == 2)
  }

  @Test func aNamedPageStartsWithItsFirstBox() throws {
    let css = "@page wide { size: 300px 60px } .wide { page: wide }"
    let document = try layOut("<p>a</p><p class=wide>b</p><p>c</p>", css: css)
    #expect(document.pages.map { whole($0.size.width) } == [200, 300, 200])
  }

  @Test func marginBoxesCountPages() throws {
    let css = "@page { margin: 0 0 20px; @bottom-right { content: 'Page ' counter(page) ' of ' counter(pages) } }"
    let pages = try texts(lines(paragraphs(1, lines: 12), css: css))
    #expect(pages.map { $0.suffix(4).joined() } == ["Page 1 of 2", "Page 2 of 2"])
  }

  @Test func marginsAtAnUnforcedBreakAreTruncated() throws {
    let html = "<div style='height: 110px'></div><p id=p style='margin-top: 30px'>a</p>"
    #expect(try boxes(html)["p"] == ["2: 0,0 200×12"])
  }

  @Test func aBrokenBoxHasNoEdgesAtTheBreak() throws {
    let html = "<div id=box style='border: 2px solid; padding: 4px'>" + paragraphs(2, lines: 8) + "</div>"
    let document = try layOut(html)
    let edges = document.pages.flatMap { page in
      page.fragments.filter {
        $0.frame.width == 200 && $0.frame.x == 0 && !$0.node.isNone
          && document.styles[Int($0.style.index)].box.borderWidth.top == 2
      }
    }.map(\.edges)
    #expect(edges == [[.top, .left, .right], [.bottom, .left, .right]])
  }

  @Test func aDefiniteHeightContinuesOnTheNextPage() throws {
    #expect(
      try boxes("<div id=tall style='height: 300px'></div>")["tall"] == [
        "1: 0,0 200×120", "2: 0,0 200×120", "3: 0,0 200×60",
      ])
  }

  @Test func anEmptyBoxThatAvoidsBreaksMoves() throws {
    let html = "<div style='height: 100px'></div><div id=box style='height: 40px; break-inside: avoid'></div>"
    #expect(try boxes(html)["box"]?.first?.hasPrefix("2: 0,0") == true)
  }

  @Test func namesOfPagesHaveNoEffectInColumns() throws {
    let html = "<div style='columns: 2'><p style='page: a'>x</p><p>y</p></div>"
    #expect(try lines(html).count == 1)
  }
}

/// The background of the canvas (css-backgrounds-3 §2.11.2).
@Suite(.hangLimit) struct CanvasTests {
  private func canvases(_ html: String) throws -> [String] {
    try layOut(html).pages.compactMap { page in
      guard case .canvas(let box, hasBorder: false) = page.fragments[1].content else { return nil }
      return "\(whole(box.x)),\(whole(box.y)) \(whole(box.width))×\(whole(box.height))"
    }
  }

  /// On the first page, the background was positioned relative to the page area.
  @Test func itsBackgroundIsPositionedRelativeToTheRoot() throws {
    let style = "<style>body { background: linear-gradient(red, blue) }</style>"
    #expect(try canvases(style + "<p>a") == ["0,0 200×12"])
    #expect(try canvases(style + "<div style='height: 150px'>") == ["0,0 200×150", "0,-120 200×150"])
    let margin = "<style>html { margin: 10px; background: linear-gradient(red, blue) }</style>"
    #expect(try canvases(margin + "<p>a") == ["10,10 180×12"])
  }

  @Test func aFixedBackgroundIsPositionedRelativeToThePageArea() throws {
    let style = "<style>body { background: linear-gradient(red, blue) fixed }</style>"
    #expect(try canvases(style + "<p>a") == ["0,0 200×120"])
  }
}

/// Content that boxes clip.
@Suite(.hangLimit) struct ClippedPageTests {
  /// Clipped content made blank pages.
  @Test(arguments: ["height: 50px", "max-height: 50px"]) func clippedContentNeedsNoPages(css: String) throws {
    let html = "<div style='overflow: hidden; \(css)'><div style='height: 400px'></div></div><p id=a>x</p>"
    #expect(try layOut(html).pages.count == 1)
    #expect(try boxes(html)["a"] == ["1: 0,50 200×12"])
  }

  @Test func visibleContentContinues() throws {
    #expect(try layOut("<div style='height: 50px'><div style='height: 400px'></div></div>").pages.count == 4)
  }
}

/// Names of pages on other boxes than blocks in normal flow (css-page-3 §6.2).
@Suite(.hangLimit) struct PageNameScopeTests {
  /// The name of the root was ignored unless another element had one.
  @Test func theRootNamesPages() throws {
    #expect(try boxes("<p id=a>x</p>", css: "@page w { margin: 20px } html { page: w }")["a"] == ["1: 20,20 160×12"])
  }

  /// css-page-3 §6.2: rows and row groups have class A break points. Browsers also use the names of cells.
  @Test(arguments: [
    "<table><tr><td>a<tr class=n><td>b<tr><td>c</table>", "<table><tr><td>a<tr><td class=n>b<tr><td>c</table>",
    "<table><tr><td>a<tbody class=n><tr><td>b<tbody><tr><td>c</table>",
    "<table><tr><td>a<tr><td><div class=n>b</div><tr><td>c</table>",
  ])
  func rowsNamePages(_ html: String) throws {
    let css = ".n { page: wide } @page wide { size: 300px 120px } td { padding: 0 } table { border-spacing: 0 }"
    let pages = try layOut(html, css: css).pages
    #expect(pages.map { whole($0.size.width) } == [200, 300, 200])
  }

  @Test func aRowThatContinuesKeepsItsPageName() throws {
    let html = "<table><tr><td>a<tr class=n><td><p style='height: 200px'>b</table>"
    let pages = try layOut(html, css: ".n { page: wide } @page wide { size: 300px 120px }").pages
    #expect(pages.map { whole($0.size.width) } == [200, 300, 300])
  }

  /// css-page-3 §6.2: the names of the first and last children propagate, also those of items.
  @Test(arguments: ["flex", "grid", "flex; flex-direction: column", "block"])
  func itemsNamePages(display: String) throws {
    let css = "@page wide { size: 300px 120px } section { display: \(display) }"
    let html = "<p>a</p><section><div><p style='page: wide'>b</p></div></section><p>c</p>"
    #expect(try layOut(html, css: css).pages.map { whole($0.size.width) } == [200, 300, 200])
  }

  @Test func itemsOfAColumnBreakBetweenNames() throws {
    let css = "@page wide { size: 300px 120px } section { display: flex; flex-direction: column }"
    let html = "<section><p>a</p><p style='page: wide'>b</p><p>c</p></section>"
    #expect(try layOut(html, css: css).pages.map { whole($0.size.width) } == [200, 300, 200])
  }

  /// Regression: the pages on which an item continued had the name of the first item.
  @Test func anItemOfAColumnThatContinuesKeepsItsPageName() throws {
    let css = "@page wide { size: 300px 120px } section { display: flex; flex-direction: column }"
    let html = "<section><p>a</p><p style='page: wide; height: 200px'>b</p></section>"
    #expect(try layOut(html, css: css).pages.map { whole($0.size.width) } == [200, 300, 300])
  }

  /// Regression: pages that began inside an item had the name of its container.
  @Test(arguments: ["flex", "grid", "flex; flex-direction: column"])
  func breaksInsideItemsNamePages(display: String) throws {
    let css = "@page wide { size: 300px 120px } section { display: \(display) }"
    let html = "<section><div><p>a</p><p style='page: wide; height: 200px'>b</p></div></section>"
    #expect(try layOut(html, css: css).pages.map { whole($0.size.width) } == [200, 300, 300])
  }
}
