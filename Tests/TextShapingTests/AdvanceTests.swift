import Testing

@testable import TextShaping

@Suite("Advances and positions")
struct AdvanceTests {
  @Test("Advances are the font's own, in fractions of a pixel")
  func unhinted() {
    // DejaVu Sans: H is 1540 units of 2048, i is 569.
    let shaped = shape("Hi", size: 10)
    #expect(shaped.glyphs.map { ($0.advance * 204.8).rounded() } == [1540, 569])
  }

  @Test("The width of a text is the sum of its advances")
  func sum() {
    let shaped = shape("The quick brown fox")
    let sum = shaped.glyphs.reduce(0) { $0 + Double($1.advance) }
    #expect(abs(shaped.width - sum) < 0.001)
    #expect(shaped.runs.count == 1)
  }
}
