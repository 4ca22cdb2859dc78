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

  mutating func keyword() -> PDFToken {
    let start = position
    while let byte = peek(), ByteClass.isRegular(byte) { position += 1 }
    return .keyword(PDFKeyword(bytes, start..<position))
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
}
