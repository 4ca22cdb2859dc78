/// Base64 (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    let digits = alphabet
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for index in 0..<4 {
        let isPadding = index > group.count
        text.append(isPadding ? UInt8(ascii: "=") : digits[Int(bits >> UInt32(18 - 6 * index)) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether the text is Base64 as in XML Schema: not empty, with padding, without white space.
  package static func isCanonical(_ text: String) -> Bool {
    let bytes = text.utf8
    guard !bytes.isEmpty, bytes.count % 4 == 0 else { return false }
    let padding = bytes.suffix(2).count { $0 == UInt8(ascii: "=") }
    return bytes.dropLast(padding).allSatisfy { values[Int($0)] < 64 }
  }

  /// Decodes as browsers do (WHATWG Infra, "forgiving-base64 decode"): white space is ignored and padding may be
  /// missing.
  /// - Parameter anyPadding: up to two `=` are accepted at the end of any text, instead of the right number only.
  /// - Returns: nil for a character outside the alphabet, data after padding, or a single remaining digit.
  package static func decode(_ text: Substring, anyPadding: Bool = false) -> [UInt8]? {
    let decoded: [UInt8]?? = text.utf8.withContiguousStorageIfAvailable { decode($0, anyPadding: anyPadding) }
    return decoded ?? decode(Array(text.utf8), anyPadding: anyPadding)
  }

  package static func decode(_ encoded: [UInt8], anyPadding: Bool = false) -> [UInt8]? {
    encoded.withUnsafeBufferPointer { decode($0, anyPadding: anyPadding) }
  }

  private static func decode(_ encoded: UnsafeBufferPointer<UInt8>, anyPadding: Bool) -> [UInt8]? {
    let values = values
    var decoded: [UInt8] = []
    decoded.reserveCapacity(encoded.count / 4 * 3 + 3)
    var (group, digits, padding) = (UInt32(0), 0, 0)
    for byte in encoded {
      let digit = values[Int(byte)]
      if digit < 64 {
        guard padding == 0 else { return nil }
        group = group << 6 | UInt32(digit)
        digits += 1
        guard digits == 4 else { continue }
        decoded.append(UInt8(truncatingIfNeeded: group >> 16))
        decoded.append(UInt8(truncatingIfNeeded: group >> 8))
        decoded.append(UInt8(truncatingIfNeeded: group))
        (group, digits) = (0, 0)
      } else if byte == UInt8(ascii: "=") {
        padding += 1
      } else if digit != whiteSpace {
        return nil
      }
    }
    guard anyPadding ? padding <= 2 : padding == 0 || digits + padding == 4 else { return nil }
    switch digits {
    case 0: break
    case 2: decoded.append(UInt8(truncatingIfNeeded: group >> 4))
    case 3:
      decoded.append(UInt8(truncatingIfNeeded: group >> 10))
      decoded.append(UInt8(truncatingIfNeeded: group >> 2))
    default: return nil
    }
    return decoded
  }

  private static let whiteSpace: UInt8 = 254

  /// The value of each byte as a digit; 255 for those that are no digit and no white space.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    for byte in " \t\n\u{C}\r".utf8 { values[Int(byte)] = whiteSpace }
    return values
  }()
}
