/// A character encoding of markup, with the common labels of the Encoding Standard.
enum Charset: Equatable {
  case utf8
  case utf16(bigEndian: Bool)
  case windows1252
  /// An encoding that iconv supports.
  case named(String)

  init?(label: String) {
    let label = label.lowercased().trimmingWhitespace
    switch label {
    case "": return nil
    case "utf-8", "utf8", "unicode-1-1-utf-8": self = .utf8
    case "utf-16", "utf-16le", "ucs-2", "unicode": self = .utf16(bigEndian: false)
    case "utf-16be": self = .utf16(bigEndian: true)
    case "windows-1252", "cp1252", "x-cp1252", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "ascii",
      "us-ascii":
      self = .windows1252
    case "iso-8859-9", "latin5": self = .named("windows-1254")
    case "shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j": self = .named("CP932")
    case "gb2312", "gbk", "x-gbk", "chinese": self = .named("GB18030")
    case "ks_c_5601-1987", "euc-kr", "korean": self = .named("CP949")
    case "x-user-defined": self = .windows1252
    case let label where label.utf8.allSatisfy(Self.isLabelByte) && label.utf8.count < 40: self = .named(label)
    default: return nil
    }
  }

  /// A label of this encoding.
  var label: String {
    switch self {
    case .utf8: "utf-8"
    case .utf16(let bigEndian): bigEndian ? "utf-16be" : "utf-16le"
    case .windows1252: "windows-1252"
    case .named(let name): name
    }
  }

  private static func isLabelByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, 0x2D, 0x5F, 0x3A, 0x2E: true
    default: false
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
