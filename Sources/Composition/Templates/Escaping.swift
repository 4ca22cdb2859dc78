/// The escaping of values that are inserted into a document.
enum Escaping: Sendable {
  /// HTML text, or an attribute's value in quotes.
  case html
  /// A part of a CSS value, string or identifier. Numbers, names, colours and lists of them are unchanged; no value can
  /// end a string, a declaration, a block or the element `style`. The result needs no escaping in HTML.
  case css

  func escape(_ text: String) -> String {
    // Most values need no escaping.
    if text.utf8.allSatisfy(isPlain) || self == .css && Self.isColour(text) { return text }
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      switch self {
      case .html: Self.appendHTML(byte, to: &out)
      case .css where isPlain(byte): out.append(byte)
      // The space ends the escape (css-syntax-3 §4.3.7).
      case .css: out += Array("\\\(String(Self.codePoint(of: byte), radix: 16)) ".utf8)
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

  private func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x20, 0x80...:
      true
    // In CSS: `#fff`, `50%`, `+1`, `a, b`.
    case UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: ","): self == .css
    default: false
    }
  }

  private static let colourFunctions: Set = [
    "color", "device-cmyk", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "rgb", "rgba",
  ]

  /// Whether a text is a colour such as `rgb(10 20 30 / 50%)`.
  private static func isColour(_ text: String) -> Bool {
    guard text.utf8.last == UInt8(ascii: ")"), let open = text.utf8.firstIndex(of: UInt8(ascii: "(")) else {
      return false
    }
    let arguments = text.utf8[text.utf8.index(after: open)...].dropLast()
    return colourFunctions.contains(text[..<open].lowercased())
      && arguments.allSatisfy { $0 < 0x80 && (Self.css.isPlain($0) || $0 == UInt8(ascii: "/")) }
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
