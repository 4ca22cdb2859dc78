/// Strings (RFC 8259, section 7).
extension JSONParser {
  mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    skipPlainText()
    switch peek {
    case UInt8(ascii: "\""):
      let text = try text(bytes[start..<position])
      position += 1
      return text
    case UInt8(ascii: "\\"): return try escapedString(from: start)
    case nil: throw malformed("the string that starts here does not end", at: start - 1)
    default: throw malformed("a control character in a string must be written as an escape")
    }
  }

  /// Skips to the next quotation mark, backslash or control character.
  private mutating func skipPlainText() {
    position = bytes.withUnsafeBufferPointer { bytes in
      var index = position
      while index < bytes.count, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\""),
        bytes[index] != UInt8(ascii: "\\")
      {
        index += 1
      }
      return index
    }
  }

  /// The rest of a string, from the escape sequence at `position`.
  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var text = try text(bytes[start..<position])
    var plain = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        text += try self.text(bytes[plain..<position])
        position += 1
        return text
      case UInt8(ascii: "\\"):
        text += try self.text(bytes[plain..<position])
        text.unicodeScalars.append(try escape())
        plain = position
      case 0..<0x20: throw malformed("a control character in a string must be written as an escape")
      default: skipPlainText()
      }
    }
    throw malformed("the string that starts here does not end", at: start - 1)
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let byte = peek else { throw malformed("the string does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw malformed("unknown escape in a string", at: start)
    }
    let first = try hexQuad()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      throw malformed("half of a surrogate pair in a string", at: start)
    }
    let second = try hexQuad()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw malformed("half of a surrogate pair in a string", at: start) }
    return scalar
  }

  private mutating func hexQuad() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw malformed("expected four hexadecimal digits after \\u")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private func text(_ slice: ArraySlice<UInt8>) throws(JSONError) -> String {
    if let text = String(validating: slice, as: UTF8.self) { return text }
    throw JSONError(.notText, "the JSON text is not UTF-8", at: place(of: Self.firstInvalid(slice)))
  }

  /// The index of the first byte that is not part of well-formed UTF-8.
  private static func firstInvalid(_ slice: ArraySlice<UInt8>) -> Int {
    var decoder = UTF8()
    var iterator = slice.makeIterator()
    var index = slice.startIndex
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { index += UTF8.width(scalar) }
    return index
  }
}
