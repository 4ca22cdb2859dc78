import TestTraits
import Testing

/// Items of grid containers at the ends of pages.
@Suite(.hangLimit) struct GridBreakTests {
  private func text(_ count: Int) -> String { [String](repeating: "a", count: count).joined(separator: "<br>") }

  /// Regression: only items in one row made it grow, so that what followed an item in two was on top of its end.
  @Test func rowsBelowAnItemInTwoRowsFollowItsEnd() throws {
    let html = """
      <section style='display: grid'><div style='grid-row: span 2; padding-top: 5px'>\(text(12))</div><p>z</section>
      """
    #expect(try lines(html).last == ["0,0 6 a", "0,12 6 a", "0,24 6 a", "0,36 6 z"])
  }

  /// Regression: what did not fit was laid out at the end of the page as if it were at its start, and cut.
  @Test func anAlignedItemThatDoesNotFitIsOnTheNextPage() throws {
    let html = """
      <section style='display: grid; grid-template-columns: 1fr 1fr'><p style='align-self: center'>z</p>
      <div>\(text(20))</div></section>
      """
    let found = try lines(html).map { $0.filter { $0.hasSuffix("z") } }
    #expect(found == [[], ["0,0 6 z"]])
  }
}
