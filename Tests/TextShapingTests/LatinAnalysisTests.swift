import TestTraits
import Testing

@testable import TextShaping

@Suite("Fast analysis of Latin text", .hangLimit)
struct LatinAnalysisTests {
  @Test("Its line breaks are those of Pango, except in numbers and between ASCII characters")
  func agreesWithPango() {
    var random = Random(state: 42)
    let alphabet = [
      "a", "B", "é", " ", " ", "-", "/", ".", ",", ":", "(", ")", "[", "]", "\"", "'", "!", "?", "\u{2019}", "\u{201C}",
      "\u{201D}", "\u{2013}", "\u{2014}", "\u{2026}", "\u{AB}", "\u{BB}", "\u{A0}", "\u{AD}", "&", "\n", "\u{200B}",
      "\u{2060}", "\u{B4}", "\u{2010}", "_", "|", "\u{2003}", "\u{2028}", "\r", "\u{2022}", "\u{2192}", "\u{17F}",
    ]
    for _ in 0..<20_000 {
      let text = (0..<2 + random.next(6)).map { _ in alphabet[random.next(alphabet.count)] }.joined()
      let bytes = ContiguousArray(text.utf8)
      guard let ours = LatinAnalysis.boundaries(bytes) else {
        Issue.record("not Latin: \(text.debugDescription)")
        continue
      }
      let pango = bytes.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { chars in
          chars.baseAddress.map { GeneralAnalysis.boundaries(bytes, $0, language: nil) } ?? []
        }
      }
      func compared(_ boundaries: ContiguousArray<Boundary>) -> [Boundary] {
        boundaries.indices.map { index in
          let isASCII = index < bytes.count && bytes.withUnsafeBufferPointer { ASCIIBreaks.apply(to: $0, at: index) }
          return boundaries[index].subtracting(isASCII ? [.word, .line] : .word)
        }
      }
      #expect(compared(ours) == compared(pango), "\(text.debugDescription)")
    }
  }

  @Test("The general analysis has the same results")
  func agreesWithTheGeneralAnalysis() {
    var random = Random(state: 7)
    let alphabet = [
      "a", "1", " ", "-", "/", ".", ",", ":", "(", ")", "%", "$", "+", "\t", "\u{FFFC}", "\u{20AC}", "\u{B0}", "'", "x",
      "\u{A0}", "\n",
    ]
    for _ in 0..<20_000 {
      let text = (0..<2 + random.next(6)).map { _ in alphabet[random.next(alphabet.count)] }.joined()
      let bytes = ContiguousArray(text.utf8)
      let long = GeneralAnalysis.analyse(bytes, rightToLeft: false, language: nil).boundaries
      #expect(LatinAnalysis.boundaries(bytes) == long, "\(text.debugDescription)")
    }
  }

  @Test(
    "Other scripts, combining marks and bidi controls use the general analysis",
    arguments: ["я", "e\u{301}", "\u{202B}", "中"])
  func others(text: String) {
    #expect(LatinAnalysis.boundaries(ContiguousArray(text.utf8)) == nil)
  }
}

/// A small random number generator with the same numbers on every run.
struct Random {
  var state: UInt64
  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
