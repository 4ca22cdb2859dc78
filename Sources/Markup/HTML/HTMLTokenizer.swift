/// Tokenization (HTML 13.2.5). The states of the standard are folded into one function per construct.
extension HTMLParser {
  enum Token {
    /// The characters are in `text`.
    case text
    /// The tag is in `tag` and `tagAttributes`.
    case startTag, endTag
    case doctype(QuirksMode)
    case end
  }

  mutating func nextToken() -> Token {
    let start = position
    defer { steps += position - start + 1 }
    text.removeAll(keepingCapacity: true)
    repeat {
      if contentModel != .data {
        countLines(to: position)
        readRawText()
        if !text.isEmpty { return .text }
      }
      if let token = nextDataToken() { return token }
    } while contentModel != .data
    return text.isEmpty ? .end : .text
  }

  /// The next token of the data state; `nil` at the end of the input and when another content model applies.
  private mutating func nextDataToken() -> Token? {
    while position < input.count, contentModel == .data {
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
          if let token = readTag(isEnd: false) { return token }
        case UInt8(ascii: "/") where isLetter(peek(2)):
          if !text.isEmpty { return .text }
          position += 2
          if let token = readTag(isEnd: true) { return token }
        case UInt8(ascii: "/") where peek(2) != nil, UInt8(ascii: "!"), UInt8(ascii: "?"):
          if !text.isEmpty { return .text }
          if let token = readDeclaration() { return token }
        default:
          text.append(byte)
          position += 1
        }
      }
    }
    return nil
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

  // MARK: Tags

  /// Reads a tag from the first letter of its name; `nil` if the input ends within the tag, which is then dropped.
  private mutating func readTag(isEnd: Bool) -> Token? {
    countLines(to: position - (isEnd ? 2 : 1))
    let savedBytes = bytes.count
    scratch.removeAll(keepingCapacity: true)
    while position < input.count {
      let byte = input[position]
      if Self.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { break }
      appendToName(byte)
      position += 1
    }
    tag = Tag(name: internScratch())
    tagAttributes.removeAll(keepingCapacity: true)
    while position < input.count {
      let byte = input[position]
      if byte == UInt8(ascii: ">") {
        position += 1
        guard isEnd else { return .startTag }
        bytes.removeSubrange(savedBytes...)
        tagAttributes.removeAll(keepingCapacity: true)
        return .endTag
      }
      if byte == UInt8(ascii: "/") {
        tag.isSelfClosing = peek(1) == UInt8(ascii: ">")
        position += 1
      } else if Self.isSpace(byte) {
        position += 1
      } else {
        readAttribute()
      }
    }
    bytes.removeSubrange(savedBytes...)
    return nil
  }

  /// The largest number of attributes of one tag, or of an element with the attributes of several tags; further ones
  /// are dropped.
  static let attributeLimit = 1000

  private mutating func readAttribute() {
    scratch.removeAll(keepingCapacity: true)
    repeat {  // An initial "=" is part of the name.
      appendToName(input[position])
      position += 1
    } while position < input.count && !endsAttributeName(input[position])
    let name = internScratch()
    let isKept = tagAttributes.count < Self.attributeLimit && !tagAttributes.contains { $0.name == name }
    skipSpaces()
    let start = bytes.count
    if peek(0) == UInt8(ascii: "=") {
      position += 1
      skipSpaces()
      let isQuoted = peek(0) == UInt8(ascii: "\"") || peek(0) == UInt8(ascii: "'")
      if isKept, name == .style { stylePlaces[UInt32(start)] = place(inTag: position + (isQuoted ? 1 : 0)) }
      readValue()
    }
    if isKept {
      tagAttributes.append(Attribute(name: name, value: UInt32(start)..<UInt32(bytes.count)))
    } else {
      bytes.removeSubrange(start...)
    }
  }

  /// Appends an attribute's value to `bytes`.
  private mutating func readValue() {
    switch peek(0) {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let quote = input[position]
      position += 1
      readValue { $0 == quote }
      position = min(position + 1, input.count)
    case UInt8(ascii: ">"), nil: break
    default: readValue { Self.isSpace($0) || $0 == UInt8(ascii: ">") }
    }
  }

  /// - Parameter isEnd: whether a byte ends the value. That byte is not consumed.
  private mutating func readValue(until isEnd: (UInt8) -> Bool) {
    while position < input.count, !isEnd(input[position]) {
      switch input[position] {
      case UInt8(ascii: "&"):
        swap(&text, &bytes)
        appendReference(inAttribute: true)
        swap(&text, &bytes)
      case 0:
        bytes.append(contentsOf: UTF8.encodedReplacementCharacter)
        position += 1
      default:
        let start = position
        repeat {
          position += 1
        } while position < input.count && input[position] != UInt8(ascii: "&")
          && input[position] != 0 && !isEnd(input[position])
        bytes.append(contentsOf: input[start..<position])
      }
    }
  }

  /// The line and column of an offset within the tag for which `countLines(to:)` was last called.
  private mutating func place(inTag offset: Int) -> (line: UInt32, column: UInt16) {
    var (line, start) = (line, lineStart)
    steps += max(0, offset - lineCounted)
    for index in min(lineCounted, offset)..<min(offset, input.count) where input[index] == 0x0A {
      line += 1
      start = index + 1
    }
    return (line, UInt16(clamping: offset - start + 1))
  }

  // MARK: Names

  /// Appends a byte to `scratch` in lower case, U+FFFD for NUL.
  private mutating func appendToName(_ byte: UInt8) {
    switch byte {
    case 0x41...0x5A: scratch.append(byte | 0x20)
    case 0: scratch.append(contentsOf: UTF8.encodedReplacementCharacter)
    default: scratch.append(byte)
    }
  }

  private mutating func internScratch() -> Atom {
    let name = scratch
    return names.intern(name.span)
  }

  private func endsAttributeName(_ byte: UInt8) -> Bool {
    Self.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "=")
  }

  private mutating func skipSpaces() {
    while position < input.count, Self.isSpace(input[position]) { position += 1 }
  }
}
