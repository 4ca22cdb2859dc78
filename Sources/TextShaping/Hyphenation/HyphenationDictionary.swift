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
  var limits: (before: Int, after: Int) { (max(2, Int(dictionary.pointee.lhmin)), max(2, Int(dictionary.pointee.rhmin))) }

  /// The characters of a word after which a hyphen may stand, counted from 1; those where the spelling would change are
  /// left out.
  ///
  /// - Parameter word: letters in lower case, at most `Hyphenator.longestWord`.
  func points(in word: [Unicode.Scalar]) -> [Int] {
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
    return (1..<max(1, word.count)).filter { hyphens[$0 - 1] & 1 == 1 && replacements?[$0 - 1] == nil }
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
