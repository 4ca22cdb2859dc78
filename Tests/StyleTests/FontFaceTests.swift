import TestTraits
import Testing

@testable import Style

@Suite(.hangLimit) struct FontFaceTests {
  /// Regression: a range beyond the last character was no valid range.
  @Test func rangesEndAtTheLastCharacter() throws {
    let ranges = "U+FFFFFF, U+10FF00-FFFFFF, U+110000-120000"
    let css = "@font-face { font-family: a; src: url(a.ttf); unicode-range: \(ranges) }"
    #expect(try Sheet(css).document.fontFaces.first?.unicodeRanges == [0x10FF00...0x10FFFF])
  }

  @Test func metricsMayBeOverridden() throws {
    let css = """
      @font-face { font-family: a; src: local(b); size-adjust: 107.5%; ascent-override: 90%; descent-override: normal;
      line-gap-override: 0% }
      """
    let face = try #require(try Sheet(css).document.fontFaces.first)
    #expect(face.sizeAdjust == 1.075 && face.ascentOverride == 0.9 && face.descentOverride == nil)
    #expect(face.lineGapOverride == 0)
  }

  @Test func fontFaceRulesAreCollected() throws {
    let css = """
      @font-face { font-family: "My Font"; src: local("Foo Bar"), url(a.woff2) format("woff2"), url("b.ttf"); font-weight: 100 900;
      font-style: italic; font-stretch: 75% 125%; unicode-range: U+0-7F, u+4?? }
      @font-face { font-family: x }
      """
    let sheet = try Sheet(css)
    #expect(sheet.document.fontFaces.count == 1)
    let face = sheet.document.fontFaces[0]
    #expect(face.family == "My Font")
    #expect(
      face.sources == [
        .local("Foo Bar"), .url("a.woff2", base: "", format: "woff2"), .url("b.ttf", base: "", format: ""),
      ])
    #expect(face.weight == 100...900)
    #expect(face.slant == .italic)
    #expect(face.stretch == 75...125)
    #expect(face.unicodeRanges == [0...0x7F, 0x400...0x4FF])
    #expect(sheet.messages.count == 1)
  }
}
