/// Percent-encoding (RFC 3986 §2.1).
enum PercentEncoding {
  /// Decodes percent-encoded bytes; a `%` without two hexadecimal digits is kept.
  static func bytes<Bytes: Collection<UInt8>>(_ encoded: Bytes) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(encoded.count)
    var index = encoded.startIndex
    while index < encoded.endIndex {
      let byte = encoded[index]
      index = encoded.index(after: index)
      guard byte == UInt8(ascii: "%"), index < encoded.endIndex, let high = hexDigit(encoded[index]) else {
        decoded.append(byte)
        continue
      }
      let second = encoded.index(after: index)
      guard second < encoded.endIndex, let low = hexDigit(encoded[second]) else {
        decoded.append(byte)
        continue
      }
      decoded.append(high << 4 | low)
      index = encoded.index(after: second)
    }
    return decoded
  }

  /// The decoded string; `nil` if it is not UTF-8.
  static func decode(_ encoded: Substring) -> String? {
    String(validating: bytes(encoded.utf8), as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
