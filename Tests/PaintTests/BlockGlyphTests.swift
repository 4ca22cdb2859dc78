import Layout
import Style
import TestTraits
import Testing
import TextShaping

@testable import Paint

/// Glyphs that fill their advance are painted as rectangles, which adjoin.
@Suite(.hangLimit) struct BlockGlyphTests {
  private let shaper = TextShaper()

  /// The rectangles of a text of 20 px that begins at 10,40.
  private func rects(_ string: String) throws -> [Rect]? {
    let font = shaper.font(FontDescription(families: ["DejaVu Sans"], size: 20))
    let bytes = ContiguousArray(string.utf8)
    let text = shaper.shape(bytes, spans: [TextSpan(bytes: 0..<bytes.count, font: font)], rightToLeft: false)
    let run = try #require(text.runs.first)
    var batch = GlyphBatch()
    batch.add(
      run.glyphs, TextSlice(text: 0, run: 0, glyphs: run.glyphs, baseline: 40, justification: 0), of: [text], x: 10)
    let fonts = FaceCache(FontSource(shaper))
    return fonts.blocks.rects(of: batch, run.face, fonts)
  }

  /// The block of DejaVu Sans is from 250/1000 em below the baseline to 938/1000 em above it.
  @Test func adjoiningBlocksAreOneRectangle() throws {
    let found = try #require(try rects("\u{2588}\u{2588}\u{2588}"))
    #expect(found.count == 1)
    #expect(abs(found[0].x - 9.8) < 0.1)
    #expect(abs(found[0].y - 21.24) < 0.1)
    #expect(abs(found[0].height - 23.76) < 0.1)
    #expect(found[0].width > 45)
  }

  @Test func aBlankSeparatesRectangles() throws {
    #expect(try rects("\u{2588} \u{2588}")?.count == 2)
  }

  @Test(arguments: ["a", "\u{2588}a", " ", "_", "\u{2014}"]) func otherTextRemainsText(text: String) throws {
    #expect(try rects(text) == nil)
  }
}
