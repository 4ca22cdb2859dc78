import CHyphen
import Foundation
import TestTraits
import Testing

@testable import TextShaping

/// Installed dictionaries give the same hyphens as libhyphen, which reads them for LibreOffice.
@Suite(.hangLimit) struct ReferenceHyphenationTests {
  @Test(arguments: [
    (
      "en_US",
      "representation development counterparty hyphenation international quarterly estimate associated antidisestablishment"
    ),
    ("fr", "développement représentation entreprise économique trimestriel prestidigitateur"),
    ("nl_NL", "vertegenwoordiging ontwikkeling verzekeringsmaatschappij arbeidsongeschiktheid"),
    ("pl_PL", "przedstawicielstwo rozwój konstantynopolitańczykowianeczka źdźbło"),
    // Words of several parts, of which the first level of the dictionary knows some.
    (
      "de_DE",
      "donaudampfschifffahrt straßenbahnhaltestelle graduiertenstipendium daherauf rechtsschutzversicherungen zypriotin"
    ),
  ])
  func hyphensAreThoseOfLibhyphen(language: String, words: String) throws {
    let path = "/usr/share/hyphen/hyph_\(language).dic"
    let dictionary = try #require(HyphenationDictionary(path: path))
    let reference = try #require(hnj_hyphen_load(path))
    defer { hnj_hyphen_free(reference) }
    for word in words.split(separator: " ") {
      let places = dictionary.points(in: Array(word.unicodeScalars)).map(\.place)
      #expect(places == Self.places(word, reference), "\(word)")
    }
  }

  /// By libhyphen: the numbers of characters before each hyphen.
  private static func places(_ word: Substring, _ dictionary: UnsafeMutablePointer<HyphenDict>) -> [Int] {
    let isUTF8 = dictionary.pointee.utf8 != 0
    let isLatin2 = withUnsafeBytes(of: dictionary.pointee.cset) { $0.starts(with: "ISO8859-2".utf8) }
    let encoding: String.Encoding = isUTF8 ? .utf8 : isLatin2 ? .isoLatin2 : .isoLatin1
    let text = (word.data(using: encoding) ?? Data()).map { CChar(bitPattern: $0) }
    var numbers = [CChar](repeating: 0, count: text.count + 5)
    var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var positions: UnsafeMutablePointer<Int32>?
    var cuts: UnsafeMutablePointer<Int32>?
    hnj_hyphen_hyphenate2(
      dictionary, text + [0], Int32(text.count), &numbers, nil, &replacements, &positions, &cuts)
    return (1..<word.unicodeScalars.count).filter { numbers[$0 - 1] & 1 == 1 }
  }
}
