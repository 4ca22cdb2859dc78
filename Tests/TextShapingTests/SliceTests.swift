import TestTraits
import Testing

@testable import TextShaping

@Suite("Slices of runs", .hangLimit)
struct SliceTests {
  @Test("A range of bytes has the glyphs of its clusters")
  func leftToRight() {
    let shaped = shape("déjà vu e\u{301}x")
    // d é j à space v u space é x
    #expect(shaped.glyphRange(run: 0, bytes: 0..<3) == 0..<2)
    #expect(shaped.glyphRange(run: 0, bytes: 3..<6) == 2..<4)
    #expect(shaped.glyphRange(run: 0, bytes: 7..<9) == 5..<7)
    #expect(shaped.glyphRange(run: 0, bytes: 0..<100) == 0..<UInt32(shaped.glyphs.count))
    #expect(shaped.glyphRange(run: 0, bytes: 4..<4).isEmpty)
  }

  @Test("Adjacent slices cover a run, in both directions", arguments: ["fine fix déjà", "שָׁלוֹם עולם", "क्षत्रिय ab"])
  func partition(text: String) {
    let shaped = shape(text)
    for index in shaped.runs.indices {
      let run = shaped.runs[index]
      for cut in Int(run.bytes.lowerBound)...Int(run.bytes.upperBound) {
        let first = shaped.glyphRange(run: index, bytes: Int(run.bytes.lowerBound)..<cut)
        let second = shaped.glyphRange(run: index, bytes: cut..<Int(run.bytes.upperBound))
        #expect(first.count + second.count == run.glyphs.count)
        let sum = shaped.advance(run: index, glyphs: first) + shaped.advance(run: index, glyphs: second)
        #expect(abs(sum - shaped.advance(run: index, glyphs: run.glyphs)) < 0.0001)
      }
    }
  }

  @Test("The run of a byte is found")
  func runs() {
    let shaped = shape("ab\tcd שלום")
    #expect((0..<14).map { shaped.run(at: $0) } == [0, 0, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3])
    #expect(shaped.run(at: 14) == shaped.runs.count)
  }
}
