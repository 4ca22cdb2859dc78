import TestTraits
import Testing

@testable import TextShaping

@Suite("The word cache", .hangLimit)
struct CacheTests {
  @Test("A word is shaped once for all sizes and positions")
  func once() {
    let shaper = TextShaper()
    _ = shape("alpha beta alpha", size: 10, with: shaper)
    #expect(shaper.counters.shapings == 2)
    _ = shape("beta, alpha", size: 20, with: shaper)
    #expect(shaper.counters.words == 5)
    #expect(shaper.counters.cacheHits == 2)
    #expect(shaper.counters.shapings == 3)
  }

  @Test("Words with different features, language or spacing are cached separately")
  func options() {
    let shaper = TextShaper()
    _ = shape("fi", with: shaper)
    _ = shape("fi", with: shaper, features: ["liga=0"])
    _ = shape("fi", with: shaper, language: "tr")
    _ = shape("fi", with: shaper, letterSpacing: 1)
    #expect(shaper.counters.cacheHits == 0)
  }

  @Test("A pair of characters between words takes one call of HarfBuzz, and one for each new character")
  func kerning() {
    let shaper = TextShaper()
    _ = shape("ab ba", "Liberation Sans", with: shaper)
    // “b” with a space, a space with “b”; both characters.
    #expect(shaper.counters.kernings == 4)
    _ = shape("ab bb", "Liberation Sans", size: 30, with: shaper)
    #expect(shaper.counters.kernings == 4)
    _ = shape("b c", "Liberation Sans", with: shaper)
    #expect(shaper.counters.kernings == 6)
  }

  @Test("A large cache finds all words and can be emptied")
  func full() {
    var cache = WordCache()
    let words = (0..<100_000).map { ContiguousArray("w\($0)".utf8) }
    for word in words {
      word.withUnsafeBufferPointer {
        _ = cache.insert($0, key: 1, hash: WordCache.hash($0, key: 1), firstPiece: 0, lacksGlyphs: false)
      }
    }
    let missed = words.indices.filter { index in
      words[index].withUnsafeBufferPointer { cache.find($0, key: 1, hash: WordCache.hash($0, key: 1)) } != index
    }
    #expect(missed.isEmpty)
    cache.removeAll()
    #expect(words[0].withUnsafeBufferPointer { cache.find($0, key: 1, hash: WordCache.hash($0, key: 1)) } == nil)
  }

  @Test("Glyphs do not depend on previously shaped text")
  func determinism() {
    let text = "Ångström fi ﻻ שלום 中 ½ \u{10FFFD} ‘quoted’ 1,234.56"
    let used = TextShaper()
    for word in ["中文", "שלום עולם", "Ångström", "½", "א", "fi"] { _ = shape(word, with: used) }
    let fresh = TextShaper()
    let first = shape(text, with: fresh)
    let again = shape(text, with: fresh)
    let later = shape(text, with: used)
    #expect(first.glyphs == again.glyphs)
    #expect(first.glyphs == later.glyphs)
    #expect(first.runs.map { fresh.family($0.face) } == later.runs.map { used.family($0.face) })
  }

  @Test("Hot structures keep their sizes")
  func sizes() {
    #expect(MemoryLayout<Glyph>.stride == 20)
    #expect(MemoryLayout<GlyphRun>.stride == 28)
    #expect(MemoryLayout<Boundary>.stride == 1)
  }
}
