/// Comments, doctypes, CDATA sections and processing instructions.
extension HTMLParser {
  /// Reads a declaration from its `<`; `nil` for all but doctypes.
  mutating func readDeclaration() -> Token? {
    if starts(with: "<!doctype") {
      position += 9
      let start = position
      skip(past: UInt8(ascii: ">"))
      let isClosed = position > start && input[position - 1] == UInt8(ascii: ">")
      return .doctype(
        Doctype(input[start..<(isClosed ? position - 1 : position)], isClosed: isClosed).quirks)
    }
    if nodes[Int(current.index)].namespace != .html, input[position...].starts(with: "<![CDATA[".utf8) {
      position += 9
      contentModel = .cdata
      return nil
    }
    if peek(1) != UInt8(ascii: "/") || peek(2) != UInt8(ascii: ">") { ignoresNextNewline = false }
    if starts(with: "<!--") { skipComment() } else { skip(past: UInt8(ascii: ">")) }
    return nil
  }

  private mutating func skipComment() {
    position += 4
    if peek(0) == UInt8(ascii: ">") {
      position += 1
      return
    }
    if starts(with: "->") {
      position += 2
      return
    }
    while position < input.count {
      if input[position] == UInt8(ascii: "-"), peek(1) == UInt8(ascii: "-") {
        if peek(2) == UInt8(ascii: ">") {
          position += 3
          return
        }
        if peek(2) == UInt8(ascii: "!"), peek(3) == UInt8(ascii: ">") {
          position += 4
          return
        }
      }
      position += 1
    }
  }

  private mutating func skip(past byte: UInt8) {
    while position < input.count, input[position] != byte { position += 1 }
    position = min(position + 1, input.count)
  }

  /// Whether the input continues with a prefix, which is in lower case; ASCII letters match in both cases.
  func starts(with prefix: StaticString) -> Bool {
    guard position + prefix.utf8CodeUnitCount <= input.count else { return false }
    return prefix.withUTF8Buffer { prefix in
      for index in 0..<prefix.count {
        let byte = input[position + index]
        if ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) != prefix[index] { return false }
      }
      return true
    }
  }
}
