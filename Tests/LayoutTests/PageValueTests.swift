import TestTraits
import Testing

/// Named strings, running elements, references to other places, and leaders (css-gcpm-3, css-content-3).
@Suite(.hangLimit) struct PageValueTests {
  private func margins(_ html: String, _ css: String) throws -> [String] {
    try lines(
      html, css: "@page { margin: 24px 0 0 } h2 { string-set: title content() } .b { break-before: page } " + css
    ).map { page in
      page.filter { $0.hasPrefix("0,6 ") || $0.hasPrefix("0,0 ") }.map { $0.split(separator: " ", maxSplits: 2)[2] }
        .joined(separator: "|")
    }
  }
  private let chapters = "<h2>A</h2><p>x</p><h2>B</h2><p class=b>y</p><h2>C</h2>"

  @Test func aNamedStringIsSetByTheFirstElementOnThePage() throws {
    #expect(try margins(chapters, "@page { @top-left { content: string(title) } }") == ["A", "C"])
  }

  @Test func aNamedStringMayBeTheLastOrTheEntryValue() throws {
    #expect(try margins(chapters, "@page { @top-left { content: string(title, last) } }") == ["B", "C"])
    #expect(try margins(chapters, "@page { @top-left { content: string(title, start) } }") == ["A", "B"])
    #expect(
      try margins(chapters + "<p class=b>z</p>", "@page { @top-left { content: string(title, first-except) } }") == [
        "", "", "C",
      ])
  }

  @Test func aRunningElementAppearsInTheMarginOnly() throws {
    let html = "<div class=head>Head</div><p>x</p><p class=b>y</p>"
    let css =
      "@page { margin: 24px 0 0; @top-left { content: element(head); vertical-align: top } } .b { break-before: page } .head { position: running(head) }"
    #expect(try lines(html, css: css) == [["0,24 6 x", "0,0 24 Head"], ["0,24 6 y", "0,0 24 Head"]])
  }

  @Test func aTargetCounterIsThePageOfItsTarget() throws {
    let html = "<p><a href='#t'>see</a></p><p>x</p><p id=t style='break-before: page'>y</p>"
    let set = try lines(html, css: "a::after { content: ' on ' target-counter(attr(href), page) }")
    #expect(set[0].first?.contains("see") == true)
    #expect(set[0].contains { $0.hasSuffix("2") })
  }

  /// css-values-5 §7.7: `attr()` has a fallback, also in `target-counter()`.
  @Test(arguments: [
    "attr(href)", "attr(href, url)", "attr(href url)", "attr(data-x, '#t')", "attr(data-x type(<url>), '#t')",
    "attr(data-x url, '#t')",
  ])
  func theAddressOfATargetMayHaveAFallback(address: String) throws {
    let html = "<p><a href='#t'>see</a></p><p id=t style='break-before: page'>y</p>"
    let set = try lines(html, css: "a::after { content: ' on ' target-counter(\(address), page) }")
    #expect(set[0].contains { $0.hasSuffix("2") })
  }

  @Test func aTargetTextIsTheTextOfItsTarget() throws {
    let set = try lines("<a href='#t'></a><h2 id=t>Title</h2>", css: "a::after { content: target-text(attr(href)) }")
    #expect(set[0] == ["0,0 30 Title", "0,12 30 Title"])
  }

  /// Regression: they had no text in margin boxes.
  @Test func marginBoxesReferToElements() throws {
    func texts(_ content: String) throws -> [String] {
      let css = "@page { margin: 24px 0 0; @top-left { content: \(content) } } .b { break-before: page }"
      return try lines("<h2 id=a>A</h2><ol><li>x<li id=b class=b>y</ol>", css: css).map { page in
        page.filter { $0.contains(",6 ") }.map { $0.split(separator: " ", maxSplits: 2)[2] }.joined()
      }
    }
    let pages = try texts("counter(page) ' of ' target-counter(url(#b), page)")
    #expect(pages == ["1 of 2", "2 of 2"])
    let titles = try texts("'see ' target-text(url(#a))")
    #expect(titles == ["see A", "see A"])
    let numbers = try texts("target-counters(url('#b'), list-item, '.') '!'")
    #expect(numbers == ["2!", "2!"])
    #expect(try texts("'none' target-text(url(#none))") == ["none", "none"])
  }

  @Test func aLeaderFillsTheLine() throws {
    let set = try lines("<p>a<span></span></p>", css: "span::after { content: leader('.') 'b' }")
    #expect(set[0].first == "0,0 6 a")
    #expect(set[0].contains { $0.hasPrefix("194,0 6 ") })
    #expect(set[0].contains { $0.hasPrefix("8,0 ") && $0.hasSuffix("....") })
  }

  /// Regression: the number of patterns was not limited before it became an integer.
  @Test func aLeaderOfVanishingPatternsIsLimited() throws {
    let set = try lines("<p>a<span></span></p>", css: "span::after { content: leader('.'); font-size: 1e-30px }")
    #expect(set[0].first == "0,0 6 a")
    // A long pattern was repeated as often as a short one.
    let long = String(repeating: ".", count: 100_000)
    let document = try layOut(
      "<p>a<span></span></p>", css: "span::after { content: leader('\(long)'); font-size: 1e-6px }")
    #expect(document.texts.allSatisfy { $0.bytes.count <= 200_000 })
  }

  @Test func eachElementOfANamedPageStartsAPageGroup() throws {
    let html = "<div class=g><p>a</p><p class=b>b</p></div><div class='g b'><p>c</p></div>"
    let css = """
      .g { page: chapter } .b { break-before: page } @page { margin: 24px 0 0 }
      @page :nth(1 of chapter) { @top-left { content: 'first'; vertical-align: top } }
      """
    #expect(try margins(html, css) == ["first", "", "first"])
  }
}
