import Testing

@testable import Layout

struct MathItalicTests {
  @Test(arguments: ["A", "z", "h", "ı", "Ω", "ς", "ϴ", "∂", "∇", "ϖ"])
  func italicLettersHavePlainOnes(letter: Unicode.Scalar) {
    let italic = MathItalic.of(letter)
    #expect(italic != letter)
    #expect(MathItalic.plain(italic) == letter)
  }

  @Test(arguments: ["A", "1", "+", "ℝ"]) func othersHaveNone(character: Unicode.Scalar) {
    #expect(MathItalic.plain(character) == nil)
  }
}
