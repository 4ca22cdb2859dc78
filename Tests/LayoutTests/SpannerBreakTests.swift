import TestTraits
import Testing

/// Breaks between columns and the boxes that span them (css-multicol-2 §6, css-break-3 §3.1 and §5.2).
@Suite(.hangLimit) struct SpannerBreakTests {
  private func container(_ content: String) -> String {
    "<div style='columns: 2; column-gap: 0; orphans: 1; widows: 1'>\(content)</div>"
  }

  private func tall(_ height: Int) -> String { "<div style='height: \(height)px'></div>" }

  /// Regression: the margin was kept at the start of the page.
  @Test func anUnforcedBreakTruncatesTheMarginOfASpanner() throws {
    let html = container("\(tall(200))<p id=a style='column-span: all; margin: 30px 0'>a</p>")
    #expect(try boxes(html)["a"] == ["2: 0,0 200×12"])
  }

  /// Regression: `break-before` and `break-after` of spanners, and `break-before` of what follows them, had no effect.
  @Test func forcedBreaksBesideSpannersEndThePage() throws {
    let before = container("x<p id=a style='column-span: all; break-before: page; margin: 5px 0'>a</p>y")
    #expect(try boxes(before)["a"] == ["2: 0,5 200×12"])
    let after = container("x<p style='column-span: all; break-after: page'>a</p><p id=b>b</p>")
    #expect(try boxes(after)["b"] == ["2: 0,0 100×12"])
    let next = container("x<p style='column-span: all'>a</p><p id=b style='break-before: page'>b</p>")
    #expect(try boxes(next)["b"] == ["2: 0,0 100×12"])
  }

  @Test func aForcedBreakBeforeTheFirstSpannerIsThatOfTheContainer() throws {
    let html = "<p>x</p>" + container("<p id=a style='column-span: all; break-before: page'>a</p>y")
    #expect(try boxes(html)["a"] == ["2: 0,0 200×12"])
  }

  /// Regression: a heading across the columns stayed alone at the end of the page.
  @Test func aSpannerThatAvoidsTheBreakAfterItMovesToTheNextPage() throws {
    let html = container("\(tall(190))<p id=a style='column-span: all; break-after: avoid'>a</p><p id=b>b</p>")
    #expect(try boxes(html)["a"] == ["1: 0,95 200×12"])
    let full = container("\(tall(214))<p id=a style='column-span: all; break-after: avoid'>a</p><p id=b>b</p>")
    #expect(try boxes(full)["a"] == ["2: 0,0 200×12"])
    #expect(try boxes(full)["b"] == ["2: 0,12 100×12"])
  }

  /// Regression: a spanner that avoids breaks was broken although it could start on the next page.
  @Test func aSpannerThatAvoidsBreaksMovesToTheNextPage() throws {
    let spanner = "<p id=a style='column-span: all; break-inside: avoid'>a<br>b<br>c</p>"
    #expect(try boxes(container("\(tall(200))\(spanner)"))["a"] == ["2: 0,0 200×36"])
  }

  /// `orphans` and `widows` of the spanner hold as elsewhere.
  @Test func aSpannerKeepsItsLinesTogether() throws {
    let spanner = "<p id=a style='column-span: all; orphans: 2; widows: 2'>a<br>b<br>c</p>"
    #expect(try boxes(container("\(tall(210))\(spanner)"))["a"] == ["2: 0,0 200×36"])
  }
}
