/// Parses values from a range of tokens. Each method consumes the tokens of its result, or returns nil without moving.
struct ValueParser {
  let list: TokenList
  var position: Int
  let end: Int
  /// Nesting of functions and blocks; bounds recursion.
  var depth = 0
  /// The folder that addresses are relative to.
  var base = ""
  /// Whether colours may lack `#` and lengths their unit (`KnownProperty.acceptsQuirkyValues`).
  var isQuirky = false
  /// The values of the names of channels in a relative colour.
  var channels: [String: Double] = [:]
  /// What `size` is in the calculation of `calc-size()`.
  var sizeBasis: (expression: MathExpression, type: MathType)?
  /// The value of `currentcolor` if it is known.
  var current: Color?
  /// The token for which `peekKeyword` was called last. Grammars try one keyword after the other.
  private var keywordPosition = -1
  private var lastKeyword: Keyword?

  static let depthLimit = 32

  init(_ list: TokenList, _ range: Range<Int>) {
    self.list = list
    position = range.lowerBound
    end = range.upperBound
  }

  /// Parses a whole text.
  init(_ text: String, base: String = "") {
    let list = TokenList(text)
    self.init(list, 0..<list.tokens.count - 1)
    self.base = base
  }

  // MARK: - Tokens

  mutating func skipSpaces() {
    while position < end, list.tokens[position].kind == .whitespace { position += 1 }
  }

  /// The next token other than white space, without consuming it; the end token at the end.
  mutating func peek() -> Token {
    skipSpaces()
    return position < end ? list.tokens[position] : list.tokens[list.tokens.count - 1]
  }

  var atEnd: Bool {
    mutating get { peek().kind == .end }
  }

  mutating func take(_ kind: Token.Kind) -> Bool {
    guard peek().kind == kind else { return false }
    position += 1
    return true
  }

  mutating func comma() -> Bool { take(.comma) }

