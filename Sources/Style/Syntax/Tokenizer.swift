import Glibc

/// The tokenizer (css-syntax-3 §4.3) over UTF-8; comments leave nothing behind.
struct Tokenizer {
  private let bytes: ContiguousArray<UInt8>
  private var position = 0
  private(set) var tokens = ContiguousArray<Token>()
  /// Open brackets: token indices.
  private var open = ContiguousArray<Int>()

  init(_ bytes: ContiguousArray<UInt8>) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 4 + 1)
  }

  mutating func run() {
    while position < bytes.count { scanToken() }
    let end = UInt32(tokens.count)
    for index in open { tokens[index].match = end }
    let offset = UInt32(bytes.count)
    tokens.append(Token(kind: .end, start: offset, end: offset, offset: offset, match: end))
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }

  private func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }

  private func peek(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private static func isNameStart(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte >= 0x80 || byte == 0
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isNameStart(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
  }

  private static func isDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x30...0x39).contains(byte)
  }

  private func isEscape(_ offset: Int) -> Bool {
    guard peek(offset) == UInt8(ascii: "\\"), let next = peek(offset + 1) else { return false }
    return !isNewline(next)
  }

  private func startsIdent(_ offset: Int = 0) -> Bool {
    if peek(offset) == UInt8(ascii: "-") {
      return Self.isNameStart(peek(offset + 1)) || peek(offset + 1) == UInt8(ascii: "-") || isEscape(offset + 1)
    }
    return Self.isNameStart(peek(offset)) || isEscape(offset)
  }

  private func startsNumber() -> Bool {
    var offset = 0
    if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { offset = 1 }
    if Self.isDigit(peek(offset)) { return true }
    return peek(offset) == UInt8(ascii: ".") && Self.isDigit(peek(offset + 1))
  }

  private mutating func add(_ kind: Token.Kind, _ start: Int, from offset: Int, hasEscape: Bool = false) {
    tokens.append(
      Token(kind: kind, hasEscape: hasEscape, start: UInt32(start), end: UInt32(position), offset: UInt32(offset)))
  }

  private mutating func addSingle(_ kind: Token.Kind) {
    position += 1
    add(kind, position - 1, from: position - 1)
  }

  private mutating func openBracket(_ kind: Token.Kind) {
    open.append(tokens.count)
    addSingle(kind)
  }

  /// A closing bracket closes the innermost block only where it fits; else it is a token like any other.
  private mutating func closeBracket(_ kind: Token.Kind) {
    if let last = open.last {
      let fits =
        switch tokens[last].kind {
        case .openCurly: kind == .closeCurly
        case .openSquare: kind == .closeSquare
        default: kind == .closeParen
        }
      if fits {
        tokens[last].match = UInt32(tokens.count)
        open.removeLast()
      }
    }
    addSingle(kind)
  }

  private mutating func scanToken() {
    let start = position
    let byte = bytes[position]
    switch byte {
    case 0x20, 0x0A, 0x09, 0x0D, 0x0C:
      while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
      add(.whitespace, start, from: start)
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
      position += 2
      while position < bytes.count, !(bytes[position] == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
        position += 1
      }
      position = min(position + 2, bytes.count)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): scanString(quote: byte)
    case UInt8(ascii: "#"):
      let isIdent = startsIdent(1)
      if let next = peek(1), Self.isNameByte(next) || isEscape(1) {
        position += 1
        let hasEscape = scanName()
        add(.hash, start + 1, from: start, hasEscape: hasEscape)
        tokens[tokens.count - 1].flag = isIdent
      } else {
        addSingle(.delim)
      }
    case UInt8(ascii: "("): openBracket(.openParen)
    case UInt8(ascii: "["): openBracket(.openSquare)
    case UInt8(ascii: "{"): openBracket(.openCurly)
    case UInt8(ascii: ")"): closeBracket(.closeParen)
    case UInt8(ascii: "]"): closeBracket(.closeSquare)
    case UInt8(ascii: "}"): closeBracket(.closeCurly)
    case UInt8(ascii: ","): addSingle(.comma)
    case UInt8(ascii: ":"): addSingle(.colon)
    case UInt8(ascii: ";"): addSingle(.semicolon)
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      if startsNumber() { scanNumber() } else { addSingle(.delim) }
    case UInt8(ascii: "-"):
      if startsNumber() {
        scanNumber()
      } else if peek(1) == UInt8(ascii: "-"), peek(2) == UInt8(ascii: ">") {
        position += 3
        add(.cdc, start, from: start)
      } else if startsIdent() {
        scanIdentLike()
      } else {
        addSingle(.delim)
      }
    case UInt8(ascii: "<"):
      if peek(1) == UInt8(ascii: "!"), peek(2) == UInt8(ascii: "-"), peek(3) == UInt8(ascii: "-") {
        position += 4
        add(.cdo, start, from: start)
      } else {
        addSingle(.delim)
      }
    case UInt8(ascii: "@"):
      if startsIdent(1) {
        position += 1
        let hasEscape = scanName()
        add(.atKeyword, start + 1, from: start, hasEscape: hasEscape)
      } else {
        addSingle(.delim)
      }
    case UInt8(ascii: "0")...UInt8(ascii: "9"): scanNumber()
    default:
      if startsIdent() { scanIdentLike() } else { addSingle(.delim) }
    }
  }

  /// Moves past a name; true where it has an escape.
  private mutating func scanName() -> Bool {
    var hasEscape = false
    while position < bytes.count {
      if Self.isNameByte(bytes[position]) {
        position += 1
      } else if isEscape(0) {
        hasEscape = true
        position += 2
        var digits = Escapes.hexDigit(bytes[position - 1]) == nil ? 6 : 1
        if digits == 6 { continue }
        while digits < 6, let byte = peek(), Escapes.hexDigit(byte) != nil {
          position += 1
          digits += 1
        }
        if peek() == 0x0D, peek(1) == 0x0A { position += 1 }
        if let byte = peek(), Self.isSpace(byte) { position += 1 }
      } else {
        break
      }
    }
    return hasEscape
  }

  private mutating func scanIdentLike() {
    let start = position
    let hasEscape = scanName()
    guard peek() == UInt8(ascii: "(") else {
      add(.ident, start, from: start, hasEscape: hasEscape)
      return
    }
    if isURL(start), !hasEscape {
      var next = position + 1
      while next < bytes.count, Self.isSpace(bytes[next]) { next += 1 }
      if next >= bytes.count || (bytes[next] != UInt8(ascii: "\"") && bytes[next] != UInt8(ascii: "'")) {
        position = next
        scanURL(from: start)
        return
      }
    }
    open.append(tokens.count)
    add(.function, start, from: start, hasEscape: hasEscape)
    position += 1
  }

  private func isURL(_ start: Int) -> Bool {
    position - start == 3 && bytes[start] | 0x20 == UInt8(ascii: "u") && bytes[start + 1] | 0x20 == UInt8(ascii: "r")
      && bytes[start + 2] | 0x20 == UInt8(ascii: "l")
  }

  private mutating func scanURL(from offset: Int) {
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
        position += 1
      }
      position += 1
    }
    position = min(position, bytes.count)
    add(.url, start, from: offset, hasEscape: hasEscape)
  }

  private mutating func scanBadURL(from offset: Int) {
    while position < bytes.count, bytes[position] != UInt8(ascii: ")") { position += isEscape(0) ? 2 : 1 }
    position = min(position + 1, bytes.count)
    add(.badURL, offset, from: offset)
  }

  private mutating func scanString(quote: UInt8) {
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

  private mutating func scanNumber() {
    let start = position
    let isSigned = peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-")
    let isNegative = peek() == UInt8(ascii: "-")
    if isSigned { position += 1 }
    var value = 0.0
    var isInteger = true
    while let byte = peek(), Self.isDigit(byte) {
      value = value * 10 + Double(byte - 0x30)
      position += 1
    }
    if peek() == UInt8(ascii: "."), Self.isDigit(peek(1)) {
      isInteger = false
      position += 1
      var digits = 0.0
      var scale = 1.0
      while let byte = peek(), Self.isDigit(byte) {
        if scale < 1e17 {
          digits = digits * 10 + Double(byte - 0x30)
          scale *= 10
        }
        position += 1
      }
      value += digits / scale
    }
    if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
      let signed = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
      if Self.isDigit(peek(signed ? 2 : 1)) {
        isInteger = false
        let isSmall = peek(1) == UInt8(ascii: "-")
        position += signed ? 2 : 1
        var exponent = 0
        while let byte = peek(), Self.isDigit(byte) {
          exponent = min(exponent * 10 + Int(byte - 0x30), 400)
          position += 1
        }
        value = value == 0 ? 0 : value * pow(10, Double(isSmall ? -exponent : exponent))
      }
    }
    if isNegative { value = -value }
    // No CSS value means more than this, and arithmetic on it stays finite.
    value = max(-1e15, min(1e15, value))
    var token = Token(
      kind: .number, flag: isInteger, isSigned: isSigned, start: UInt32(start), end: UInt32(position),
      offset: UInt32(start), number: value)
    if startsIdent() {
      token.kind = .dimension
      token.unitStart = UInt32(position)
      token.hasEscape = scanName()
    } else if peek() == UInt8(ascii: "%") {
      token.kind = .percentage
      position += 1
    }
    token.end = UInt32(position)
    tokens.append(token)
  }
}
