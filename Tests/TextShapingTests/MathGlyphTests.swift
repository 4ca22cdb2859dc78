import TestTraits
import Testing

@testable import TextShaping

/// Stretched glyphs of fonts for formulas (MathML Core §5.3).
@Suite(.hangLimit) struct MathGlyphTests {
  private let shaper = TextShaper()

  private func height(_ character: Unicode.Scalar, to size: Double, family: String = "Test Math") -> Double? {
    let font = shaper.font(FontDescription(families: [family], size: 10))
    return shaper.stretched(character, in: font, along: .vertical, to: size)?.height
  }

  @Test func theSmallestGlyphThatIsLargeEnoughIsTaken() throws {
    #expect(height("(", to: 0) == 10 && height("(", to: 10) == 10)
    #expect(height("(", to: 10.5) == 15)
    // An assembly of parts of 5 px.
    #expect(try #require(height("(", to: 31)).rounded() == 35)
    // A letter has no variants, and the font has a MATH table.
    #expect(height("\u{E000}", to: 10) == nil)
  }

  @Test func partsAreLimited() throws {
    #expect(try #require(height("(", to: 1e9)) < 6000)
    #expect(height("(", to: .infinity) == nil)
  }

  @Test func constantsAreThoseOfTheFont() {
    let font = shaper.font(FontDescription(families: ["Test Math"], size: 20))
    let constants = shaper.mathConstants(font)
    #expect(constants[.axisHeight] == 5 && constants[.fractionRuleThickness] == 2)
    #expect(
      (constants.scriptScale * 100).rounded() == 70
        && (constants[.radicalDegreeBottomRaisePercent] * 100).rounded() == 60)
  }

  @Test func fontsWithoutATableHaveOtherConstants() {
    let font = shaper.font(FontDescription(families: ["Liberation Sans"], size: 20))
    let (constants, metrics) = (shaper.mathConstants(font), shaper.metrics(font))
    #expect(constants.scriptScale == 0.71)
    #expect(abs(constants[.axisHeight] - metrics.xHeight / 2) < 0.001)
  }

  /// DejaVu Sans has a MATH table with parts of brackets, but none for bars along the line.
  @Test func bracketsAndBarsGrow() throws {
    for character: Unicode.Scalar in ["(", "]", "{", "|"] {
      let tall = try #require(height(character, to: 60, family: "DejaVu Sans"))
      #expect(tall > 59 && tall < 120, "\(character)")
    }
    let font = shaper.font(FontDescription(families: ["DejaVu Sans"], size: 10))
    let bar = try #require(shaper.stretched("\u{AF}", in: font, along: .horizontal, to: 40))
    #expect(bar.width >= 39)
  }

  @Test func otherCharactersBecomeLarger() throws {
    let large = try #require(height("\u{222F}", to: 40, family: "DejaVu Sans"))
    #expect(abs(large - 40) < 0.5)
  }

  @Test func theInkOfATextIsMeasured() throws {
    let font = shaper.font(FontDescription(families: ["Test Math"], size: 10))
    let text = shaper.shape(ContiguousArray("ag".utf8), spans: [TextSpan(bytes: 0..<2, font: font)], rightToLeft: false)
    let ink = try #require(shaper.ink(of: text))
    #expect([ink.left, ink.right, ink.ascent, ink.descent].map { ($0 * 10).rounded() } == [5, 95, 50, 20])
    let space = shaper.shape(ContiguousArray(" ".utf8), spans: [TextSpan(bytes: 0..<1, font: font)], rightToLeft: false)
    #expect(shaper.ink(of: space) == nil)
  }
}
