/// The direction of the first strong character of a text (UAX #9 P2).
enum StrongDirection {
  /// Nil for a text without such a character. Isolates are skipped.
  static func isRightToLeft(_ text: ContiguousArray<UInt8>) -> Bool? {
    var isolates = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x2066...0x2068: isolates += 1
      case 0x2069: isolates = max(0, isolates - 1)
      case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        if isolates == 0, scalar.properties.isAlphabetic || scalar.value == 0x200F { return true }
      default: if isolates == 0, scalar.properties.isAlphabetic || scalar.value == 0x200E { return false }
      }
    }
    return nil
  }
}
