import Foundation
import TestTraits
import Testing

@testable import TextShaping

@Suite(.hangLimit) struct HyphenatorTests {
  let hyphenator = Hyphenator()

  func parts(_ text: String, _ language: String) -> [String] {
    let bytes = Array(text.utf8)
    var start = 0
    return (hyphenator.points(in: bytes, language: language).map(\.end) + [bytes.count]).map { end in
      defer { start = end }
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
  }

  @Test func wordsBreakBetweenSyllables() {
    #expect(parts("representation", "en") == ["rep", "re", "sen", "ta", "tion"])
  }

  @Test func dictionariesInISO8859AreSupported() {
    #expect(parts("Straßenbahn", "de") == ["Stra", "ßen", "bahn"])
  }

  @Test func countryWithoutADictionaryHasThatOfItsLanguage() {
    #expect(parts("representation", "en-AU") == parts("representation", "en"))
  }

  @Test func punctuationEndsAWord() {
    #expect(parts("(representation)-representation", "en").contains("tion)-rep"))
  }

  @Test(arguments: [
    "LEFTHYPHENMIN -9223372036854775808\nCOMPOUNDLEFTHYPHENMIN -9223372036854775808\na1b\nNEXTLEVEL\nb1c",
    "COMPOUNDRIGHTHYPHENMIN -1\nRIGHTHYPHENMIN 9223372036854775807\na1b\nNEXTLEVEL\nb1c",
    "a1b/a=b,-9223372036854775808,9223372036854775807", "a1b/=,1,-5\nb1c/,,", "a1b/xabab=b,1,2\nNEXTLEVEL\nb1c",
    "1\n9a\na9\n/\n/=\nNEXTLEVEL\nNEXTLEVEL\n.a1b.",
  ])
  func damagedDictionariesDoNoHarm(text: String) {
    let dictionary = HyphenationDictionary(text)
    for word in ["ab", "abc", "xxabc", "abcabcabcabc"] {
      let points = dictionary.points(in: Array(word.unicodeScalars))
      #expect(points.allSatisfy { 0...word.count ~= $0.start && 0...word.count ~= $0.end }, "\(word)")
    }
  }

  @Test func shortAndVeryLongWordsAreNotHyphenated() {
    #expect(parts("away", "en") == ["away"])
    #expect(parts(String(repeating: "ta", count: 40), "en").count == 1)
  }

  @Test func languagesWithoutADictionaryAreReported() {
    #expect(parts("word", "zz") == ["word"])
    #expect(hyphenator.missing == ["zz"])
    #expect(parts("word", "../../etc/passwd") == ["word"])
  }

  // MARK: - Spelling changes

  /// The parts of a word, in an invented language, before and after each hyphen.
  private func split(_ word: String, patterns: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hyphens-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("UTF-8\n\(patterns)\n".utf8).write(to: folder.appendingPathComponent("hyph_xx.dic"))
    let bytes = Array(word.utf8)
    return Hyphenator(folders: [folder.path]).points(in: bytes, language: "xx").map { point in
      String(decoding: bytes[..<point.end], as: UTF8.self) + point.insert + "-"
        + String(decoding: bytes[point.start...], as: UTF8.self)
    }
  }

  @Test func letterMayBeRepeated() throws {
    #expect(try split("schiffahrt", patterns: "f1f/ff=f,1,2") == ["schiff-fahrt"])
  }

  @Test func letterMayChange() throws {
    #expect(try split("zucker", patterns: "c1k/k=k,1,2") == ["zuk-ker"])
  }

  @Test func lettersMayBeDropped() throws {
    #expect(try split("omaatje", patterns: "a1atje./a=t,1,3") == ["oma-tje"])
  }

  @Test func lettersAreCountedNotBytes() throws {
    #expect(try split("éasszonnyal", patterns: "s1sz/sz=sz,1,3") == ["éasz-szonnyal"])
  }

  @Test func limitsAreInCharacters() {
    let points = hyphenator.points(in: Array("regulation".utf8), language: "en", limits: (nil, 5, nil))
    #expect(points.allSatisfy { $0.end >= 5 })
  }
}
