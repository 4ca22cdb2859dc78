import TestTraits
import Testing

@testable import Layout

/// Operators: their dictionary, space and stretching (MathML Core §3.2.4, appendix B).
@Suite(.hangLimit) struct FormulaOperatorTests {
  @Test func theDictionaryHasFormsAndCategories() {
    #expect(MathOperator("+", .infix).leftSpace == 4.0 / 18)
    #expect(MathOperator("+", .prefix).leftSpace == 0)
    #expect(MathOperator("=", .infix).leftSpace == 5.0 / 18)
    #expect(MathOperator(",", .infix).leftSpace == 0 && MathOperator(",", .infix).rightSpace == 3.0 / 18)
    #expect(MathOperator("(", .prefix).isStretchy && MathOperator("(", .prefix).isSymmetric)
    // A bracket has one form only.
    #expect(MathOperator("(", .infix) == MathOperator("(", .prefix))
    // A bar between others is a relation.
    #expect(!MathOperator("|", .infix).isStretchy && MathOperator("|", .prefix).isStretchy)
    #expect(MathOperator("∑", .prefix).isLarge && MathOperator("∑", .prefix).hasMovableLimits)
    #expect(MathOperator("∫", .prefix).isLarge && !MathOperator("∫", .prefix).hasMovableLimits)
    #expect(MathOperator("→", .infix).isStretchy && MathOperator("⏞", .postfix).isStretchy)
    #expect(MathOperator("&&", .infix).leftSpace == 4.0 / 18 && MathOperator("&?", .infix).leftSpace == 5.0 / 18)
    #expect(MathOperator("<\u{338}", .infix) == MathOperator("<", .infix))
    #expect(MathOperator("", .infix) == MathOperator("≔", .infix))
  }

  @Test func arrowsAndBracesAreHorizontal() {
    for scalar: Unicode.Scalar in ["→", "⇔", "⏟", "^", "¯", "_"] { #expect(MathOperator.isHorizontal(scalar)) }
    for scalar: Unicode.Scalar in ["(", "|", "↑", "⇕", "∑", "√"] { #expect(!MathOperator.isHorizontal(scalar)) }
  }

  /// Embellished operators have the form of their place in the row.
  @Test func scriptedOperatorsAreOperators() throws {
    let plain = try FormulaParts("<mn>1</mn><mo>+</mo><mn>2</mn>").size
    #expect(plain.hasPrefix("19.4×"))
    let scripted = try FormulaParts("<mn>1</mn><msub><mo>+</mo><mn>3</mn></msub><mn>2</mn>").size
    // The subscript is 3.5 px wide, with 1 px after it.
    #expect(scripted.hasPrefix("23.9×"))
    // The first operator has no space.
    #expect(try FormulaParts("<mo>+</mo><mn>2</mn>").size.hasPrefix("10×"))
    #expect(try FormulaParts("<mrow><mo>+</mo></mrow><mn>2</mn>").size.hasPrefix("10×"))
  }

  @Test func attributesReplaceTheDictionary() throws {
    #expect(try formulaParts("<mn>1</mn><mo lspace=3px rspace=1em>+</mo><mn>2</mn>").last == "23,6 2")
    #expect(try formulaParts("<mn>1</mn><mo form=prefix>+</mo><mn>2</mn>").last == "10,6 2")
    #expect(try formulaParts("<mn>1</mn><mo lspace=thickmathspace>+</mo><mn>2</mn>").last == "15,6 2")
  }

  /// The content is 12 px above the axis and as much below it.
  @Test func bracketsGrowAroundTheAxis() throws {
    func brackets(_ attributes: String, height: String = "14.5px") throws -> String {
      let row = "<mo \(attributes)>(</mo><mspace height=\(height)></mspace><mo \(attributes)>)</mo>"
      return try FormulaParts(row).size
    }
    // Two parts of 5 px and three others in between.
    #expect(try brackets("") == "8×25")
    #expect(try brackets("stretchy=false") == "8×17")
    #expect(try brackets("symmetric=false") == "8×15")
    #expect(try brackets("maxsize=15px") == "8×20.4")
    #expect(try brackets("minsize=4em", height: "1px") == "8×40")
  }

  @Test func severalGlyphsOfABracketAreOneText() throws {
    let document = try layOut(
      "<math><mo>(</mo><mspace height=40px></mspace></math>", css: "math { font: 10px \"Test Math\" }")
    let slices = document.pages[0].fragments.compactMap { fragment in
      if case .text(let slice) = fragment.content { slice } else { nil }
    }
    try #require(slices.count == 1)
    #expect(slices[0].glyphs.count > 10 && text(of: slices[0], in: document) == "(")
  }

  /// DejaVu Sans has a MATH table, too.
  @Test func bracketsGrowInOtherFonts() throws {
    let row = "<mo>(</mo><mspace height=60px></mspace><mo>/</mo><mo stretchy=true>)</mo>"
    let parts = try FormulaParts(row, "", font: "DejaVu Sans")
    let height = Double(parts.size.split(separator: "×").last ?? "") ?? 0
    #expect(height > 110 && height < 140)
  }

  /// The dash of an operator is a minus sign.
  @Test func hyphensAreMinusSigns() throws {
    #expect(try formulaParts("<mo>-</mo><mn>1</mn>").first?.hasSuffix("−") == true)
  }

  @Test func largeSizesAreLimited() throws {
    let size = try FormulaParts("<mo minsize=1e9em>(</mo><mn>1</mn>").size
    #expect(Double(size.split(separator: "×").last ?? "") ?? .infinity < 200_000)
  }
}
