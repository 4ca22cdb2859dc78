import TestTraits
import Testing

/// Widths of flex and grid containers with vertical text that their containers determine (css-writing-modes-4 §7). The
/// sizes are as before the turn: the height on the page first.
@Suite(.hangLimit) struct TurnedContainerTests {
  private func size(_ css: String, around: String = "") throws -> Substring? {
    let html = "<div style='\(around)'><div id=a style='writing-mode: vertical-lr; \(css)'>xy</div></div>"
    return try boxes(html)["a"]?.first?.split(separator: " ").last
  }

  /// Regression: percentages were ignored.
  @Test(arguments: ["grid", "flex"]) func percentagesReferToTheContainer(_ display: String) throws {
    #expect(try size("display: \(display)") == "12×12")
    #expect(try size("display: \(display); width: 30%") == "12×60")
    #expect(try size("display: \(display); min-width: 50%") == "12×100")
    #expect(try size("display: \(display); width: 60px; max-width: 20%") == "12×40")
  }

  /// Regression: they were only as large as their content.
  @Test(arguments: ["grid", "flex"]) func theyFillTheSpaceThatTheirContainerGivesThem(_ display: String) throws {
    #expect(try size("display: \(display); position: absolute; inset: 20px 40px") == "80×120")
    #expect(try size("display: \(display); position: absolute; inset: 20px 40px; height: 30px") == "30×120")
    #expect(try size("display: \(display); flex: 1", around: "display: flex; height: 50px") == "50×200")
  }
}
