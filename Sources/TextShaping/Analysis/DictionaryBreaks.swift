import CICU
import CPango

/// Breaks between the words of Khmer, Lao and Burmese text, which has no spaces between words (UAX #14, class SA).
///
/// The words are those of the dictionaries of ICU if the process has loaded that library; otherwise lines break between
/// syllables. Pango breaks Thai text itself.
enum DictionaryBreaks {
  /// Adds the line breaks within the stretches of such text.
  static func add(to boundaries: inout ContiguousArray<Boundary>, of bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      // The lead bytes of U+0E80…0EFF, U+1000…109F, U+1780…17FF and U+A9E0…AA7F.
      guard bytes[index] == 0xE0 || bytes[index] == 0xE1 || bytes[index] == 0xEA, isComplex(bytes.scalar(at: index))
      else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, bytes[index] >= 0xE0, isComplex(bytes.scalar(at: index)) { index += 3 }
      let stretch = UnsafeBufferPointer(rebasing: bytes[start..<min(index, bytes.count)])
      if !addWords(of: stretch, at: start, to: &boundaries) { addSyllables(of: stretch, at: start, to: &boundaries) }
    }
  }

  /// Letters and marks of the scripts; all have three bytes.
  private static func isComplex(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0E80...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0xA9E0...0xA9FF, 0xAA60...0xAA7F:
      g_unichar_break_type(scalar) == G_UNICODE_BREAK_COMPLEX_CONTEXT
        || g_unichar_break_type(scalar) == G_UNICODE_BREAK_COMBINING_MARK
    default: false
    }
  }

  // MARK: Words

  private static let icu: pressrun_icu_breaks_t? = {
    var icu = pressrun_icu_breaks_t()
    return pressrun_find_icu(&icu) != 0 ? icu : nil
  }()

  /// Returns false if ICU is not there or has no breaks of lines.
  private static func addWords(
    of stretch: UnsafeBufferPointer<UInt8>, at start: Int, to boundaries: inout ContiguousArray<Boundary>
  ) -> Bool {
    guard let icu else { return false }
    // Each character has three bytes and one unit of UTF-16.
    let units = ContiguousArray(stride(from: 0, to: stretch.count, by: 3).map { UInt16(stretch.scalar(at: $0)) })
    return units.withUnsafeBufferPointer { units in
      var status: Int32 = 0
      let lineBreaks: Int32 = 2
      guard let iterator = icu.open(lineBreaks, "en", units.baseAddress, Int32(units.count), &status), status <= 0
      else { return false }
      defer { icu.close(iterator) }
      while case let end = icu.next(iterator), end > 0, end < units.count {
        insertBreak(at: start + 3 * Int(end), to: &boundaries)
      }
      return true
    }
  }

  // MARK: Syllables

  /// Allows breaks before the first consonant or vowel of each syllable as far as the characters show it.
  static func addSyllables(
    of stretch: UnsafeBufferPointer<UInt8>, at start: Int, to boundaries: inout ContiguousArray<Boundary>
  ) {
    for index in stride(from: 3, to: stretch.count, by: 3) {
      let before = stretch.scalar(at: index - 3)
      let after = index + 3 < stretch.count ? stretch.scalar(at: index + 3) : 0
      if !isMark(stretch.scalar(at: index)) && !joinsNext(before) && !endsSyllable(after) {
        insertBreak(at: start + index, to: &boundaries)
      }
    }
  }

  private static func isMark(_ scalar: UInt32) -> Bool {
    switch g_unichar_type(scalar) {
    case G_UNICODE_SPACING_MARK, G_UNICODE_NON_SPACING_MARK, G_UNICODE_ENCLOSING_MARK, G_UNICODE_MODIFIER_LETTER: true
    default: scalar == 0x0EB0 || scalar == 0x0EB2 || scalar == 0x0EB3 || scalar == 0x0EBD
    }
  }

  /// Whether a character belongs to the one after it: signs that stack consonants, and vowels of Lao that are written
  /// first.
  private static func joinsNext(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x17D2, 0x1039, 0x0EC0...0x0EC4: true
    default: false
    }
  }

  /// Whether a sign says that its consonant ends a syllable.
  private static func endsSyllable(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x103A, 0x17CB, 0x17CD, 0x0ECC: true
    default: false
    }
  }

  private static func insertBreak(at index: Int, to boundaries: inout ContiguousArray<Boundary>) {
    if boundaries[index].contains(.grapheme) { boundaries[index].insert(.line) }
  }
}
