/// The tokenizer (css-syntax-3 §4.3) for UTF-8. Comments produce no token.
struct Tokenizer {
  let bytes: ContiguousArray<UInt8>
  var position = 0
  var tokens = ContiguousArray<Token>()
  /// Token indices of the open brackets.
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

  func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }

  func peek(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private static func isNameStart(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte >= 0x80 || byte == 0
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isNameStart(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
  }

  static func isDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (0x30...0x39).contains(byte)
  }

  func isEscape(_ offset: Int) -> Bool {
    guard peek(offset) == UInt8(ascii: "\\"), let next = peek(offset + 1) else { return false }
    return !isNewline(next)
  }

  func startsIdent(_ offset: Int = 0) -> Bool {
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

  mutating func add(_ kind: Token.Kind, _ start: Int, from offset: Int, hasEscape: Bool = false) {
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

  /// A closing bracket ends the innermost block if it matches; otherwise it is an ordinary token.
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
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): scanString(quote: byte)
    case UInt8(ascii: "#"): scanHash()
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
    case UInt8(ascii: "-"): scanMinus()
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

  private mutating func skipComment() {
    position += 2
    while position < bytes.count, !(bytes[position] == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
      position += 1
    }
    position = min(position + 2, bytes.count)
  }

  private mutating func scanHash() {
    let start = position
    let isIdent = startsIdent(1)
    guard let next = peek(1), Self.isNameByte(next) || isEscape(1) else { return addSingle(.delim) }
    position += 1
    let hasEscape = scanName()
    add(.hash, start + 1, from: start, hasEscape: hasEscape)
    tokens[tokens.count - 1].flag = isIdent
  }

  /// A number, `-->`, an identifier or a delimiter.
  private mutating func scanMinus() {
    if startsNumber() {
      scanNumber()
    } else if peek(1) == UInt8(ascii: "-"), peek(2) == UInt8(ascii: ">") {
      position += 3
      add(.cdc, position - 3, from: position - 3)
    } else if startsIdent() {
      scanIdentLike()
    } else {
      addSingle(.delim)
    }
  }

  /// Consumes a name. Returns true if it contains an escape.
  mutating func scanName() -> Bool {
    var hasEscape = false
    while position < bytes.count {
      if Self.isNameByte(bytes[position]) {
        position += 1
      } else if isEscape(0) {
        hasEscape = true
        skipEscape()
      } else {
        break
      }
    }
    return hasEscape
  }

  /// Consumes an escape (css-syntax-3 §4.3.7): a character, or up to six digits with the white space after them.
  mutating func skipEscape() {
    position += 2
    guard Escapes.hexDigit(bytes[position - 1]) != nil else { return }
    var digits = 1
    while digits < 6, let byte = peek(), Escapes.hexDigit(byte) != nil {
      position += 1
      digits += 1
    }
    if peek() == 0x0D, peek(1) == 0x0A { position += 1 }
    if let byte = peek(), Self.isSpace(byte) { position += 1 }
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
}
