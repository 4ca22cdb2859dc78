/// The escaping of values that are inserted into a document.
enum Escaping: Sendable {
  /// HTML text, or an attribute's value in quotes.
  case html
  /// An unquoted HTML attribute value.
  case unquotedAttribute
  /// A CSS string or identifier.
  case css

  func escape(_ text: String) -> String {
    // Most values need no escaping.
    if text.utf8.allSatisfy({ Self.isPlain($0) || $0 == 0x20 && self != .unquotedAttribute }) { return text }
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      switch self {
      case .html: Self.appendHTML(byte, to: &out)
      case .unquotedAttribute:
        if Self.isPlain(byte) { out.append(byte) } else { out += Array("&#\(Self.codePoint(of: byte));".utf8) }
      case .css:
        if Self.isPlain(byte) || byte == 0x20 {
          out.append(byte)
        } else {
          // The space ends the escape (css-syntax-3 §4.3.7).
          out += Array("\\\(String(Self.codePoint(of: byte), radix: 16)) ".utf8)
        }
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Markup without NUL characters, which a parser could treat as the end (HTML 13.2.3.5).
  static func withoutNUL(_ markup: String) -> String {
    guard markup.utf8.contains(0) else { return markup }
    return String(String.UnicodeScalarView(markup.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }

  /// Works on bytes, since a character with a combining mark must be escaped like the character alone.
  private static func appendHTML(_ byte: UInt8, to out: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "&"): out += Array("&amp;".utf8)
    case UInt8(ascii: "<"): out += Array("&lt;".utf8)
    case UInt8(ascii: ">"): out += Array("&gt;".utf8)
    case UInt8(ascii: "\""): out += Array("&quot;".utf8)
    case UInt8(ascii: "'"): out += Array("&#39;".utf8)
    case 0x09, 0x0A, 0x0D: out.append(byte)
    case 0..<0x20, 0x7F: out += Array("\u{FFFD}".utf8)
    default: out.append(byte)
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }

  /// Control characters are replaced, since documents must not contain them.
  private static func codePoint(of byte: UInt8) -> UInt32 {
    switch byte {
    case 0x09, 0x0A, 0x0D: UInt32(byte)
    case 0..<0x20, 0x7F: 0xFFFD
    default: UInt32(byte)
    }
  }
}
