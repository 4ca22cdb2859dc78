/// Backslash escapes (css-syntax-3 §4.3.7).
enum Escapes {
  static func decode(_ bytes: ContiguousArray<UInt8>.SubSequence) -> String {
    var result = ContiguousArray<UInt8>()
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard index < bytes.endIndex else { break }
      if bytes[index] == 0x0A || bytes[index] == 0x0C {
        index += 1
        continue
      }
      if bytes[index] == 0x0D {
        index += 1
        if index < bytes.endIndex, bytes[index] == 0x0A { index += 1 }
        continue
      }
      guard var value = hexDigit(bytes[index]) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      index += 1
      var digits = 1
      while digits < 6, index < bytes.endIndex, let digit = hexDigit(bytes[index]) {
        value = value * 16 + digit
        index += 1
        digits += 1
      }
      if index < bytes.endIndex, Tokenizer.isSpace(bytes[index]) {
        if bytes[index] == 0x0D, index + 1 < bytes.endIndex, bytes[index + 1] == 0x0A { index += 1 }
        index += 1
      }
      let scalar = value == 0 ? nil : Unicode.Scalar(value)
      for byte in UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }
}
