/// Reads tokens from bytes, with exact offsets. Allocates nothing but the tokens.
package struct PDFLexer {
  package let bytes: PDFBytes
  /// The offset of the next token, or of the white space before it.
  package var position: Int
  /// The offset at which reading ends.
  let end: Int
  /// Maximum bytes of a string.
  let stringLimit: Int

  /// - Parameters:
  ///   - position: the offset at which reading begins.
  ///   - end: the offset at which it ends; nil for the end of the bytes.
  ///   - stringLimit: the longest string, in bytes.
  package init(_ bytes: PDFBytes, at position: Int, end: Int? = nil, stringLimit: Int = PDFLimits().string) {
    self.bytes = bytes
    self.stringLimit = stringLimit
    self.end = min(end ?? bytes.count, bytes.count)
    self.position = min(max(0, position), self.end)
  }

  /// The byte `ahead` bytes after the position; nil at the end.
  @inline(__always)
  package func peek(_ ahead: Int = 0) -> UInt8? {
    let offset = position + ahead
    return offset < end ? bytes[offset] : nil
  }

  /// Skips white space and comments.
  package mutating func skipSpace() {
    while position < end {
      let byte = bytes[position]
      if byte == 0x25 {
        while position < end, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
      } else if ByteClass.isSpace(byte) {
        position += 1
      } else {
        return
      }
    }
  }

  /// The next token; `end` if there is none.
  mutating func next() throws(PDFError) -> PDFToken {
    skipSpace()
    guard let byte = peek() else { return .end }
    switch byte {
    case 0x28: return .string(try literalString())
    case 0x2F: return .name(name())
    case 0x5B:
      position += 1
      return .arrayOpen
    case 0x5D:
      position += 1
      return .arrayClose
    case 0x3C:
      guard peek(1) == 0x3C else { return .string(try hexadecimalString()) }
      position += 2
      return .dictionaryOpen
    case 0x3E:
      guard peek(1) == 0x3E else { throw .syntax("Expected an object, found a single \">\".", at: position) }
      position += 2
      return .dictionaryClose
    case 0x29, 0x7B, 0x7D:
      throw .syntax("Expected an object, found \"\(Character(Unicode.Scalar(byte)))\".", at: position)
    case 0x30...0x39, 0x2B, 0x2D, 0x2E: return numberOrKeyword()
    default: return keyword()
    }
  }

  /// Reads the keyword `wanted`.
  /// - Parameter place: describes the place in the error: `after …`.
  mutating func expect(_ wanted: PDFKeyword, _ place: @autoclosure () -> String) throws(PDFError) {
    skipSpace()
    let start = position
    guard try next() == .keyword(wanted) else {
      throw .syntax("Expected \"\(wanted.rawValue)\" \(place()).", at: start)
    }
  }

  /// Reads the next token if it is an integer; nil otherwise, without advancing.
  package mutating func nextInteger() throws(PDFError) -> Int? {
    let start = position
    if case .integer(let value) = try next() { return value }
    position = start
    return nil
  }

  private mutating func keyword() -> PDFToken {
    let start = position
    while let byte = peek(), ByteClass.isRegular(byte) { position += 1 }
    return .keyword(PDFKeyword(bytes, start..<position))
  }

  private mutating func numberOrKeyword() -> PDFToken {
    let start = position
    var isNegative = false
    if let sign = peek(), sign == 0x2B || sign == 0x2D {
      isNegative = sign == 0x2D
      position += 1
    }
    var magnitude = 0
    var overflows = false
    var digits = 0
    while let byte = peek(), ByteClass.isDigit(byte) {
      let (tenfold, a) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, b) = tenfold.addingReportingOverflow(Int(byte - 0x30))
      overflows = overflows || a || b
      magnitude = overflows ? magnitude : sum
      digits += 1
      position += 1
    }
    if !overflows, digits > 0, peek().map({ !ByteClass.isRegular($0) }) ?? true {
      return .integer(isNegative ? -magnitude : magnitude)
    }
    var fraction = 0
    if peek() == 0x2E {
      position += 1
      while let byte = peek(), ByteClass.isDigit(byte) {
        if digits < Self.exactDigits { magnitude = magnitude * 10 + Int(byte - 0x30) }
        fraction += 1
        digits += 1
        position += 1
      }
    }
    // Not a number: the whole run of regular characters is an unknown keyword.
    guard digits > 0, peek().map({ !ByteClass.isRegular($0) }) ?? true, position - start <= 400 else {
      position = start
      return keyword()
    }
    if digits <= Self.exactDigits {
      // Both are exact, so the quotient is the number that is nearest (Clinger, "How to Read Floating Point Numbers
      // Accurately", 1990).
      let value = Double(magnitude) / Self.powersOfTen[fraction]
      return .real(isNegative ? -value : value)
    }
    guard let value = Double(String(decoding: bytes.array(start..<position), as: UTF8.self)), value.isFinite else {
      position = start
      return keyword()
    }
    return .real(value)
  }

  /// Integers of so many digits are exact as `Double`.
  private static let exactDigits = 15
  private static let powersOfTen = (0...exactDigits).map { power in
    (0..<power).reduce(1.0) { product, _ in product * 10 }
  }

  private mutating func name() -> PDFName {
    position += 1
    let start = position
    while let byte = peek(), ByteClass.isRegular(byte), byte != 0x23, byte < 0x80 { position += 1 }
    guard let byte = peek(), ByteClass.isRegular(byte) else { return PDFName(ascii: bytes, start..<position) }
    // The name has escaped or non-ASCII bytes, which is rare.
    var text = bytes.array(start..<position)
    while let byte = peek(), ByteClass.isRegular(byte) {
      if byte == 0x23, let high = peek(1).flatMap(ByteClass.hexadecimal),
        let low = peek(2).flatMap(ByteClass.hexadecimal)
      {
        text.append(high << 4 | low)
        position += 3
      } else {
        text.append(byte)
        position += 1
      }
    }
    return PDFName(text)
  }

  private mutating func hexadecimalString() throws(PDFError) -> [UInt8] {
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
  private mutating func literalString() throws(PDFError) -> [UInt8] {
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
