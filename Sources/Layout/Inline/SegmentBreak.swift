/// The transformation of segment breaks, which are line feeds in the source (css-text-3 §4.1.3).
enum SegmentBreak {
  /// Whether a segment break between two characters is removed, and not turned into a space: beside a zero width
  /// space, and between East Asian wide characters, except for Hangul and emoji.
  static func isRemoved(between before: UInt32, and after: UInt32) -> Bool {
    before == 0x200B || after == 0x200B || (isWide(before) && isWide(after))
  }

  private static func isWide(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3131...0x318E, 0x3200...0x321E, 0x3260...0x327E, 0xFFA0...0xFFDC: false  // Hangul
    case 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xF900...0xFAFF,
      0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFFE6, 0xFFE8...0xFFEE, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
