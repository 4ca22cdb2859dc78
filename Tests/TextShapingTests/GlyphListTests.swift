import TestTraits
import Testing

@testable import TextShaping

@Suite(.hangLimit) struct GlyphListTests {
  private func glyph(_ id: UInt32, dx: Float = 0, dy: Float = 0) -> Glyph {
    Glyph(id: id, advance: Float(id) * 2, dx: dx, dy: dy, cluster: id + 10)
  }

  @Test func glyphsAreStoredWithoutLoss() {
    let plain = [glyph(1), glyph(2), glyph(3)]
    #expect(Array(GlyphList(plain)) == plain)
    let marked = [glyph(1), glyph(2, dx: -1, dy: 3), glyph(3), glyph(4, dx: 0.5)]
    #expect(Array(GlyphList(marked)) == marked)
  }

  @Test func reversingIncludesOffsets() {
    let glyphs = [glyph(1), glyph(2, dx: 4), glyph(3), glyph(4, dy: 1)]
    var turned = GlyphListBuilder(glyphs)
    turned.reverse(from: 1)
    #expect(Array(GlyphList(turned)) == [glyphs[0], glyphs[3], glyphs[2], glyphs[1]])
  }

  @Test func widthIsAddedAfterOrBeforeAGlyph() {
    var builder = GlyphListBuilder([glyph(1), glyph(2)])
    builder.widen(0, by: 5, before: false)
    #expect(GlyphList(builder)[0].advance == 7 && GlyphList(builder)[0].dx == 0)
    builder.widen(1, by: 5, before: true)
    let wide = GlyphList(builder)
    #expect(wide[1].advance == 9 && wide[1].dx == 5)
    #expect(wide[0].dx == 0)
    #expect(wide.advance(0..<2) == 16)
  }

  @Test func clustersOfPlainTextAreTheirIndices() {
    let plain = (0..<4).map { Glyph(id: 7, advance: 1, dx: 0, dy: 0, cluster: UInt32($0)) }
    #expect(Array(GlyphList(plain)) == plain)
    let skipping = plain + [Glyph(id: 8, advance: 1, dx: 0, dy: 0, cluster: 9)]
    #expect(Array(GlyphList(skipping)) == skipping)
    var turned = GlyphListBuilder(plain)
    turned.reverse(from: 2)
    #expect(GlyphList(turned).map(\.cluster) == [0, 1, 3, 2])
  }

  /// The fast way for words without offsets has the same result as adding each glyph.
  @Test func wordsAreAppendedAsTheirGlyphs() {
    let plain = (0..<3).map { Glyph(id: UInt32($0) + 7, advance: 0.5, dx: 0, dy: 0, cluster: UInt32($0)) }
    let starts: [[Glyph]] = [
      [], [Glyph(id: 1, advance: 4, dx: 0, dy: 0, cluster: 0)], [Glyph(id: 1, advance: 4, dx: 0, dy: 0, cluster: 5)],
      [Glyph(id: 1, advance: 4, dx: 2, dy: 0, cluster: 0)],
    ]
    for start in starts {
      for origin in [0, 1, 8] as [UInt32] {
        var (fast, slow) = (GlyphListBuilder(start), GlyphListBuilder(start))
        plain.withUnsafeBufferPointer { word in
          fast.append(word, isPlain: true, size: 10, origin: origin)
          slow.append(word, isPlain: false, size: 10, origin: origin)
        }
        #expect(GlyphList(fast) == GlyphList(slow))
        #expect(GlyphList(fast).last == Glyph(id: 9, advance: 5, dx: 0, dy: 0, cluster: origin + 2))
      }
    }
  }

  @Test func aListInABlockIsAsOneOfItsOwn() {
    var packer = ArrayPacker<GlyphList.Core>()
    let lists = [[glyph(1)], [glyph(2), glyph(3, dy: 4)], [], [glyph(4, dx: 1), glyph(5)]]
    let packed = lists.map { GlyphList(GlyphListBuilder($0), packer: &packer) }
    #expect(packed == lists.map { GlyphList($0) })
    #expect(packed.map { Array($0) } == lists)
  }

  /// Glyphs are the most numerous values of a document.
  @Test func aGlyphOfPlainTextTakesEightBytes() { #expect(MemoryLayout<GlyphList.Core>.stride == 8) }
}
