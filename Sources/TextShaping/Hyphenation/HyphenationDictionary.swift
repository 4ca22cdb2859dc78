import CHyphen
import CPango

/// The hyphenation patterns of one language, read by libhyphen from a dictionary file.
final class HyphenationDictionary {
  private let dictionary: UnsafeMutablePointer<HyphenDict>
  /// The character set of the file; `nil` for UTF-8.
  private let charset: String?

  /// `nil` if the file cannot be read.
  init?(path: String) {
    guard let dictionary = hnj_hyphen_load(path) else { return nil }
    self.dictionary = dictionary
    let name = withUnsafeBytes(of: dictionary.pointee.cset) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    // Dictionaries write `ISO8859-1`; Swift's and iconv's name is `ISO-8859-1`.
    let known = name.hasPrefix("ISO8859") ? "ISO-8859" + name.dropFirst("ISO8859".count) : name
    charset = dictionary.pointee.utf8 != 0 ? nil : known
  }

  deinit { hnj_hyphen_free(dictionary) }

  /// The minimum numbers of characters before and after a hyphen.
  var limits: (before: Int, after: Int) {
    (max(2, Int(dictionary.pointee.lhmin)), max(2, Int(dictionary.pointee.rhmin)))
  }

  /// The hyphenation opportunities of a word, in order.
  ///
  /// - Parameter word: letters in lower case, at most `Hyphenator.longestWord`.
  func points(in word: [Unicode.Scalar]) -> [Point] {
    guard let bytes = encode(word) else { return [] }
    let size = bytes.count
    guard size > 0, size < 1000 else { return [] }
    var hyphens = [CChar](repeating: 0, count: size + 5)
    var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var positions: UnsafeMutablePointer<Int32>?
    var cuts: UnsafeMutablePointer<Int32>?
    defer {
      if let replacements { for index in 0..<size { free(replacements[index]) } }
      free(replacements)
      free(positions)
      free(cuts)
    }
    let failed = bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        hnj_hyphen_hyphenate2(dictionary, $0.baseAddress, Int32(size), &hyphens, nil, &replacements, &positions, &cuts)
      }
    }
    guard failed == 0 else { return [] }
    return (1..<max(1, word.count)).compactMap { place in
      guard hyphens[place - 1] & 1 == 1 else { return nil }
      guard let text = replacements?[place - 1], let positions, let cuts else {
        return Point(place: place, end: place, start: place)
      }
      return changed(
        word, at: place, from: place - Int(positions[place - 1]), count: Int(cuts[place - 1]), to: decode(text))
    }
  }

  /// A hyphenation opportunity, in characters from the start of the word.
  struct Point {
    /// The number of characters before it according to the dictionary.
    var place: Int
    /// The end of the part before the hyphen and the start of the part after it, in the unhyphenated word. They differ if
    /// hyphenation changes the spelling.
    var end, start: Int
    /// Text to insert before the hyphen.
    var insert = ""
  }

  /// A change of spelling, such as `ff=f` for the `ff` of `Schiffahrt`; `nil` if it would insert text after the hyphen.
  private func changed(_ word: [Unicode.Scalar], at place: Int, from: Int, count: Int, to text: String?) -> Point? {
    guard let text, from >= 0, count >= 0, from + count <= word.count else { return nil }
    let parts = text.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
      Array.init)
    guard parts.count == 2 else { return nil }
    let old = word[from..<from + count]
    // Only what differs from the word is inserted; the rest uses the glyphs of the word.
    let kept = zip(parts[0], old).prefix { $0 == $1 }.count
    let resumed = zip(parts[1].reversed(), old.reversed()).prefix { $0 == $1 }.count
    guard resumed == parts[1].count else { return nil }
    return Point(
      place: place, end: from + kept, start: from + count - resumed,
      insert: String(String.UnicodeScalarView(parts[0][kept...])))
  }

  /// Decodes text of the dictionary's character set.
  private func decode(_ text: UnsafePointer<CChar>) -> String? {
    guard let charset else { return String(validatingCString: text) }
    guard let converted = g_convert(text, -1, "UTF-8", charset, nil, nil, nil) else { return nil }
    defer { g_free(converted) }
    return String(validatingCString: converted)
  }

  /// The word in the dictionary's character set; `nil` if a letter cannot be encoded.
  private func encode(_ word: [Unicode.Scalar]) -> [UInt8]? {
    let text = String(String.UnicodeScalarView(word))
    guard let charset else { return Array(text.utf8) }
    var written: gsize = 0
    guard let converted = g_convert(text, -1, charset, "UTF-8", nil, &written, nil) else { return nil }
    defer { g_free(converted) }
    // Positions are valid only if each character is one byte.
    guard Int(written) == word.count else { return nil }
    return converted.withMemoryRebound(to: UInt8.self, capacity: Int(written)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(written)))
    }
  }
}
