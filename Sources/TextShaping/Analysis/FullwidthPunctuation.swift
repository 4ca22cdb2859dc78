/// Punctuation of Chinese and Japanese that is half as wide as the em box it is in (css-text-4 §8.5).
package enum FullwidthPunctuation {
  /// Opening punctuation, whose left half is blank.
  package static func isOpening(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2018, 0x201C, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0x301D, 0xFF08, 0xFF3B,
      0xFF5B, 0xFF5F:
      true
    default: false
    }
  }

  /// Closing punctuation, commas and full stops, whose right half is blank. In Traditional Chinese, commas and full
  /// stops are in the middle.
  package static func isClosing(_ scalar: UInt32, language: String) -> Bool {
    switch scalar {
    case 0x3001, 0x3002, 0xFF0C, 0xFF0E: !isTraditional(language)
    case 0x2019, 0x201D, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B, 0x301E, 0x301F, 0xFF09,
      0xFF3D, 0xFF5D, 0xFF60:
      true
    default: false
    }
  }

  /// Whether one of two adjacent characters is set without its blank half (`text-spacing-trim: normal`), and which.
  static func trimmed(_ first: UInt32, _ second: UInt32, language: String) -> UInt32? {
    let opens = isOpening(second)
    if isClosing(first, language: language) {
      // A comma or full stop in the middle collapses it too, as a middle dot does.
      let collapses = opens || second == 0x3000 || second == 0x30FB || isClosing(second, language: "")
      return collapses ? first : nil
    }
    return opens && (isOpening(first) || first == 0x3000) ? second : nil
  }

  /// Whether a character at an offset is fullwidth punctuation; quotation marks are if they follow Chinese or Japanese.
  static func isOne(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    let scalar = text.scalar(at: offset)
    switch scalar {
    case 0x30FB: return true
    case 0x2018, 0x2019, 0x201C, 0x201D: return offset >= 3 && 0xE3...0xEF ~= text[offset - 3]
    default: return scalar >= 0x3000 && (isOpening(scalar) || isClosing(scalar, language: ""))
    }
  }

  private static func isTraditional(_ language: String) -> Bool {
    let language = language.lowercased()
    return ["zh-hant", "zh-tw", "zh-hk", "zh-mo"].contains { language.hasPrefix($0) }
  }
}
