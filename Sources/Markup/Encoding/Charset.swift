/// A character encoding of markup, by the labels of the Encoding Standard.
enum Charset: Equatable {
  case utf8
  case utf16(bigEndian: Bool)
  case windows1252
  /// Another encoding, by its name in lower case, which is one of its labels (`EncodingLabels`).
  case legacy(String)
  case unknown(label: String)

  /// Fails if the label is empty.
  init?(label: String) {
    let label = label.lowercased().trimmingWhitespace
    switch label {
    case "": return nil
    case "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8": self = .utf8
    case "utf-16", "utf-16le", "ucs-2", "unicode", "csunicode", "iso-10646-ucs-2", "unicodefeff":
      self = .utf16(bigEndian: false)
    case "utf-16be", "unicodefffe": self = .utf16(bigEndian: true)
    case "windows-1252", "cp1252", "x-cp1252", "iso-8859-1", "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987",
      "iso-ir-100", "latin1", "l1", "csisolatin1", "ascii", "us-ascii", "ansi_x3.4-1968", "cp819", "ibm819",
      "x-user-defined":
      self = .windows1252
    default: self = EncodingLabels.name(of: label).map(Charset.legacy) ?? .unknown(label: label)
    }
  }

  /// A label of this encoding.
  var label: String {
    switch self {
    case .utf8: "utf-8"
    case .utf16(let bigEndian): bigEndian ? "utf-16be" : "utf-16le"
    case .windows1252: "windows-1252"
    case .legacy(let label), .unknown(let label): label
    }
  }
}

extension String {
  var trimmingWhitespace: String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" || $0 == "\u{C}" }
    let head = drop(while: isSpace)
    guard let last = head.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(head[...last])
  }
}

/// windows-1252, which is also the encoding of the labels `iso-8859-1` and `ascii` on the web.
enum Windows1252 {
  static func decode(_ source: [UInt8]) -> [UInt8] {
    var scalars = String.UnicodeScalarView()
    for byte in source { scalars.append(scalar(byte)) }
    return Array(String(scalars).utf8)
  }

  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(high[Int(byte) - 0x80]) ?? "\u{FFFD}"
  }

  /// 0x80 to 0x9F.
  private static let high: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]
}
