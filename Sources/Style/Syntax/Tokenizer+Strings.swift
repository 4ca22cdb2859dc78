/// Strings and addresses (css-syntax-3 §4.3.5, §4.3.6).
extension Tokenizer {
  func isURL(_ start: Int) -> Bool {
    position - start == 3 && bytes[start] | 0x20 == UInt8(ascii: "u") && bytes[start + 1] | 0x20 == UInt8(ascii: "r")
      && bytes[start + 2] | 0x20 == UInt8(ascii: "l")
  }

  mutating func scanURL(from offset: Int) {
    let start = position
    var hasEscape = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ")") {
        add(.url, start, from: offset, hasEscape: hasEscape)
        position += 1
        return
      }
      if Self.isSpace(byte) {
        add(.url, start, from: offset, hasEscape: hasEscape)
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
        if peek() == UInt8(ascii: ")") || peek() == nil {
          position += 1
          return
        }
        tokens.removeLast()
        scanBadURL(from: offset)
        return
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "(") || byte < 0x20
        || byte == 0x7F
      {
        scanBadURL(from: offset)
        return
      }
      if byte == UInt8(ascii: "\\") {
        guard isEscape(0) else {
          scanBadURL(from: offset)
          return
        }
        hasEscape = true
        skipEscape()
      } else {
        position += 1
      }
    }
    position = min(position, bytes.count)
    add(.url, start, from: offset, hasEscape: hasEscape)
  }

  private mutating func scanBadURL(from offset: Int) {
    while position < bytes.count, bytes[position] != UInt8(ascii: ")") { position += isEscape(0) ? 2 : 1 }
    position = min(position + 1, bytes.count)
    add(.badURL, offset, from: offset)
  }

  mutating func scanString(quote: UInt8) {
    let offset = position
    position += 1
    let start = position
    var hasEscape = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == quote {
        add(.string, start, from: offset, hasEscape: hasEscape)
        position += 1
        return
      }
      if isNewline(byte) {
        add(.badString, start, from: offset)
        return
      }
      if byte == UInt8(ascii: "\\") {
        hasEscape = true
        position += 1
        if peek() == 0x0D, peek(1) == 0x0A { position += 1 }
      }
      position += 1
    }
    position = min(position, bytes.count)
    add(.string, start, from: offset, hasEscape: hasEscape)
  }
}
