import Encodings

extension PercentEncoding {
  /// What is wrong with a path and a query whose percent-encoding is normalized; nil for a path or query whose encoding
  /// is malformed.
  static func check(path: String?, query: String?) throws(AddressError) {
    guard let path, let query else { throw AddressError("a \"%\" without two hexadecimal digits") }
    let escapes = (path + query).utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
    if escapes.contains(where: { "01".utf8.contains($0.first ?? 0) || $0.starts(with: "7F".utf8) }) {
      throw AddressError("an encoded control character")
    }
    if path.contains("%2F") || path.contains("%5C") {
      throw AddressError("an encoded slash or backslash in the path")
    }
    if path.contains("//") { throw AddressError("an empty part in the path") }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    if parts.contains(where: { $0.prefix { $0 != UInt8(ascii: ";") }.isDots }) {
      throw AddressError("a part \".\" or \"..\" in the path")
    }
    guard path.utf8.first == UInt8(ascii: "/"), path.utf8.allSatisfy(isPathCharacter),
      query.utf8.allSatisfy({ isPathCharacter($0) || $0 == UInt8(ascii: "?") })
    else { throw AddressError("a character that must be percent-encoded") }
  }

  private static func isPathCharacter(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "._~!$&'()*+,;=:@/%-".utf8.contains(byte)
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