  mutating func delimiter(_ byte: Unicode.Scalar) -> Bool {
    let token = peek()
    guard token.kind == .delim, list.bytes[Int(token.start)] == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  mutating func slash() -> Bool { delimiter("/") }

  /// Runs a parser and restores the position if it returns nil.
  mutating func attempt<Result>(_ read: (inout ValueParser) -> Result?) -> Result? {
    let start = position
    if let result = read(&self) { return result }
    position = start
    return nil
  }

  // MARK: - Names

  /// An identifier in lower case.
  mutating func ident() -> String? {
    let token = peek()
    guard token.kind == .ident else { return nil }
    position += 1
    return list.lowercasedText(token)
  }

  /// - Parameter name: in lower case.
  mutating func ident(_ name: StaticString) -> Bool {
    let token = peek()
    guard token.kind == .ident, list.matches(token, name) else { return false }
    position += 1
    return true
  }

  /// The value for the next token, without consuming it, if that is an identifier of the index.
  mutating func peekName<Value>(in index: NameIndex<Value>) -> Value? {
    let token = peek()
    return token.kind == .ident ? list.value(token, in: index) : nil
  }

  /// An identifier as written, except CSS-wide keywords.
  mutating func customIdent(except reserved: String...) -> String? {
    let token = peek()
    guard token.kind == .ident else { return nil }
    let name = list.text(token)
    switch name.asciiLowercased {
    case "inherit", "initial", "unset", "revert", "revert-layer", "default": return nil
    case let lower where reserved.contains(lower): return nil
    default:
      position += 1
      return name
    }
  }

  mutating func peekKeyword() -> Keyword? {
    let token = peek()
    guard token.kind == .ident else { return nil }
    if keywordPosition != position {
      lastKeyword = list.value(token, in: Keyword.byName)
      keywordPosition = position
    }
    return lastKeyword
  }

  /// One of the words that are values of one property only.
  mutating func identifier(_ allowed: String...) -> Value? {
    let token = peek()
    guard token.kind == .ident else { return nil }
    let name = list.text(token).asciiLowercased
    guard allowed.contains(name) else { return nil }
    position += 1
    return .identifier(name)
  }

  mutating func keyword(_ allowed: Keyword...) -> Value? { keyword(in: allowed).map { .keyword($0) } }

  mutating func keyword(in allowed: [Keyword]) -> Keyword? {
    guard let keyword = peekKeyword(), allowed.contains(keyword) else { return nil }
    position += 1
    return keyword
  }

  mutating func has(_ keyword: Keyword) -> Bool {
    guard peekKeyword() == keyword else { return false }
    position += 1
    return true
  }

  /// One or more different keywords, in any order.
  mutating func keywords(_ allowed: [Keyword]) -> Value? {
    var found: [Keyword] = []
    while let keyword = keyword(in: allowed.filter { !found.contains($0) }) { found.append(keyword) }
    return found.isEmpty ? nil : .list(found.map { .keyword($0) })
  }

  /// One or more different words of those allowed, in any order and in lower case; nil if there is none, or if one is
  /// repeated.
  mutating func words(_ allowed: [String]) -> [String]? {
    var found: [String] = []
    while let word = attempt({ parser in parser.ident().flatMap { allowed.contains($0) ? $0 : nil } }) {
      if found.contains(word) { return nil }
      found.append(word)
    }
    return found.isEmpty ? nil : found
  }

  /// One of some words, as an identifier in lower case.
  mutating func word(_ allowed: [String]) -> Value? {
    attempt { parser in parser.ident().flatMap { allowed.contains($0) ? .identifier($0) : nil } }
  }

  mutating func string() -> String? {
    let token = peek()
    guard token.kind == .string else { return nil }
    position += 1
    return list.text(token)
  }

  /// `url(…)` or `src("…")`.
  mutating func url() -> String? {
    let token = peek()
    if token.kind == .url {
      position += 1
      return list.text(token)
    }
    guard token.kind == .function, list.matches(token, "url") || list.matches(token, "src") else { return nil }
    return function { parser in parser.string() }
  }

  // MARK: - Functions

  /// The name of the next function in lower case.
  mutating func peekFunction() -> String? {
    let token = peek()
    return token.kind == .function ? list.lowercasedText(token) : nil
  }

  /// Consumes the block or function at `position` and returns a parser for its content.
  mutating func block() -> ValueParser {
    let close = min(Int(list.tokens[position].match), end)
    var inner = ValueParser(list, position + 1..<max(position + 1, close))
    inner.depth = depth + 1
    inner.base = base
    inner.channels = channels
    inner.sizeBasis = sizeBasis
    inner.current = current
    if inner.depth > Self.depthLimit { inner.position = inner.end }
    position = min(close + 1, end)
    return inner
  }

  /// Parses a function of one of these names. `read` must consume all arguments.
  mutating func function<Result>(_ names: String..., read: (inout ValueParser) -> Result?) -> Result? {
    guard let name = peekFunction(), names.contains(name) else { return nil }
    return function(read)
  }

  /// Parses a function, which is the next token. `read` must consume all arguments.
  private mutating func function<Result>(_ read: (inout ValueParser) -> Result?) -> Result? {
    let start = position
    var inner = block()
    if let result = read(&inner), inner.atEnd { return result }
    position = start
    return nil
  }

  /// One or more values, separated by commas.
  mutating func commaSeparated<Result>(_ read: (inout ValueParser) -> Result?) -> [Result]? {
    var results: [Result] = []
    repeat {
      guard let result = read(&self) else { return nil }
      results.append(result)
    } while comma()
    return results
  }

  /// One or more values.
  mutating func repeated<Result>(upTo limit: Int = .max, _ read: (inout ValueParser) -> Result?) -> [Result]? {
    var results: [Result] = []
    while results.count < limit, !atEnd, let result = read(&self) { results.append(result) }
    return results.isEmpty ? nil : results
  }
}
