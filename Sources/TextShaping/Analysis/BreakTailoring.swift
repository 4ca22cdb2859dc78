import CPango

/// The rules of css-text-4 §5 (`word-break` and `line-break`) that modify UAX #14.
package enum BreakTailoring {
  package enum Strictness: Sendable { case loose, normal, strict }

  /// Whether a character is a typographic letter unit, to which `word-break` applies: letters, numbers, ideographs,
  /// kana, syllables.
  package static func isLetter(_ scalar: UInt32) -> Bool {
    switch g_unichar_break_type(scalar) {
    case G_UNICODE_BREAK_ALPHABETIC, G_UNICODE_BREAK_AMBIGUOUS, G_UNICODE_BREAK_NUMERIC,
      G_UNICODE_BREAK_COMPLEX_CONTEXT,
      G_UNICODE_BREAK_HEBREW_LETTER, G_UNICODE_BREAK_IDEOGRAPHIC, G_UNICODE_BREAK_CONDITIONAL_JAPANESE_STARTER,
      G_UNICODE_BREAK_HANGUL_L_JAMO, G_UNICODE_BREAK_HANGUL_V_JAMO, G_UNICODE_BREAK_HANGUL_T_JAMO,
      G_UNICODE_BREAK_HANGUL_LV_SYLLABLE, G_UNICODE_BREAK_HANGUL_LVT_SYLLABLE, G_UNICODE_BREAK_COMBINING_MARK:
      true
    default: false
    }
  }

  /// Whether a line may break between two characters according to `line-break` (css-text-4 §5.3); `nil` if UAX #14
  /// decides.
  ///
  /// - Parameter isEastAsian: whether the text is Chinese or Japanese.
  package static func allows(
    _ before: UInt32, _ after: UInt32, _ strictness: Strictness, isEastAsian: Bool
  ) -> Bool? {
    if g_unichar_break_type(after) == G_UNICODE_BREAK_CONDITIONAL_JAPANESE_STARTER {
      return strictness == .strict ? false : mayEnd(before) ? true : nil
    }
    switch after {
    case 0x2010, 0x2013:
      switch strictness {
      case .strict: return nil
      case .normal: return isEastAsian && isIdeographic(before) ? true : nil
      case .loose: return isIdeographic(before) ? true : nil
      }
    case 0x301C, 0x30A0:
      return strictness != .strict && isEastAsian && mayEnd(before) ? true : nil
    default: break
    }
    guard strictness == .loose else { return nil }
    if iterationMarks.contains(after) || isInseparable(before) && isInseparable(after) {
      return mayEnd(before) ? true : nil
    }
    guard isEastAsian else { return nil }
    if centredPunctuation.contains(after) || wideSuffixes.contains(after) { return mayEnd(before) ? true : nil }
    return widePrefixes.contains(before) && isLetter(after) ? true : nil
  }

  private static func isIdeographic(_ scalar: UInt32) -> Bool {
    switch g_unichar_break_type(scalar) {
    case G_UNICODE_BREAK_IDEOGRAPHIC, G_UNICODE_BREAK_CONDITIONAL_JAPANESE_STARTER: true
    default: false
    }
  }

  private static func isInseparable(_ scalar: UInt32) -> Bool {
    g_unichar_break_type(scalar) == G_UNICODE_BREAK_INSEPARABLE
  }

  /// Whether a break after a character is possible: not after opening punctuation, spaces and glue.
  static func mayEnd(_ scalar: UInt32) -> Bool {
    switch g_unichar_break_type(scalar) {
    case G_UNICODE_BREAK_CLOSE_PUNCTUATION, G_UNICODE_BREAK_CLOSE_PARANTHESIS, G_UNICODE_BREAK_EXCLAMATION,
      G_UNICODE_BREAK_INSEPARABLE, G_UNICODE_BREAK_NON_STARTER, G_UNICODE_BREAK_POSTFIX:
      true
    default: isLetter(scalar)
    }
  }

  private static let iterationMarks: Set<UInt32> = [0x3005, 0x303B, 0x309D, 0x309E, 0x30FD, 0x30FE]
  private static let centredPunctuation: Set<UInt32> = [
    0x30FB, 0xFF1A, 0xFF1B, 0xFF65, 0x203C, 0x2047, 0x2048, 0x2049, 0xFF01, 0xFF1F,
  ]
  private static let wideSuffixes: Set<UInt32> = [0xB0, 0x2030, 0x2032, 0x2033, 0x2103, 0xFF05, 0xFFE0]
  private static let widePrefixes: Set<UInt32> = [0xA3, 0xA5, 0x20AC, 0x2116, 0xFF04, 0xFFE1, 0xFFE5]
}
