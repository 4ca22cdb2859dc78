import TestTraits
import Testing

@testable import TextShaping

@Suite("Advances and positions", .hangLimit)
struct AdvanceTests {
  @Test("Advances are the font's own, in fractions of a pixel")
  func unhinted() {
    // DejaVu Sans: H is 1540 units of 2048, i is 569.
    let shaped = shape("Hi", size: 10)
    #expect(shaped.glyphs.map { ($0.advance * 204.8).rounded() } == [1540, 569])
  }

  @Test("Advances grow with the size")
  func linear() {
    let small = shape("Office 42", size: 7)
    let large = shape("Office 42", size: 14)
    #expect(zip(small.glyphs, large.glyphs).allSatisfy { abs($0.advance * 2 - $1.advance) < 0.0001 })
  }

  @Test("The width of a text is the sum of its advances")
  func sum() {
    let shaped = shape("The quick brown fox")
    let sum = shaped.glyphs.reduce(0) { $0 + Double($1.advance) }
    #expect(abs(shaped.width - sum) < 0.001)
    #expect(shaped.runs.count == 1)
  }

  @Test("A word has the same width alone and in a text")
  func slices() {
    let shaped = shape("Tall AV Tall")
    let word = shaped.glyphRange(run: 0, bytes: 5..<7)
    #expect(shaped.advance(run: 0, glyphs: word) == shape("AV").width)
  }

  @Test("Kerning pairs are closer")
  func kerning() {
    #expect(shape("AV").width < shape("A").width + shape("V").width)
    #expect(shape("AV", features: ["kern=0"]).width == shape("A").width + shape("V").width)
  }

  @Test("Letters are kerned with spaces, and words with each other, as in text that is shaped as a whole")
  func kerningBetweenWords() {
    let family = "Liberation Sans"
    let alone = shape("A", family).width + shape(" ", family).width
    #expect(shape("A ", family).width < alone)
    #expect(shape(" A", family).width < alone)
    #expect(shape("A ", family, features: ["kern=0"]).width == alone)
    #expect(abs(shape("A ", family, size: 32).width - 2 * shape("A ", family).width) < 0.001)
    #expect(shape("-T").width < shape("-").width + shape("T").width)
    #expect(abs(shape("n  n", family).width - shape("nn", family).width - 2 * shape(" ", family).width) < 0.001)
  }

  @Test("Ligatures join glyphs into one cluster")
  func ligatures() {
    #expect(shape("fi", "DejaVu Sans").glyphs.count == 1)
    #expect(shape("fi", "DejaVu Sans", features: ["liga=0"]).glyphs.map(\.cluster) == [0, 1])
  }

  @Test("A character without a glyph is not the start of the next character's cluster")
  func charactersWithoutGlyphs() {
    #expect(shape("\u{2060}\u{200D}ab").glyphs.map(\.cluster) == [6, 7])
    #expect(shape("a\u{2060}b").glyphs.map(\.cluster) == [0, 4])
  }

  @Test("Letter spacing is added after each cluster and disables ligatures")
  func letterSpacing() {
    let plain = shape("fix é", features: ["liga=0"])
    let spaced = shape("fix é", letterSpacing: 3)
    #expect(spaced.glyphs.count == 5)
    #expect(zip(plain.glyphs, spaced.glyphs).allSatisfy { abs($1.advance - $0.advance - 3) < 0.0001 })
  }

  @Test("Letter spacing is not added between a base and its marks")
  func letterSpacingOfMarks() {
    let spaced = shape("x\u{301}\u{316}", letterSpacing: 3)
    #expect(spaced.width == shape("x").width + 3)
  }

  @Test("Letters of scripts with connected letters are not spaced")
  func letterSpacingOfConnectedLetters() {
    #expect(
      shape("سلام", rightToLeft: true, letterSpacing: 3).glyphs == shape("سلام", rightToLeft: true).glyphs)
  }

  @Test("Letter spacing is on the left in right-to-left text")
  func letterSpacingRightToLeft() {
    let plain = shape("שלום", rightToLeft: true)
    let spaced = shape("שלום", rightToLeft: true, letterSpacing: 3)
    #expect(zip(plain.glyphs, spaced.glyphs).allSatisfy { $1.advance == $0.advance + 3 && $1.dx == $0.dx + 3 })
  }

  @Test("Word spacing is added after spaces and no-break spaces")
  func wordSpacing() {
    #expect(abs(shape("a b\u{A0}c\u{2003}d", wordSpacing: 5).width - shape("a b\u{A0}c\u{2003}d").width - 10) < 0.001)
  }

  @Test("Marks are placed over their base")
  func marks() {
    let shaped = shape("q\u{301}")
    #expect(shaped.glyphs.map(\.cluster) == [0, 0])
    #expect(shaped.glyphs[1].advance == 0)
    #expect(shaped.glyphs[1].dx < 0)
  }

  @Test(
    "Default ignorable characters have no glyph",
    arguments: ["\u{AD}", "\u{200B}", "\u{200D}", "\u{2060}", "\u{202B}", "\u{FEFF}"])
  func ignorable(character: String) {
    #expect(shape("a\(character)b").glyphs.map(\.id) == shape("ab").glyphs.map(\.id))
  }

  @Test(
    "Tabs, breaks, controls and objects have a run and no glyph",
    arguments: ["\t", "\n", "\u{2028}", "\u{FFFC}", "\u{1}", "\u{85}"])
  func blanks(character: String) {
    let shaped = shape("a\(character)b")
    #expect(shaped.runs.map(\.glyphs.count) == [1, 0, 1])
    #expect(shaped.runs[1].bytes == 1..<UInt32(1 + character.utf8.count))
  }

  @Test("Runs cover the text without gaps", arguments: ["", "a", "ab שלום\t12\ncd\u{FFFC}é 中文", "e\u{301}\u{200D}\0x"])
  func coverage(text: String) {
    let shaped = shape(text)
    var end: UInt32 = 0
    var glyph: UInt32 = 0
    for run in shaped.runs {
      #expect(run.bytes.lowerBound == end && run.glyphs.lowerBound == glyph)
      end = run.bytes.upperBound
      glyph = run.glyphs.upperBound
    }
    #expect(end == UInt32(text.utf8.count) && glyph == UInt32(shaped.glyphs.count))
    #expect(shaped.boundaries.count == text.utf8.count + 1)
  }

  @Test("A run ends where its span ends")
  func spans() {
    let shaper = TextShaper()
    let regular = shaper.font(FontDescription(families: ["DejaVu Sans"], size: 10))
    let bold = shaper.font(FontDescription(families: ["DejaVu Sans"], size: 10, weight: 700))
    let shaped = shaper.shape(
      ContiguousArray("one two".utf8),
      spans: [
        TextSpan(bytes: 0..<2, font: regular), TextSpan(bytes: 2..<5, font: bold),
        TextSpan(bytes: 5..<7, font: regular),
      ],
      rightToLeft: false)
    #expect(shaped.runs.map(\.bytes) == [0..<2, 2..<5, 5..<7])
    #expect(shaped.runs.map(\.span) == [0, 1, 2])
    #expect(shaped.runs[0].face == shaped.runs[2].face && shaped.runs[0].face != shaped.runs[1].face)
  }
}
