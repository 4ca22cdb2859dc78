import TestTraits
import Testing

@testable import TextShaping

@Suite("Hostile text", .hangLimit)
struct HostileTextTests {
  @Test("Bytes that are not UTF-8 are replaced by question marks and reported")
  func invalid() {
    let shaper = TextShaper()
    let font = shaper.font(FontDescription(families: ["DejaVu Sans"], size: 10))
    let bytes: ContiguousArray<UInt8> = [
      0x61, 0xFF, 0xC3, 0x61, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80, 0xC0, 0xAF, 0xE2, 0x82,
    ]
    let shaped = shaper.shape(bytes, spans: [TextSpan(bytes: 0..<15, font: font)], rightToLeft: false)
    #expect(String(decoding: shaped.bytes, as: UTF8.self) == "a??a???????????")
    #expect(shaper.diagnostics.map(\.code) == ["invalid_encoding"])
  }

  @Test("NUL does not end the text")
  func nul() {
    let shaped = shape("a\0ש")
    #expect(shaped.runs.map(\.bytes) == [0..<1, 1..<2, 2..<4])
    #expect(shaped.glyphs.count == 2)
  }

  @Test(
    "Long texts are shaped in pieces, each byte once",
    arguments: [
      "a", "\u{301}", "a\u{301}\u{316}\u{334}", "\u{2067}a", "\u{202B}a\u{5D0}", "(\u{5D0}[", "\u{628}\u{62A}",
      "\u{200D}",
      "👨‍👩‍👧‍👦", "\u{10FFFD}", "क्", "a\u{5D0}", "\u{FFFC}", "\u{E01}\u{E48}", "x\u{AD}",
    ])
  func long(unit: String) {
    let text = String(repeating: unit, count: 60_000 / unit.utf8.count)
    let shaped = shape(text)
    #expect(shaped.runs.last?.bytes.upperBound == UInt32(text.utf8.count))
    #expect(zip(shaped.runs, shaped.runs.dropFirst()).allSatisfy { $0.bytes.upperBound == $1.bytes.lowerBound })
    #expect(shaped.glyphs.allSatisfy { $0.advance.isFinite && Int($0.cluster) < text.utf8.count })
  }

  @Test("Text beyond the limits has no glyphs and is reported")
  func limits() {
    var limits = TextLimits()
    limits.textBytes = 10
    limits.spans = 3
    let shaper = TextShaper(limits: limits)
    let shaped = shape("abcdefghijklm", with: shaper)
    #expect(shaped.glyphs.count == 10)
    #expect(shaped.runs.map(\.bytes) == [0..<10, 10..<13])
    #expect(shaper.diagnostics.map(\.code) == ["text_too_long"])
    let font = shaper.font(FontDescription(families: ["DejaVu Sans"], size: 10))
    let spans = (0..<5).map { TextSpan(bytes: $0..<$0 + 1, font: font) }
    #expect(shaper.shape(ContiguousArray("abcde".utf8), spans: spans, rightToLeft: false).glyphs.count == 3)
  }

  @Test("Fonts beyond the limits are replaced and reported")
  func fontLimits() {
    var limits = TextLimits()
    limits.fonts = 2
    let shaper = TextShaper(limits: limits)
    let ids = (10..<14).map { shaper.font(FontDescription(families: ["DejaVu Sans"], size: Double($0))) }
    #expect(ids == [FontID(0), FontID(1), FontID(0), FontID(0)])
    #expect(shaper.diagnostics.map(\.code) == ["too_many_fonts"])
  }

  @Test("Spans that do not match the text do not crash")
  func spans() {
    let shaper = TextShaper()
    let font = shaper.font(FontDescription(families: ["DejaVu Sans"], size: 10))
    let text = ContiguousArray("déjà".utf8)
    func ends(_ ranges: [Range<Int>]) -> [UInt32] {
      shaper.shape(text, spans: ranges.map { TextSpan(bytes: $0, font: font) }, rightToLeft: false).runs
        .map(\.bytes.upperBound)
    }
    #expect(ends([0..<2, 2..<6]) == [3, 6])
    #expect(ends([0..<3, 1..<2, 3..<900]) == [3, 6])
    #expect(ends([0..<1]) == [6])
    #expect(ends([-5 ..< -1, 4..<6]) == [6])
    #expect(ends([]) == [])
  }

  @Test("Sizes and spacings that are not finite do not crash", arguments: [Double.nan, .infinity, -1, 1e300, 0])
  func sizes(value: Double) {
    let shaper = TextShaper()
    let shaped = shape("a b", size: value, with: shaper, letterSpacing: value, wordSpacing: value)
    #expect(shaped.glyphs.allSatisfy { $0.advance.isFinite })
    for run in shaped.runs { _ = shaper.scaledFont(run.face) }
  }
}
