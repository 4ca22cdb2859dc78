/// Check digits of identifiers.
enum CheckDigits {
  /// ISO 13616: two letters, two check digits, up to 30 letters and digits, modulo 97.
  static func isIBAN(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (15...34).contains(bytes.count), bytes.prefix(2).allSatisfy(isLetter), bytes[2...3].allSatisfy(isDigit)
    else { return false }
    return modulo97(bytes[4...] + bytes[..<4]) == 1
  }

  /// A Leitweg-ID: coarse address, optional fine address, two check digits (KoSIT, Leitweg-ID 2.0.2 §2.4).
  static func isLeitwegID(_ text: String) -> Bool {
    let parts = text.uppercased().split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts.last?.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      return false
    }
    return modulo97(Array(parts.joined().utf8)[...]) == 1
  }

  /// Whether a text has the form of a Leitweg-ID: 2, 3, 5, 8, 9 or 12 digits, a fine address, two digits.
  static func resemblesLeitwegID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let coarse = parts.first, let check = parts.last else { return false }
    return [2, 3, 5, 8, 9, 12].contains(coarse.count) && coarse.utf8.allSatisfy(isDigit) && check.count == 2
      && check.utf8.allSatisfy(isDigit)
  }

  /// GTIN-8, -12, -13 and -14 (GS1 General Specifications §7.9).
  static func isGTIN(_ text: String) -> Bool {
    let digits = text.utf8.map { Int($0) - 0x30 }
    guard [8, 12, 13, 14].contains(digits.count), digits.allSatisfy((0...9).contains) else { return false }
    let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 1 ? 3 : 1) }
    return sum % 10 == 0
  }

  /// The number with letters as 10 to 35, modulo 97 (ISO 7064); nil for other characters.
  private static func modulo97(_ bytes: ArraySlice<UInt8>) -> Int? {
    var remainder = 0
    for byte in bytes {
      if isDigit(byte) {
        remainder = (remainder * 10 + Int(byte) - 0x30) % 97
      } else if isLetter(byte) {
        remainder = (remainder * 100 + Int(byte) - 0x41 + 10) % 97
      } else {
        return nil
      }
    }
    return remainder
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
}
