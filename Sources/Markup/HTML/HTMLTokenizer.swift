/// Tokenization (HTML 13.2.5): the states are folded into one function per construct.
extension HTMLParser {
  enum Token {
    /// In `text`.
    case text
    /// In `tag` and `tagAttributes`.
    case startTag, endTag
    case doctype(isQuirky: Bool)
    case end
  }

  mutating func nextToken() -> Token {
    text.removeAll(keepingCapacity: true)
    if contentModel == .rcdata || contentModel == .rawtext {
      countLines(to: position)
      scanRawText()
      contentModel = .data
      if !text.isEmpty { return .text }
    }
    while position < input.count {
      if contentModel == .plaintext {
        text.append(contentsOf: input[position...])
        position = input.count
        break
      }
      let byte = input[position]
      if byte == UInt8(ascii: "&") {
        appendReference(inAttribute: false)
      } else if byte != UInt8(ascii: "<") {
        let start = position
        while position < input.count, input[position] != UInt8(ascii: "<"), input[position] != UInt8(ascii: "&") {
          position += 1
        }
        text.append(contentsOf: input[start..<position])
      } else {
        switch peek(1) {
        case let next where isLetter(next):
          if !text.isEmpty { return .text }
          position += 1
          if let token = scanTag(isEnd: false) { return token }
        case UInt8(ascii: "/") where isLetter(peek(2)):
          if !text.isEmpty { return .text }
          position += 2
          if let token = scanTag(isEnd: true) { return token }
        case UInt8(ascii: "/") where peek(2) != nil, UInt8(ascii: "!"), UInt8(ascii: "?"):
          if !text.isEmpty { return .text }
          if let token = scanDeclaration() { return token }
        default:
          text.append(byte)
          position += 1
        }
      }
    }
    return text.isEmpty ? .end : .text
  }

  func peek(_ offset: Int) -> UInt8? {
    position + offset < input.count ? input[position + offset] : nil
  }

