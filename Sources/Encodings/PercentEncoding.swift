/// Percent-encoding (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// The text with all bytes escaped except unreserved characters (letters, digits and `-._~`): for one segment of a
  /// path, or a name or value of a query.
  /// - Parameter keepsSlash: `/` is not escaped, for a whole path.
  package static func encode(_ text: String, keepsSlash: Bool = false) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isUnreserved(byte) || keepsSlash && byte == UInt8(ascii: "/") {
        bytes.append(byte)
      } else {
        append(escaped: byte, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The decoded text.
  /// - Parameter plusIsSpace: as in `application/x-www-form-urlencoded` (URL Standard, section 5).
  /// - Returns: nil if an escape is incomplete or the result is not UTF-8.
  package static func decode(_ text: Substring, plusIsSpace: Bool = false) -> String? {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || (plusIsSpace && $0 == UInt8(ascii: "+")) }) else {
      return String(text)
    }
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The decoded bytes; a `%` without two hexadecimal digits is kept (URL Standard, section 1.3).
  package static func decodeBytes(_ encoded: Substring.UTF8View) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(encoded.count)
    var rest = encoded
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), let high = rest.first.flatMap(digit),
        let low = rest.dropFirst().first.flatMap(digit)
      else {
        decoded.append(byte)
        continue
      }
      decoded.append(high << 4 | low)
      rest = rest.dropFirst(2)
    }
    return decoded
  }

  /// Decodes unreserved characters, writes hexadecimal digits in upper case, and encodes characters outside ASCII as
  /// UTF-8 (RFC 3986, section 6.2.2).
  /// - Returns: nil if a `%` is not followed by two hexadecimal digits.
  package static func normalized(_ text: String) -> String? {
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
      case let value?: append(escaped: value, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
    bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
