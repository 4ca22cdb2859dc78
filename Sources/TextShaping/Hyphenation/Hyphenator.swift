/// A hyphenation opportunity, in UTF-8 bytes from the start of the text.
package struct HyphenationPoint: Hashable, Sendable {
  /// The end of the text before the hyphen.
  package var end: Int
  /// The start of the text after the hyphen: before `end` if a letter is repeated (`Schiff-fahrt` for `Schiffahrt`),
  /// after it if a letter is dropped.
  package var start: Int
  /// Text to insert before the hyphen, such as the `k` of `Zuk-ker` for `Zucker`.
  package var insert = ""
  package init(end: Int, start: Int, insert: String = "") {
    self.end = end
    self.start = start
    self.insert = insert
  }
}

/// Finds hyphenation opportunities (css-text-4 §6.1) with the installed dictionaries of LibreOffice.
///
/// Results are cached by word. Not thread-safe; one per renderer.
package final class Hyphenator {
  /// The greatest length, in letters, of words that are hyphenated.
  package static let longestWord = 64
  private static let mostWords = 1 << 16
  private static let mostLanguages = 64

  private let files: HyphenationFiles
  private var dictionaries: [String: HyphenationDictionary?] = [:]
  private var known: [Key: [HyphenationDictionary.Point]] = [:]
  /// Requested languages that have no dictionary; the caller empties the list.
  package var missing: [String] = []

  private struct Key: Hashable {
    var language: String
    var word: [Unicode.Scalar]
  }

  package init() { files = HyphenationFiles() }

  init(folders: [String]) { files = HyphenationFiles(folders: folders) }

  /// The hyphenation opportunities of a text, in order.
  ///
  /// - Parameters:
  ///   - language: a BCP 47 tag; empty gives none.
  ///   - limits: the minimum numbers of characters of the word, before the hyphen, and after it; `nil` for the
  ///     language's defaults.
  @export(interface)
  package func points(
    in text: some Collection<UInt8>, language: String, limits: (word: Int?, before: Int?, after: Int?) = (nil, nil, nil)
  ) -> [HyphenationPoint] {
    guard let dictionary = dictionary(language) else { return [] }
    var result: [HyphenationPoint] = []
    var word: [Unicode.Scalar] = []
    var offsets: [Int] = []
    var offset = 0
    func endWord() {
      defer {
        word.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
      }
      let before = max(limits.before ?? 2, dictionary.limits.before)
      let after = max(limits.after ?? 2, dictionary.limits.after)
      guard word.count >= max(limits.word ?? 5, 2), word.count <= Self.longestWord else { return }
      for point in points(word, language, dictionary) where point.place >= before && word.count - point.place >= after {
        // A change at the end would leave no text for the next line.
        guard point.start < offsets.count, point.end <= offsets.count else { continue }
        let end = point.end < offsets.count ? offsets[point.end] : offset
        result.append(HyphenationPoint(end: end, start: offsets[point.start], insert: point.insert))
      }
    }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark {
        word.append(scalar)
        offsets.append(offset)
      } else {
        endWord()
      }
      offset += scalar.utf8.count
    }
    endWord()
    return result
  }

  private func points(
    _ word: [Unicode.Scalar], _ language: String, _ dictionary: HyphenationDictionary
  ) -> [HyphenationDictionary.Point] {
    // Patterns are in lower case; a letter whose lower case is two letters would shift the positions.
    let lower = word.map { scalar in
      let mapped = scalar.properties.lowercaseMapping.unicodeScalars
      return mapped.count == 1 ? mapped.first ?? scalar : scalar
    }
    let key = Key(language: language, word: lower)
    if let points = known[key] { return points }
    if known.count >= Self.mostWords { known.removeAll(keepingCapacity: true) }
    let points = dictionary.points(in: lower)
    known[key] = points
    return points
  }

  private func dictionary(_ language: String) -> HyphenationDictionary? {
    if language.isEmpty { return nil }
    if let dictionary = dictionaries[language] {
      if dictionary == nil, !missing.contains(language) { missing.append(language) }
      return dictionary
    }
    guard dictionaries.count < Self.mostLanguages else { return nil }
    let dictionary = files.path(for: language).flatMap(HyphenationDictionary.init)
    dictionaries[language] = .some(dictionary)
    if dictionary == nil { missing.append(language) }
    return dictionary
  }
}
