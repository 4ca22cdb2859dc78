import Testing

@testable import TextShaping

@Suite struct HyphenatorTests {
  let hyphenator = Hyphenator()

  func parts(_ text: String, _ language: String) -> [String] {
    let bytes = Array(text.utf8)
    var start = 0
    return (hyphenator.points(in: bytes, language: language) + [bytes.count]).map { end in
      defer { start = end }
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
  }

  @Test func wordsBreakBySyllables() {
    #expect(parts("representation", "en") == ["rep", "re", "sen", "ta", "tion"])
  }

  @Test func dictionariesOfOneByteACharacterAreReadToo() {
    #expect(parts("Straßenbahn", "de") == ["Stra", "ßen", "bahn"])
  }

  @Test func aCountryWithoutADictionaryTakesItsLanguages() {
    #expect(parts("representation", "en-AU") == parts("representation", "en"))
  }

  @Test func punctuationEndsAWord() {
    #expect(parts("(representation)-representation", "en").contains("tion)-rep"))
  }

  @Test func wordsTooShortOrTooLongStayWhole() {
    #expect(parts("away", "en") == ["away"])
    #expect(parts(String(repeating: "ta", count: 40), "en").count == 1)
  }

  @Test func languagesWithoutADictionaryAreTold() {
    #expect(parts("word", "zz") == ["word"])
    #expect(hyphenator.missing == ["zz"])
    #expect(parts("word", "../../etc/passwd") == ["word"])
  }

  @Test func limitsAreOfCharacters() {
    let points = hyphenator.points(in: Array("regulation".utf8), language: "en", limits: (nil, 5, nil))
    #expect(points.allSatisfy { $0 >= 5 })
  }
}
