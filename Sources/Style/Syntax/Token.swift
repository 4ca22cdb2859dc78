/// A CSS token (css-syntax-3 §4); its text is a range of the source.
struct Token: Sendable {
  enum Kind: UInt8, Sendable {
    case ident, function, atKeyword, hash, string, badString, url, badURL, delim, number, percentage, dimension
    case whitespace, cdo, cdc, colon, semicolon, comma
    case openSquare, closeSquare, openParen, closeParen, openCurly, closeCurly, end
  }
  var kind: Kind
  /// The text has a backslash in it.
  var hasEscape = false
  /// Numbers: written without fraction and exponent. Hashes: an identifier.
  var flag = false
  /// A number with an explicit sign.
  var isSigned = false
  /// The name, the string without quotes, the address, the number: what the token says, not how it is set off.
  var start: UInt32
  var end: UInt32
  /// Dimensions: where the unit starts.
  var unitStart: UInt32 = 0
  /// Where the token starts in the source, for messages.
  var offset: UInt32
  /// Opening brackets and functions: the index of the closing token, or of the end.
  var match: UInt32 = 0
  var number = 0.0
}

/// The tokens of a text, with the text.
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

  /// What a token says, escapes resolved.
  func text(_ token: Token) -> String { text(token, Int(token.start)..<Int(token.end)) }

  /// A dimension's unit, in lower case.
  func unit(_ token: Token) -> String { lowercased(text(token, Int(token.unitStart)..<Int(token.end))) }

  func lowercasedText(_ token: Token) -> String { lowercased(text(token)) }

  private func lowercased(_ text: String) -> String {
    text.utf8.contains { (0x41...0x5A).contains($0) } ? text.asciiLowercased : text
  }

  private func text(_ token: Token, _ range: Range<Int>) -> String {
    if !token.hasEscape { return String(decoding: bytes[range], as: UTF8.self) }
    return Escapes.decode(bytes[range])
  }

  /// The source between two tokens, the first included.
  func source(_ range: Range<Int>) -> ContiguousArray<UInt8>.SubSequence {
    guard !range.isEmpty else { return [] }
    return bytes[Int(tokens[range.lowerBound].offset)..<Int(tokens[range.upperBound].offset)]
  }
}

extension String {
  /// ASCII letters in lower case, the rest as it is: CSS and HTML compare so.
  var asciiLowercased: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  func equalsIgnoringCase(_ other: String) -> Bool {
    utf8.elementsEqual(other.utf8) { a, b in
      a == b || ((0x41...0x5A).contains(a & 0xDF) && a | 0x20 == b | 0x20)
    }
  }
}

/// Backslash escapes (css-syntax-3 §4.3.7).
enum Escapes {
  static func decode(_ bytes: ContiguousArray<UInt8>.SubSequence) -> String {
    var result = ContiguousArray<UInt8>()
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard index < bytes.endIndex else { break }
      if bytes[index] == 0x0A || bytes[index] == 0x0C {
        index += 1
        continue
      }
      if bytes[index] == 0x0D {
        index += 1
        if index < bytes.endIndex, bytes[index] == 0x0A { index += 1 }
        continue
      }
      guard var value = hexDigit(bytes[index]) else {
        result.append(bytes[index])
        index += 1
        continue
      }
      index += 1
      var digits = 1
      while digits < 6, index < bytes.endIndex, let digit = hexDigit(bytes[index]) {
        value = value * 16 + digit
        index += 1
        digits += 1
      }
      if index < bytes.endIndex, Tokenizer.isSpace(bytes[index]) {
        if bytes[index] == 0x0D, index + 1 < bytes.endIndex, bytes[index + 1] == 0x0A { index += 1 }
        index += 1
      }
      let scalar = value == 0 ? nil : Unicode.Scalar(value)
      for byte in UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }
}
