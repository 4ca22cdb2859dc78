/// Bytes as text of lower-case hexadecimal digits, two for each byte.
package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that `text` represents; nil unless it consists of pairs of lower-case hexadecimal digits.
  package static func bytes(_ text: String) -> [UInt8]? {
    let text = text.utf8
    guard text.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    var high: UInt8?
    for character in text {
      guard let digit = value(of: character) else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes
  }

  /// Whether `text` is a SHA-256: 64 lower-case hexadecimal digits.
  package static func isSHA256(_ text: String) -> Bool { sha256(text) != nil }

  /// The 32 bytes of a SHA-256; nil if the text is not one.
  package static func sha256(_ text: String) -> [UInt8]? { text.utf8.count == 64 ? bytes(text) : nil }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
