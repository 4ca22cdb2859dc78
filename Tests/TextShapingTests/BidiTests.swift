import TestTraits
import Testing

@testable import TextShaping

@Suite("Directions", .hangLimit)
struct BidiTests {
  private func levels(_ text: String, rightToLeft: Bool = false) -> [UInt8] {
    shape(text, rightToLeft: rightToLeft).runs.map(\.level)
  }

  @Test("Hebrew in left-to-right text is at level 1, numbers in it at level 2")
  func hebrew() {
    #expect(levels("abc שלום 123 def") == [0, 1, 2, 0])
    let shaped = shape("abc שלום 123 def")
    #expect(shaped.runs.map(\.bytes) == [0..<4, 4..<13, 13..<16, 16..<20])
  }

  @Test("Latin in right-to-left text is at level 2")
  func rightToLeftBase() {
    #expect(levels("שלום abc!", rightToLeft: true) == [1, 2, 1])
    #expect(levels("abc", rightToLeft: true) == [2])
  }

  @Test("Each paragraph of a text is resolved separately")
  func paragraphs() {
    #expect(levels("\u{202B}abc\nabc") == [1, 2, 0, 0] || levels("\u{202B}abc\nabc").last == 0)
  }

  @Test("The controls of boxes apply to each paragraph in the box, those of the text to one")
  func boxControls() {
    let text = "\u{202E}ab\n\u{2066}c\nd\u{2069}\ne\u{202C}\nf"
    let bytes = ContiguousArray(text.utf8)
    func levels(_ controls: [Range<Int>]) -> [UInt8] {
      let shaper = TextShaper()
      let span = TextSpan(
        bytes: 0..<bytes.count, font: shaper.font(FontDescription(families: ["DejaVu Sans"], size: 16)))
      let shaped = shaper.shape(bytes, spans: [span], rightToLeft: false, controls: controls)
      return "abcdef".utf8.map { letter in
        let place = bytes.firstIndex(of: letter) ?? 0
        return shaped.runs.first { $0.bytes.contains(UInt32(place)) }?.level ?? 99
      }
    }
    #expect(levels([]) == [1, 1, 2, 0, 0, 0])
    #expect(levels([0..<3, 6..<9, 12..<15, 17..<20]) == [1, 1, 2, 2, 1, 0])
  }

  @Test("Isolates and overrides nest")
  func isolates() {
    #expect(levels("a\u{2067}b\u{2069}c").contains(2))
    #expect(levels("\u{202E}abc\u{202C}").contains(1))
  }

  /// FriBidi took the content of an isolate for the continuation of the preceding one.
  @Test("Isolates do not affect each other")
  func adjacentIsolates() {
    func plain(_ text: String) -> [UInt8] {
      let bytes = Array(text.utf8)
      let shaped = shape(text)
      return bytes.indices.filter { 0x21...0x7E ~= bytes[$0] }.map { place in
        shaped.runs.first { $0.bytes.contains(UInt32(place)) }?.level ?? 99
      }
    }
    // The exclamation mark has the direction of its isolate, whatever follows; so has the letter in the second one.
    #expect(plain("x \u{2067}a!\u{2069} z") == [0, 2, 1, 0])
    #expect(plain("x \u{2067}a!\u{2069} \u{2068}y\u{2069} z") == [0, 2, 1, 2, 0])
    #expect(plain("x \u{2067}a!\u{2069}\u{2067}?b\u{2069} z") == [0, 2, 1, 1, 2, 0])
    #expect(plain("\u{2068}a\u{2067}b!\u{2069}\u{2066}c\u{2069}\u{2069}").prefix(3) == [2, 4, 3])
  }

  @Test("Glyphs of a right-to-left run are in visual order")
  func visualOrder() {
    let shaped = shape("שלום עולם", rightToLeft: true)
    #expect(shaped.runs.count == 1)
    #expect(shaped.glyphs.map(\.cluster) == [15, 13, 11, 9, 8, 6, 4, 2, 0])
  }

  @Test("Brackets are mirrored")
  func mirroring() {
    #expect(shape("(", rightToLeft: true).glyphs.map(\.id) == shape(")").glyphs.map(\.id))
  }

  @Test("Arabic letters join within a word, across spans, but not across spaces")
  func joining() {
    let joined = shape("ببب")
    #expect(Set(joined.glyphs.map(\.id)).count == 3)
    let shaper = TextShaper()
    let font = shaper.font(FontDescription(families: ["DejaVu Sans"], size: 16))
    let spans = [TextSpan(bytes: 0..<2, font: font), TextSpan(bytes: 2..<6, font: font)]
    let split = shaper.shape(ContiguousArray("ببب".utf8), spans: spans, rightToLeft: true)
    #expect(Set(split.glyphs.map(\.id)) == Set(joined.glyphs.map(\.id)))
    #expect(shape("ب ب").glyphs.first?.id == shape("ب").glyphs.first?.id)
  }

  @Test("A slice of a right-to-left run has the glyphs of its bytes")
  func slices() {
    let shaped = shape("שלום עולם", rightToLeft: true)
    #expect(shaped.glyphRange(run: 0, bytes: 0..<8) == 5..<9)
    #expect(shaped.glyphRange(run: 0, bytes: 9..<17) == 0..<4)
    #expect(shaped.glyphRange(run: 0, bytes: 8..<9) == 4..<5)
    #expect(shaped.advance(run: 0, glyphs: 5..<9) == shape("שלום", rightToLeft: true).width)
  }
}
