import TestTraits
import Testing

@testable import Style

/// `math-depth`, `math-style`, `math-shift` and `font-size: math` (MathML Core §4.3 to §4.5).
@Suite(.hangLimit) struct MathStyleTests {
  private func size(_ css: String) throws -> Double {
    let sheet = try Sheet("#a { font-size: 100px } \(css)", "<x-a id=a><x-a id=b><x-a id=c></x-a></x-a></x-a>")
    #expect(sheet.messages.isEmpty)
    return sheet.style("c").text.font.size
  }

  private func isAbout(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 0.01 }

  @Test func theDepthScalesTheFont() throws {
    #expect(isAbout(try size("#c { math-depth: 1; font-size: math }"), 71))
    #expect(isAbout(try size("#c { math-depth: 2; font-size: math }"), 50.41))
    #expect(
      isAbout(try size("#b { math-depth: 1; font-size: math } #c { math-depth: add(1); font-size: math }"), 50.41))
    #expect(isAbout(try size("#b { math-depth: 1; font-size: math } #c { math-depth: 0; font-size: math }"), 100))
    #expect(isAbout(try size("#c { math-depth: -1; font-size: math }"), 100 / 0.71))
    // Without `font-size: math`, it has no effect.
    #expect(try size("#c { math-depth: 1 }") == 100)
  }

  @Test func theDepthIsAddedInCompactStyle() throws {
    let rule = "#c { math-depth: auto-add; font-size: math }"
    #expect(try size(rule) == 100)
    #expect(isAbout(try size("#b { math-style: compact } \(rule)"), 71))
  }

  @Test func depthsAreLimited() throws {
    #expect(try size("#b { math-depth: 2000000000 } #c { math-depth: add(2000000000); font-size: math }") == 100)
    #expect(try size("#c { math-depth: 2000000000; font-size: math }") == 1)
  }
}
