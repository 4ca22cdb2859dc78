import TestTraits
import Testing

/// Fractions and roots (MathML Core §3.3.2, §3.3.3).
@Suite(.hangLimit) struct FormulaFractionTests {
  private let half = "<mfrac><mn>1</mn><mn>2</mn></mfrac>"

  /// The line is around the axis, at 2.5 px; the gaps are 3 px, and there is 1 px of padding.
  @Test func theLineOfAFractionIsAtTheAxis() throws {
    let fraction = try FormulaParts(half)
    #expect(fraction.parts == ["1,6 1", "1,19 2", "1,9 5×1"])
    #expect(fraction.size == "7×19")
  }

  @Test func fractionsInLinesAreSmaller() throws {
    // 7 px; the shift is 4 px, which leaves more than the gap of 1 px.
    #expect(try formulaParts(half, "") == ["1,4.2 1", "1,12.2 2", "1,5.2 3.5×1"])
  }

  @Test func displayStyleEndsInFractions() throws {
    let nested = try formulaParts("<mfrac>\(half)<mn>3</mn></mfrac>")
    // The outer fraction has the size of its formula, the inner one that of scripts.
    #expect(nested.contains("2,4.2 1") && nested.contains { $0.hasSuffix(" 3") && !$0.hasPrefix("2,") })
    #expect(try formulaParts("<mfrac><mstyle displaystyle=true>\(half)</mstyle><mn>3</mn></mfrac>").contains("2,6 1"))
  }

  @Test func linesHaveAThickness() throws {
    #expect(try formulaParts("<mfrac linethickness=3px><mn>1</mn><mn>2</mn></mfrac>").last == "1,9 5×3")
    #expect(try formulaParts("<mfrac linethickness=200%><mn>1</mn><mn>2</mn></mfrac>").last == "1,9 5×2")
    #expect(try formulaParts("<mfrac linethickness=thick><mn>1</mn><mn>2</mn></mfrac>").last == "1,9 5×2")
  }

  @Test func binomialsHaveNoLine() throws {
    let parts = try formulaParts("<mo>(</mo><mfrac linethickness=0><mn>1</mn><mn>2</mn></mfrac><mo>)</mo>")
    // Baselines 6 px above and below that of the formula.
    #expect(parts == ["0,20 (", "5,6.5 1", "5,18.5 2", "11,20 )"])
  }

  @Test func bevelledFractionsHaveASlash() throws {
    let parts = try formulaParts("<mfrac bevelled=true><mn>1</mn><mn>2</mn></mfrac>")
    #expect(parts.map { $0.split(separator: " ").last ?? "" } == ["1", "/", "2"])
  }

  @Test func otherNumbersOfChildrenMakeARow() throws {
    #expect(try formulaParts("<mfrac><mn>1</mn><mn>2</mn><mn>3</mn></mfrac>") == ["1,6 1", "6,6 2", "11,6 3"])
  }

  /// The radicand is 6 px high, the gap 2 px and the line 1 px, so that the sign of 10 px is high enough.
  @Test func rootsHaveALineAboveTheirContent() throws {
    let root = try FormulaParts("<msqrt><mn>2</mn><mn>3</mn></msqrt>")
    #expect(root.parts == ["0,11 √", "6,10 2", "11,10 3", "6,1 10×1"])
    #expect(root.size == "16×11")
  }

  @Test func rootsGrow() throws {
    let parts = try formulaParts("<msqrt><mspace height=15px></mspace><mn>2</mn></msqrt>")
    #expect(parts.first == "0,21 √")
  }

  /// The degree is 2.5 px wide, after 2 px; it is above the start of the sign, at 60 % of its height.
  @Test func theDegreeIsInTheRoot() throws {
    #expect(try formulaParts("<mroot><mn>2</mn><mn>3</mn></mroot>") == ["2,5 3", "2,11 √", "8,10 2", "8,1 5×1"])
  }
}
