import TestTraits
import Testing

/// MathML.
@Suite(.hangLimit) struct FormulaTests {
  private func formula(_ content: String, display: String = "block", size: Int = 10) throws -> [String] {
    let css =
      "math { font: \(size)px/\(size * 6 / 5)px \"Liberation Mono\"; text-align: left } math * { padding: 0 }"
    return try lines("<math display=\(display)>\(content)</math>", css: css).joined().map { $0 }
  }

  /// Regression: the height of nested fractions doubled with each level.
  @Test func theHeightOfNestedFractionsGrowsWithTheirNumber() throws {
    func bottom(_ levels: Int) throws -> Int {
      let open = String(repeating: "<mfrac><mn>1</mn><mrow><mn>2</mn><mo>+</mo>", count: levels)
      let found = try formula(open + "<mn>3</mn>" + String(repeating: "</mrow></mfrac>", count: levels), size: 2)
      return found.map { place($0) }.map { $0.y }.max() ?? 0
    }
    #expect(try bottom(8) < 4 * bottom(3))
  }

  /// Regression: any attribute that the style sheet did not know was taken for `display`.
  @Test func anUnknownAttributeIsNotDisplay() throws {
    let html = "a <math foo=e><mi>b</mi></math> c <math display=block><mi>d</mi></math>"
    func y(_ html: String) throws -> Int { place(try #require(lines(html).joined().last)).y }
    #expect(try y(html) > y(html.replacing("display", with: "foo")))
  }

  @Test func theWhiteSpaceBetweenElementsIsNotPartOfTheFormula() throws {
    let content = "<mn>1</mn>|<mrow>|<mn>2</mn>|</mrow>|<mtext>a b</mtext>"
    #expect(try formula(content.replacing("|", with: "\n ")) == formula(content.replacing("|", with: "")))
  }

  @Test func singleLettersAreItalic() throws {
    let found = try formula("<mi>x</mi><mi>h</mi><mi>sin</mi><mi mathvariant=normal>d</mi><mi>α</mi>")
    let text = found.map { $0.split(separator: " ").last.map(String.init) ?? "" }.joined()
    #expect(text == "\u{1D465}ℎsind\u{1D6FC}")
  }

  private func place(_ line: String) -> (x: Int, y: Int, width: Int) {
    let parts = line.split { $0 == "," || $0 == " " }
    return (Int(parts[0]) ?? 0, Int(parts[1]) ?? 0, Int(parts[2]) ?? 0)
  }
}
