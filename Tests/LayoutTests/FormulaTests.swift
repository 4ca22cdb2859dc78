import TestTraits
import Testing

/// MathML.
@Suite(.hangLimit) struct FormulaTests {
  private func formula(_ content: String, display: String = "block", size: Int = 10) throws -> [String] {
    let css =
      "math { font: \(size)px/\(size * 6 / 5)px \"Liberation Mono\"; text-align: left } math * { padding: 0 }"
    return try lines("<math display=\(display)>\(content)</math>", css: css).joined().map { $0 }
  }

  /// Regression: formulas were lines of the text of their elements, so that a fraction was a product.
  @Test func theDenominatorIsBelowTheNumerator() throws {
    let found = try formula("<mfrac><mn>12</mn><mn>345</mn></mfrac>")
    try #require(found.count == 2)
    let (numerator, denominator) = (place(found[0]), place(found[1]))
    #expect(denominator.y >= numerator.y + 12)
    #expect(abs(numerator.x + numerator.width / 2 - denominator.x - denominator.width / 2) <= 1)
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

  /// The scripts in their order from left to right, with those below the middle in brackets.
  private func scripts(_ content: String) throws -> String {
    let found = try formula("<mmultiscripts>\(content)</mmultiscripts>")
    let base = try #require(found.first { $0.hasSuffix(" X") }.map { place($0).y })
    let names = found.sorted { place($0).x < place($1).x }.map { text in
      let name = text.split(separator: " ").last ?? ""
      return name == "X" || place(text).y < base + 4 ? String(name) : "(\(name))"
    }
    return names.joined(separator: " ")
  }

  @Test func scriptsAreBeforeAndAfterTheBase() throws {
    let (none, prescripts) = ("<none/>", "<mprescripts/>")
    func n(_ value: Int) -> String { "<mn>\(value)</mn>" }
    let base = "<mtext>X</mtext>"
    #expect(try scripts(base + prescripts + n(1) + none) == "(1) X")
    #expect(try scripts(base + prescripts + none + n(2)) == "2 X")
    #expect(try scripts(base + n(1) + none + none + n(2)) == "X (1) 2")
    #expect(try scripts(base + none + n(1) + n(2) + none + n(3) + none) == "X 1 (2) (3)")
    #expect(try scripts(base + n(3) + none + prescripts + n(1) + none + none + n(2)) == "(1) 2 X (3)")
  }

  /// Regression: any attribute that the style sheet did not know was taken for `display`.
  @Test func anUnknownAttributeIsNotDisplay() throws {
    let html = "a <math foo=e><mi>b</mi></math> c <math display=block><mi>d</mi></math>"
    func y(_ html: String) throws -> Int { place(try #require(lines(html).joined().last)).y }
    #expect(try y(html) >= 12)
    #expect(try y(html.replacing("display", with: "foo")) < 12)
  }

  @Test func theWhiteSpaceBetweenElementsIsNotPartOfTheFormula() throws {
    let content = "<mn>1</mn>|<mrow>|<mn>2</mn>|</mrow>|<mtext>a b</mtext>"
    #expect(try formula(content.replacing("|", with: "\n ")) == formula(content.replacing("|", with: "")))
  }

  @Test func scriptsAreAboveAndBelowTheBaseline() throws {
    let found = try formula("<msubsup><mn>1</mn><mn>2</mn><mn>3</mn></msubsup>", size: 40).map(place)
    try #require(found.count == 3)
    #expect(found[1].x == found[2].x && found[1].x >= 24)
    #expect(found[2].y < found[0].y && found[1].y > found[0].y)
    let power = try formula("<msup><mn>1</mn><mn>2</mn></msup>", size: 40).map(place)
    #expect(power[1].y < power[0].y && power[1].x == power[0].x + 24)
  }

  @Test func limitsAreScriptsInInlineFormulas() throws {
    let sum = "<munderover><mo>+</mo><mn>2</mn><mn>3</mn></munderover>"
    let display = try formula(sum).map(place)
    #expect(display[1].y > display[0].y && display[2].y < display[0].y && display[1].x < display[0].x + 6)
    let inline = try formula(sum, display: "inline").map(place)
    #expect(inline[1].x >= inline[0].x + 6)
  }

  @Test func singleLettersAreItalic() throws {
    let found = try formula("<mi>x</mi><mi>h</mi><mi>sin</mi><mi mathvariant=normal>d</mi><mi>α</mi>")
    let text = found.map { $0.split(separator: " ").last.map(String.init) ?? "" }.joined()
    #expect(text == "\u{1D465}ℎsind\u{1D6FC}")
  }

  @Test func operatorsHaveSpaceByTheirPlace() throws {
    let found = try formula(
      "<mo>-</mo><mn>1</mn><mo>=</mo><mn>2</mn><mo>,</mo><mn>3</mn><mo>(</mo><mn>4</mn><mo>)</mo>")
    #expect(found.map { place($0).x } == [0, 6, 15, 24, 30, 37, 43, 49, 55])
  }

  private func place(_ line: String) -> (x: Int, y: Int, width: Int) {
    let parts = line.split { $0 == "," || $0 == " " }
    return (Int(parts[0]) ?? 0, Int(parts[1]) ?? 0, Int(parts[2]) ?? 0)
  }
}
