/// A CSS token (css-syntax-3 §4); its text is a range of the source.
struct Token: Sendable {
  enum Kind: UInt8, Sendable {
    case ident, function, atKeyword, hash, string, badString, url, badURL, delim, number, percentage, dimension
    case whitespace, cdo, cdc, colon, semicolon, comma
    case openSquare, closeSquare, openParen, closeParen, openCurly, closeCurly, end
  }
  var kind: Kind
  /// The text contains a backslash.
  var hasEscape = false
  /// Whether a number has neither fraction nor exponent, or whether a hash is an identifier.
  var flag = false
  /// A number with an explicit sign.
  var isSigned = false
  /// The range of the name, string content, address or number in the source, without delimiters such as quotes.
  var start: UInt32
  var end: UInt32
  /// The start of the unit of a dimension.
  var unitStart: UInt32 = 0
  /// The start of the token in the source.
  var offset: UInt32
  /// For opening brackets and functions: the index of the closing token, or of the end.
  var match: UInt32 = 0
  var number = 0.0
}

/// A text and its tokens.
final class TokenList: Sendable {
  let bytes: ContiguousArray<UInt8>
  /// The last one is `end`.
  let tokens: ContiguousArray<Token>

  init(_ bytes: ContiguousArray<UInt8>) {
    var tokenizer = Tokenizer(bytes)
    tokenizer.run()
    self.bytes = bytes
    tokens = tokenizer.tokens
  }

  convenience init(_ text: String) { self.init(ContiguousArray(text.utf8)) }

  /// The text of a token with escapes decoded.
  func text(_ token: Token) -> String { text(token, Int(token.start)..<Int(token.end)) }

  /// The unit of a dimension in lower case.
  func unit(_ token: Token) -> String { lowercased(text(token, Int(token.unitStart)..<Int(token.end))) }

  func lowercasedText(_ token: Token) -> String { lowercased(text(token)) }

  private func lowercased(_ text: String) -> String {
    text.utf8.contains { (0x41...0x5A).contains($0) } ? text.asciiLowercased : text
  }

  func text(_ token: Token, _ range: Range<Int>) -> String {
    if !token.hasEscape { return String(decoding: bytes[range], as: UTF8.self) }
    return Escapes.decode(bytes[range])
  }

  /// The source text of a range of tokens.
  func source(_ range: Range<Int>) -> ContiguousArray<UInt8>.SubSequence {
    guard !range.isEmpty else { return [] }
    return bytes[Int(tokens[range.lowerBound].offset)..<Int(tokens[range.upperBound].offset)]
  }

  /// The first 60 bytes of the source text of a range of tokens on one line, for messages.
  func excerpt(_ range: Range<Int>) -> String {
    String(decoding: source(range).prefix(60), as: UTF8.self).collapsingWhiteSpace
  }
}