  private func isLetter(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x61...0x7A).contains(byte | 0x20)
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0C || byte == 0x0D
  }

  /// From the first letter of the name; nil at the end of the input, which drops the tag.
  private mutating func scanTag(isEnd: Bool) -> Token? {
    countLines(to: position - (isEnd ? 2 : 1))
    let savedBytes = bytes.count
    scratch.removeAll(keepingCapacity: true)
    while position < input.count {
      let byte = input[position]
      if Self.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { break }
      scratch.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      position += 1
    }
    tag = Tag(name: internScratch())
    tagAttributes.removeAll(keepingCapacity: true)
    while position < input.count {
      let byte = input[position]
      if byte == UInt8(ascii: ">") {
        position += 1
        if isEnd { bytes.removeSubrange(savedBytes...) }
        return isEnd ? .endTag : .startTag
      }
      if byte == UInt8(ascii: "/") {
        tag.isSelfClosing = peek(1) == UInt8(ascii: ">")
        position += 1
      } else if Self.isSpace(byte) {
        position += 1
      } else {
        scanAttribute()
      }
    }
    bytes.removeSubrange(savedBytes...)
    return nil
  }

  /// Of one tag; more are dropped.
  private static let attributeLimit = 1000

  private mutating func scanAttribute() {
    scratch.removeAll(keepingCapacity: true)
    repeat {  // A first "=" belongs to the name.
      let byte = input[position]
      scratch.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      position += 1
    } while position < input.count && !endsAttributeName(input[position])
    let name = internScratch()
    skipSpaces()
    let start = bytes.count
    if peek(0) == UInt8(ascii: "=") {
      position += 1
      skipSpaces()
      let isQuoted = peek(0) == UInt8(ascii: "\"") || peek(0) == UInt8(ascii: "'")
      if name == .style { stylePlaces[UInt32(start)] = place(inTag: position + (isQuoted ? 1 : 0)) }
      switch peek(0) {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = input[position]
        position += 1
        scanValue { $0 == quote }
        position += 1
      case UInt8(ascii: ">"), nil: break
      default: scanValue { Self.isSpace($0) || $0 == UInt8(ascii: ">") }
      }
      position = min(position, input.count)
    }
    if tagAttributes.count >= Self.attributeLimit || tagAttributes.contains(where: { $0.name == name }) {
      bytes.removeSubrange(start...)
    } else {
      tagAttributes.append(Attribute(name: name, value: UInt32(start)..<UInt32(bytes.count)))
    }
  }

  /// The line and column of a place in the tag whose own were counted last.
  private func place(inTag place: Int) -> (line: UInt32, column: UInt16) {
    var (line, start) = (line, lineStart)
    for index in min(lineCounted, place)..<min(place, input.count) where input[index] == 0x0A {
      line += 1
      start = index + 1
    }
    return (line, UInt16(clamping: place - start + 1))
  }

  private mutating func internScratch() -> Atom {
    let name = scratch
    return names.intern(name.span)
  }

  private func endsAttributeName(_ byte: UInt8) -> Bool {
    Self.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "=")
  }

  /// Up to the byte that ends the value, which is left.
  private mutating func scanValue(until isEnd: (UInt8) -> Bool) {
    while position < input.count, !isEnd(input[position]) {
      if input[position] == UInt8(ascii: "&") {
        swap(&text, &bytes)
        appendReference(inAttribute: true)
        swap(&text, &bytes)
      } else {
        bytes.append(input[position])
        position += 1
      }
    }
  }

  private mutating func skipSpaces() {
    while position < input.count, Self.isSpace(input[position]) { position += 1 }
  }

  /// Comments, doctypes, CDATA and what looks like them, from `<`; nil where nothing comes of it.
  private mutating func scanDeclaration() -> Token? {
    if starts(with: "<!--") {
      position += 4
      if peek(0) == UInt8(ascii: ">") {
        position += 1
      } else if starts(with: "->") {
        position += 2
      } else {
        skipComment()
      }
      return nil
    }
    if starts(with: "<!doctype") {
      position += 9
      let start = position
      skip(past: UInt8(ascii: ">"))
      return .doctype(isQuirky: Doctype.isQuirky(input[start..<position]))
    }
    if starts(with: "<![cdata["), nodes[Int(current.index)].namespace != .html {
      position += 9
      let start = position
      while position < input.count, !starts(with: "]]>") { position += 1 }
      text.append(contentsOf: input[start..<position])
      position = min(position + 3, input.count)
      return text.isEmpty ? nil : .text
    }
    skip(past: UInt8(ascii: ">"))
    return nil
  }

  private mutating func skipComment() {
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

  /// Case-insensitive for ASCII letters; `prefix` is in lower case.
  private func starts(with prefix: StaticString) -> Bool {
    guard position + prefix.utf8CodeUnitCount <= input.count else { return false }
    return prefix.withUTF8Buffer { prefix in
      for index in 0..<prefix.count {
        let byte = input[position + index]
        if ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) != prefix[index] { return false }
      }
      return true
    }
  }

  /// The text of `title`, `style` and their like, up to the end tag of `rawTextEnd`, which is left.
  private mutating func scanRawText() {
    let name = names.utf8(rawTextEnd)
    while position < input.count {
      let byte = input[position]
      if byte == UInt8(ascii: "<"), peek(1) == UInt8(ascii: "/"), isEndTag(name) { return }
      if byte == UInt8(ascii: "&"), contentModel == .rcdata {
        appendReference(inAttribute: false)
      } else {
        text.append(byte)
        position += 1
      }
    }
  }

  private func isEndTag(_ name: ContiguousArray<UInt8>) -> Bool {
    let end = position + 2 + name.count
    guard end < input.count else { return false }
    for index in 0..<name.count where input[position + 2 + index] | 0x20 != name[index] | 0x20 { return false }
    return Self.isSpace(input[end]) || input[end] == UInt8(ascii: "/") || input[end] == UInt8(ascii: ">")
  }
}
