/// Reads only the entries of a trailer dictionary that refer to other sections, without making objects of the others.
///
/// A document with ten thousand updates has as many trailers, and opening it reads them all. This reader accepts the
/// plain syntax that programs write and returns nil for anything else; the caller then uses `PDFParser`.
struct TrailerSkim {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  /// - Returns: the entries, and the absolute offset of the end of the dictionary.
  static func read(_ bytes: PDFBytes, at start: Int, end: Int) -> (links: XRefLinks, end: Int)? {
    bytes.withBytes(start..<end) { buffer in
      var skim = TrailerSkim(buffer)
      return skim.dictionary().map { ($0, start + skim.position) }
    }
  }

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private mutating func dictionary() -> XRefLinks? {
    var links = XRefLinks()
    skipSpace()
    guard take(0x3C), take(0x3C) else { return nil }
    while true {
      skipSpace()
      if take(0x3E) { return take(0x3E) ? links : nil }
      guard let key = name() else { return nil }
      if matches("Prev", key) {
        guard let value = integer() else { return nil }
        links.previous = value
      } else if matches("XRefStm", key) {
        guard let value = integer() else { return nil }
        links.stream = value
      } else {
        guard skipValue() else { return nil }
      }
    }
  }

  private func matches(_ text: StaticString, _ key: Range<Int>) -> Bool {
    key.count == text.utf8CodeUnitCount
      && key.indices.allSatisfy { bytes[$0] == text.utf8Start[$0 - key.lowerBound] }
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count, ByteClass.isSpace(bytes[position]) { position += 1 }
  }

  private mutating func skipRegular() -> Range<Int> {
    let start = position
    while position < bytes.count, ByteClass.isRegular(bytes[position]) { position += 1 }
    return start..<position
  }

  /// The bytes of a name without escapes.
  private mutating func name() -> Range<Int>? {
    guard peek == 0x2F else { return nil }
    position += 1
    let range = skipRegular()
    return bytes[range].contains(0x23) ? nil : range
  }

  private mutating func integer() -> Int? {
    skipSpace()
    let range = skipRegular()
    guard (1...18).contains(range.count) else { return nil }
    var value = 0
    for byte in bytes[range] {
      guard ByteClass.isDigit(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }

  /// Skips a number or a reference.
  private mutating func skipNumbers() -> Bool {
    guard integer() != nil else { return false }
    skipSpace()
    guard let byte = peek, ByteClass.isDigit(byte) else { return true }
    let place = position
    guard integer() != nil else { return false }
    skipSpace()
    let word = skipRegular()
    if word.count == 1, bytes[word.lowerBound] == 0x52 { return true }
    // Two numbers of an array.
    position = place
    return true
  }

  /// Skips a name, a number, a reference, a plain string, or an array of those.
  private mutating func skipValue() -> Bool {
    skipSpace()
    guard let byte = peek else { return false }
    switch byte {
    case 0x2F: return name() != nil
    case 0x28, 0x3C: return skipString()
    case 0x5B:
      position += 1
      while true {
        skipSpace()
        guard let byte = peek else { return false }
        if byte == 0x5D {
          position += 1
          return true
        }
        let isSkipped =
          byte == 0x2F ? name() != nil : byte == 0x28 || byte == 0x3C ? skipString() : skipNumbers()
        guard isSkipped else { return false }
      }
    default: return skipNumbers()
    }
  }

  /// Skips a hexadecimal string, or a literal string without nested parentheses and escapes.
  private mutating func skipString() -> Bool {
    let isLiteral = peek == 0x28
    position += 1
    while let byte = peek {
      position += 1
      if byte == (isLiteral ? 0x29 : 0x3E) { return true }
      guard isLiteral ? byte != 0x28 && byte != 0x5C : ByteClass.hexadecimal(byte) != nil else { return false }
    }
    return false
  }
}
