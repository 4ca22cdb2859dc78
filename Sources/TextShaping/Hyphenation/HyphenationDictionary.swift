import CHyphen
import CPango

/// One language's hyphenation patterns, read by libhyphen from a file of the system's.
final class HyphenationDictionary {
  private let dictionary: UnsafeMutablePointer<HyphenDict>
  /// The file's own character set; nil for UTF-8.
  private let charset: String?

  /// `nil` where the file cannot be read.
  init?(path: String) {
    guard let dictionary = hnj_hyphen_load(path) else { return nil }
    self.dictionary = dictionary
    let name = withUnsafeBytes(of: dictionary.pointee.cset) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    // As the file names ISO 8859, so does nothing else.
    let known = name.hasPrefix("ISO8859") ? "ISO-8859" + name.dropFirst("ISO8859".count) : name
    charset = dictionary.pointee.utf8 != 0 ? nil : known
  }

  deinit { hnj_hyphen_free(dictionary) }

  /// How many characters must stand before a hyphen and after it.
  var limits: (before: Int, after: Int) {
    (max(2, Int(dictionary.pointee.lhmin)), max(2, Int(dictionary.pointee.rhmin)))
  }

  /// Where a hyphen may stand, in order.
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

  /// A place where a hyphen may stand, in characters from the word's start.
  struct Point {
    /// The characters before it by the dictionary's count.
    var place: Int
    /// Where what stands before the hyphen ends in the word as it is written, and where what stands after it starts: not the
    /// same where hyphenation changes the spelling.
    var end, start: Int
    /// What comes between the former and the hyphen.
    var insert = ""
  }

  /// A change of spelling, such as `ff=f` for the `ff` of `Schiffahrt`; nil for one that would add something after the hyphen.
  private func changed(_ word: [Unicode.Scalar], at place: Int, from: Int, count: Int, to text: String?) -> Point? {
    guard let text, from >= 0, count >= 0, from + count <= word.count else { return nil }
    let parts = text.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
      Array.init)
    guard parts.count == 2 else { return nil }
    let old = word[from..<from + count]
    // What stays as it is needs no change: its glyphs are those of the word.
    let kept = zip(parts[0], old).prefix { $0 == $1 }.count
    let resumed = zip(parts[1].reversed(), old.reversed()).prefix { $0 == $1 }.count
    guard resumed == parts[1].count else { return nil }
    return Point(
      place: place, end: from + kept, start: from + count - resumed,
      insert: String(String.UnicodeScalarView(parts[0][kept...])))
  }

  /// Text in the dictionary's character set.
  private func decode(_ text: UnsafePointer<CChar>) -> String? {
    guard let charset else { return String(validatingCString: text) }
    guard let converted = g_convert(text, -1, "UTF-8", charset, nil, nil, nil) else { return nil }
    defer { g_free(converted) }
    return String(validatingCString: converted)
  }

  /// The word in the dictionary's character set; nil where that lacks one of its letters.
  private func encode(_ word: [Unicode.Scalar]) -> [UInt8]? {
    let text = String(String.UnicodeScalarView(word))
    guard let charset else { return Array(text.utf8) }
    var written: gsize = 0
    guard let converted = g_convert(text, -1, charset, "UTF-8", nil, &written, nil) else { return nil }
    defer { g_free(converted) }
    // One byte a character, or its places could not be told.
    guard Int(written) == word.count else { return nil }
    return converted.withMemoryRebound(to: UInt8.self, capacity: Int(written)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(written)))
    }
  }
}
