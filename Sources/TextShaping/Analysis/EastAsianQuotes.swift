import CPango

/// Breaks next to quotation marks between East Asian characters: before opening and after closing ones (UAX #14 LB19
/// and LB19a of Unicode 16), such as in Chinese text. Pango follows an earlier version, without them.
struct EastAsianQuotes {
  /// The last two characters, and the offset of the last one.
  private var before: UInt32 = 0
  private var last: UInt32 = 0
  private var offset = 0

  /// Takes the next character.
  /// - Returns: the offset of a break opportunity, before this character or the preceding one.
  mutating func breakPlace(at index: Int, _ scalar: UInt32) -> Int? {
    defer { (before, last, offset) = (last, scalar, index) }
    guard last >= 0x2018, last <= 0x201D, Self.isEastAsian(before), Self.isEastAsian(scalar) else { return nil }
    switch last {
    case 0x2018, 0x201C: return BreakTailoring.mayEnd(before) ? offset : nil
    case 0x2019, 0x201D: return BreakTailoring.isLetter(scalar) || Self.isOpening(scalar) ? index : nil
    default: return nil
    }
  }

  private static func isOpening(_ scalar: UInt32) -> Bool {
    g_unichar_break_type(scalar) == G_UNICODE_BREAK_OPEN_PUNCTUATION
  }

  /// Whether a character is wide.
  private static func isEastAsian(_ scalar: UInt32) -> Bool { scalar >= 0x1100 && g_unichar_iswide(scalar) != 0 }
}
