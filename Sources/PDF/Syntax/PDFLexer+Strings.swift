/// Literal and hexadecimal strings (ISO 32000-1, 7.3.4).
extension PDFLexer {
  mutating func hexadecimalString() throws(PDFError) -> [UInt8] {
    let start = position
    position += 1
    var text: [UInt8] = []
    var high: UInt8?
    while let byte = peek() {
      try checkString(text, at: start)
      position += 1
      if byte == 0x3E {
        if let high { text.append(high << 4) }
        return text
      }
      if let digit = ByteClass.hexadecimal(byte) {
        if let first = high {
          text.append(first << 4 | digit)
          high = nil
        } else {
          high = digit
        }
      } else if !ByteClass.isSpace(byte) {
        throw .syntax("A hexadecimal string has a character that is not a digit.", at: position - 1)
      }
    }
    throw .syntax("A hexadecimal string is not closed.", at: start)
  }

  /// ISO 32000-1, 7.3.4.2.
  mutating func literalString() throws(PDFError) -> [UInt8] {
    let start = position
    position += 1
    var text: [UInt8] = []
    var depth = 1
    while let byte = peek() {
      try checkString(text, at: start)
      position += 1
      switch byte {
      case 0x28:
        depth += 1
        text.append(byte)
      case 0x29:
        depth -= 1
        if depth == 0 { return text }
        text.append(byte)
      case 0x0D:
        // Every kind of line end in a string is read as a line feed.
        if peek() == 0x0A { position += 1 }
        text.append(0x0A)
      case 0x5C: escape(into: &text)
      default: text.append(byte)
      }
    }
    throw .syntax("A string is not closed.", at: start)
  }

  @inline(__always)
  private func checkString(_ text: [UInt8], at start: Int) throws(PDFError) {
    guard text.count < stringLimit else {
      throw PDFError(code: .limit, message: "A string is longer than \(stringLimit) bytes.", offset: start)
    }
  }

  private mutating func escape(into text: inout [UInt8]) {
    guard let byte = peek() else { return }
    position += 1
    switch byte {
    case 0x6E: text.append(0x0A)
    case 0x72: text.append(0x0D)
    case 0x74: text.append(0x09)
    case 0x62: text.append(0x08)
    case 0x66: text.append(0x0C)
    case 0x0A: break
    case 0x0D: if peek() == 0x0A { position += 1 }
    case 0x30...0x37:
      var value = Int(byte - 0x30)
      var digits = 1
      while digits < 3, let next = peek(), (0x30...0x37).contains(next) {
        value = value * 8 + Int(next - 0x30)
        digits += 1
        position += 1
      }
      text.append(UInt8(truncatingIfNeeded: value))
    default: text.append(byte)
    }
  }
}
