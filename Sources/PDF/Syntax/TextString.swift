/// Text strings (ISO 32000-1, 7.9.2.2): PDFDocEncoding, or UTF-16BE or UTF-8 after a byte order mark.
package enum TextString {
  /// ASCII text unchanged, other text as UTF-16BE.
  package static func encode(_ text: String) -> [UInt8] {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    return isPlain ? Array(text.utf8) : utf16(text)
  }

  /// UTF-16BE after a byte order mark.
  static func utf16(_ text: String) -> [UInt8] {
    text.utf16.reduce(into: [0xFE, 0xFF]) { bytes, unit in
      bytes.append(UInt8(unit >> 8))
      bytes.append(UInt8(truncatingIfNeeded: unit))
    }
  }

  /// Bytes that are not text in any of the three encodings become U+FFFD.
  package static func decode(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBig: true) }
    // Not in the standard, but some programs write it.
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBig: false) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(documentEncoding(byte)) }
    return String(scalars)
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBig ? first << 8 | second : second << 8 | first)
      index += 2
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// ISO 32000-1, Annex D.2.
  private static func documentEncoding(_ byte: UInt8) -> Unicode.Scalar {
    let value: UInt32 =
      switch byte {
      case 0x18...0x1F: [0x02D8, 0x02C7, 0x02C6, 0x02D9, 0x02DD, 0x02DB, 0x02DA, 0x02DC][Int(byte) - 0x18]
      case 0x80...0x9E: upper[Int(byte) - 0x80]
      case 0xA0: 0x20AC
      case 0x7F, 0x9F, 0xAD: 0xFFFD
      default: UInt32(byte)
      }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static let upper: [UInt32] = [
    0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x0192, 0x2044, 0x2039, 0x203A, 0x2212, 0x2030, 0x201E, 0x201C,
    0x201D, 0x2018, 0x2019, 0x201A, 0x2122, 0xFB01, 0xFB02, 0x0141, 0x0152, 0x0160, 0x0178, 0x017D, 0x0131, 0x0142,
    0x0153, 0x0161, 0x017E,
  ]
}
