/// The hyphenation patterns of one language, from a dictionary file of libhyphen: the format of LibreOffice
/// (README.hyphen, README.nonstandard and README.compound of libhyphen 2.8.8).
struct HyphenationDictionary {
  /// The patterns that divide compounds and those that divide their parts; most files have only one level.
  let levels: [HyphenationPatterns]
  /// The minimum numbers of characters before and after a hyphen.
  let limits: (before: Int, after: Int)
  /// The minimum numbers of characters before and after a hyphen in the parts of compounds.
  let partLimits: (before: Int, after: Int)

  /// - Parameter text: the file without its first line, which names the character set. Lines that are no patterns are
  ///   ignored.
  init(_ text: String) {
    var levels: [[HyphenationPattern]] = [[]]
    var parameters: [String: Int] = [:]
    for line in text.unicodeScalars.map(\.value).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      // A comment, or a setting in capital letters, such as `LEFTHYPHENMIN 2`.
      switch line[line.startIndex] {
      case UInt32(UInt8(ascii: "%")): continue
      case 0x41...0x5A:
        let words = String(line).split(separator: " ")
        if words[0].hasPrefix("NEXTLEVEL") { levels.append([]) }
        if levels.count == 1, words.count > 1 { parameters[String(words[0])] = Int(letters: words[1]) }
      default:
        if let pattern = HyphenationPattern(line) { levels[levels.count - 1].append(pattern) }
      }
    }
    self.levels = levels.prefix(2).filter { !$0.isEmpty }.map(HyphenationPatterns.init)
    limits = (max(2, parameters["LEFTHYPHENMIN"] ?? 2), max(2, parameters["RIGHTHYPHENMIN"] ?? 2))
    partLimits = (
      max(0, parameters["COMPOUNDLEFTHYPHENMIN"] ?? 0), max(0, parameters["COMPOUNDRIGHTHYPHENMIN"] ?? 0)
    )
  }

  /// The hyphenation opportunities of a word, in order.
  /// - Parameter word: letters in lower case. `NOHYPHEN` lists punctuation in all dictionaries and is ignored.
  func points(in word: [Unicode.Scalar]) -> [Point] {
    let letters = word.map(\.value)
    var hyphens = WordHyphens(count: letters.count)
    hyphens.divide(letters, self, level: 0)
    hyphens.keep(limits, in: letters)
    return (1..<max(1, word.count)).compactMap { place in
      guard hyphens.numbers[place - 1] & 1 == 1 else { return nil }
      guard let change = hyphens.changes[place - 1] else { return Point(place: place, end: place, start: place) }
      return changed(word, at: place, change)
    }
  }

  /// A hyphenation opportunity, in characters from the start of the word.
  struct Point {
    /// The number of characters before it according to the dictionary.
    var place: Int
    /// The end of the part before the hyphen and the start of the part after it, in the unhyphenated word. They differ
    /// if hyphenation changes the spelling.
    var end, start: Int
    /// Text to insert before the hyphen.
    var insert = ""
  }

  /// A change of spelling, such as `ff=f` for the `ff` of `Schiffahrt`; `nil` if it would insert text after the hyphen.
  private func changed(_ word: [Unicode.Scalar], at place: Int, _ change: WordHyphens.Change) -> Point? {
    let first = place - change.before
    guard first >= 0, change.count >= 0, first + change.count <= word.count, let parts = change.parts else {
      return nil
    }
    let old = word[first..<first + change.count]
    // Only what differs from the word is inserted; the rest uses the glyphs of the word.
    let kept = zip(parts.before, old).prefix { $0 == $1 }.count
    let resumed = zip(parts.after.reversed(), old.reversed()).prefix { $0 == $1 }.count
    guard resumed == parts.after.count else { return nil }
    return Point(
      place: place, end: first + kept, start: first + change.count - resumed,
      insert: String(String.UnicodeScalarView(parts.before.dropFirst(kept))))
  }
}

extension Int {
  /// A number of letters in a dictionary file, limited so that sums of such numbers do not overflow.
  init?(letters text: Substring) {
    guard let number = Int(text) else { return nil }
    self = Swift.min(255, Swift.max(-255, number))
  }
}

extension String {
  /// Makes a string of Unicode scalar values; other values are left out.
  init(_ values: some Sequence<UInt32>) { self.init(UnicodeScalarView(values.compactMap(Unicode.Scalar.init))) }
}
