/// Percent-encoding of URLs (RFC 3986, section 2.1).
enum PercentEncoding {
  /// Decodes unreserved characters, writes hexadecimal digits in upper case, and encodes characters outside ASCII as
  /// UTF-8 (RFC 3986, section 6.2.2).
  /// - Returns: nil if a `%` is not followed by two hexadecimal digits.
  static func normalized(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      var encoded: UInt8?
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
        encoded = high << 4 | low
      } else if byte >= 0x80 {
        encoded = byte
      }
      switch encoded {
      case nil: bytes.append(byte)
      case let value? where isUnreserved(value): bytes.append(value)
      case let value?: bytes += [UInt8(ascii: "%"), digits[Int(value >> 4)], digits[Int(value & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Checks a path and a query with normalized percent-encoding; nil stands for a malformed one.
  /// - Throws: `AddressProblem` if the encoding is malformed, or a character is not permitted.
  static func check(path: String?, query: String?) throws(AddressProblem) {
    guard let path, let query else { throw AddressProblem("a \"%\" without two hexadecimal digits") }
    let escapes = (path + query).utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
    if escapes.contains(where: { "01".utf8.contains($0.first ?? 0) || $0.starts(with: "7F".utf8) }) {
      throw AddressProblem("an encoded control character")
    }
    if path.contains("%2F") || path.contains("%5C") {
      throw AddressProblem("an encoded slash or backslash in the path")
    }
    if path.contains("//") { throw AddressProblem("an empty part in the path") }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    if parts.contains(where: { $0.prefix { $0 != UInt8(ascii: ";") }.isDots }) {
      throw AddressProblem("a part \".\" or \"..\" in the path")
    }
    guard path.utf8.first == UInt8(ascii: "/"), path.utf8.allSatisfy(isPathCharacter),
      query.utf8.allSatisfy({ isPathCharacter($0) || $0 == UInt8(ascii: "?") })
    else { throw AddressProblem("a character that must be percent-encoded") }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "-._~".utf8.contains(byte)
  }

  private static func isPathCharacter(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "._~!$&'()*+,;=:@/%-".utf8.contains(byte)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 48
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 55
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 87
    default: nil
    }
  }
}

extension Sequence<UInt8> {
  /// Whether this is the part `.` or `..` of a path.
  var isDots: Bool { elementsEqual(".".utf8) || elementsEqual("..".utf8) }
}

extension UInt8 {
  /// Whether this is an ASCII letter or digit.
  var isLetterOrDigit: Bool { isDigit || (65...90).contains(self) || (97...122).contains(self) }

  var isDigit: Bool { (48...57).contains(self) }
}
