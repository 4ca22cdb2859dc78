/// Characters of XML 1.0 (§2.2).
enum XMLText {
  /// Whether XML can carry the character. Carriage returns are refused too, because parsers turn them into line feeds.
  static func allows(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
