import TestTraits
import Testing

@Suite(.hangLimit) struct PageCounterTests {
  private let foot = "@page { margin: 0 0 24px; @bottom-left { content: counter(page) '/' counter(pages) } } "
  private let three = "<p>a</p><p class=b>b</p><p class=b>c</p>"
  private let breaks = ".b { break-before: page } "

  /// The text in the margin of each page.
  private func margins(_ html: String, _ css: String) throws -> [String] {
    try lines(html, css: foot + breaks + css).map { page in
      page.filter { $0.split(separator: " ")[0].hasSuffix(",102") }.map { String($0.split(separator: " ")[2]) }.joined()
    }
  }

  @Test func pagesCountFromOne() throws { #expect(try margins(three, "") == ["1/3", "2/3", "3/3"]) }

  @Test func aPageContextSetsThePageNumber() throws {
    #expect(try margins(three, "@page :first { counter-reset: page 7 }") == ["7/3", "8/3", "9/3"])
    #expect(try margins(three, "@page { counter-increment: page 2 }") == ["2/3", "4/3", "6/3"])
  }

  @Test func anElementSetsTheNumberOfItsPage() throws {
    #expect(
      try margins("<p>a</p><p class=b style='counter-reset: page 10'>b</p><p class=b>c</p>", "") == [
        "1/3", "10/3", "11/3",
      ])
  }

  @Test func marginBoxesSeeTheDocumentsCounters() throws {
    let css = "h2 { counter-increment: part; break-before: page } @page { @bottom-left { content: counter(part) } }"
    #expect(try margins("<p>a</p><h2>b</h2><h2>c</h2>", css) == ["0", "1", "2"])
  }

  @Test func counterStylesApply() throws {
    #expect(try margins(three, "@page { @bottom-left { content: counter(page, lower-roman) } }") == ["i", "ii", "iii"])
  }

  @Test func theDocumentsTextMayContainPageNumbers() throws {
    let css = ".n::after { content: counter(page) ' of ' counter(pages) }"
    let pages = try lines("<p>a</p><p style='break-before: page' class=n>b</p>", css: css)
    #expect(pages.map { $0.map { $0.split(separator: " ", maxSplits: 2)[2] } } == [["a"], ["b", "2", " of ", "2"]])
  }

  /// Regression: page counters were 0 in named strings and bookmarks (css-gcpm-3 §1.1, css-content-3 §4.2).
  @Test func namedStringsMayContainPageNumbers() throws {
    let css = """
      @page { @bottom-left { content: string(t) } } .b { string-set: t counter(page) 'of' counter(pages, lower-roman) }
      """
    #expect(try margins(three, css) == ["", "2ofiii", "3ofiii"])
    let target = "@page { @bottom-left { content: string(t) } } #s { string-set: t target-counter('#e', page) }"
    #expect(try margins("<p id=s>s</p>" + three + "<p id=e>e", target) == ["3", "3", "3"])
    let part = """
      h2 { counter-increment: part; margin: 0 } @page { @bottom-left { content: string(t) } }
      #s { string-set: t '<' target-counter('#e', part) '>' }
      """
    #expect(try margins("<p id=s>s</p><h2>a</h2><h2 id=e>e</h2>", part) == ["<2>"])
    let own = "@page { @bottom-left { content: string(t) } } .b { string-set: t counter(x) }"
    #expect(try margins("<p class=b>a</p>", own) == ["0"])
  }

  @Test func bookmarksMayContainPageNumbers() throws {
    let css = ".b { bookmark-level: 1; bookmark-label: content() ' on '  counter(page) '/' counter(pages) }"
    let document = try layOut(three, css: breaks + css)
    #expect(document.outline.map(\.title) == ["b on 2/3", "c on 3/3"])
    let target = ".b { bookmark-level: 1; bookmark-label: 'see ' target-counter('#e', page, upper-roman) }"
    #expect(try layOut(three + "<p id=e class=b>e", css: breaks + target).outline.first?.title == "see IV")
  }

  /// The height of a measured flex item was kept after the text of its page reference had become shorter.
  @Test func changedPageReferencesUpdateMeasuredItems() throws {
    let css = "#f { display: flex; width: 24px } .n::after { content: counter(page) }"
    #expect(try boxes("<div id=f><p class=n>ab </p></div><p id=p>c</p>", css: css)["p"] == ["1: 0,12 200×12"])
  }

  /// The same for rows that a cell spans.
  @Test func changedPageReferencesUpdateRowHeights() throws {
    let css = "table { border-spacing: 0; width: 24px; table-layout: fixed } .n::after { content: counter(page) }"
    let html = "<table><tr><td class=n rowspan=2>ab <tr></table><p id=p>c</p>"
    #expect(try boxes(html, css: css)["p"] == ["1: 0,12 200×12"])
  }

  /// Regression: `counters()` of a counter without instances was empty in margin boxes (css-lists-3 §4.7).
  @Test func aCounterWithoutInstancesIsZero() throws {
    let css = "@page { @bottom-left { content: counters(part, '.') } }"
    #expect(try margins(three, css) == ["0", "0", "0"])
  }

  /// Regression: each change of a counter kept the values of all elements around it, hundreds of levels deep.
  @Test func marginBoxesShowALimitedNumberOfLevels() throws {
    let html = String(repeating: "<div>", count: 40) + "x"
    let css = "div { counter-reset: part 1 } @page { @bottom-left { content: counters(part, '') } }"
    let document = try layOut(html, css: foot + css)
    #expect(document.diagnostics.map(\.code) == ["counter_level_limit"])
    #expect(try margins(html, css) == [String(repeating: "1", count: 32)])
  }
}
