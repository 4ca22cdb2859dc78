import TestTraits
import Testing

/// Borders and spacing of tables at breaks (css-break-3 §5.2, css-tables-3).
@Suite(.hangLimit) struct TableEndTests {
  private let css = "table { border-spacing: 0 10px } td { padding: 0 }"

  private func table(_ style: String) -> String {
    "<div style='height: 85px'></div><table id=t style='\(style)'><tr><td id=r style='height: 20px'></table><p id=n>n</p>"
  }

  @Test func theSpacingBelowTheLastRowEndsWithThePage() throws {
    let found = try boxes(table(""), css: css)
    #expect(found["t"] == ["1: 0,85 0×35"])
    #expect(found["n"] == ["2: 0,0 200×12"])
  }

  @Test func theSpacingAboveABorderIsKept() throws {
    let found = try boxes(table("border-bottom: 2px solid"), css: css)
    #expect(found["t"] == ["2: 0,0 0×42"])
    #expect(found["n"] == ["2: 0,42 200×12"])
  }

  /// The borders of wide rows were outside the table if the first row had narrow ones.
  @Test func theWidestCollapsedBorderIsInsideTheTable() throws {
    let html = """
      <table id=t style='border-collapse: collapse; width: 100px'><tr><td style='height: 70px; border: 2px solid'>
      <tr><td style='height: 70px; border: 10px solid'></table>
      """
    let document = try layOut(html, css: css)
    #expect(document.pages.count == 2)
    for page in document.pages {
      let rules = page.fragments.filter { if case .rule = $0.content { true } else { false } }.map(\.frame)
      #expect(rules.map(\.x).min() ?? -1 >= 0)
      #expect(rules.map(\.maxX).max() ?? 101 <= 100)
    }
  }
}
