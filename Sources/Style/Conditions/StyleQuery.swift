/// `style()` conditions on custom properties (css-conditional-5 §5.2).
struct StyleFeatures: QueryFeatures {
  /// Looks a custom property of the tested element up.
  let value: Substitution.Lookup

  /// Whether the arguments of `style()` hold; nil if they are unknown.
  func holds(_ arguments: ValueParser) -> Bool? {
    var condition = arguments
    if let result = condition.condition(on: self, allowsOr: true), condition.atEnd { return result }
    return holds(feature: arguments)
  }

  func holds(feature: ValueParser) -> Bool? {
    var parser = feature
    let token = parser.peek()
    guard token.kind == .ident, parser.list.isCustomProperty(token) else { return nil }
    let actual = value(parser.list.text(token))
    parser.position += 1
    if parser.atEnd { return actual != nil }
    guard parser.take(.colon) else { return nil }
    let source = String(decoding: parser.list.source(parser.position..<parser.end), as: UTF8.self)
    if parser.wideKeyword() == .initial, parser.atEnd { return actual == nil }
    guard let actual, max(actual.utf8.count, source.utf8.count) <= Self.byteLimit,
      let expected = Substitution.substitute(source, value: value, limit: Self.byteLimit)
    else { return false }
    return Self.words(actual) == Self.words(expected)
  }

  /// Bytes of a value that can be tested; longer ones equal no other. A style sheet can test one value in thousands of
  /// rules.
  private static let byteLimit = 256

  /// A token of a value: its kind, and its text without escapes.
  private struct Word: Equatable {
    var kind: Token.Kind
    var text = ""
  }

  /// The tokens of a value; any amount of white space between two of them is one word.
  private static func words(_ text: String) -> [Word] {
    let list = TokenList(text)
    var words: [Word] = []
    for token in list.tokens.dropLast() {
      if token.kind != .whitespace {
        words.append(Word(kind: token.kind, text: list.text(token)))
      } else if let last = words.last, last.kind != .whitespace {
        words.append(Word(kind: .whitespace))
      }
    }
    if words.last?.kind == .whitespace { words.removeLast() }
    return words
  }
}

/// The conditions of the branches of `if()` (css-values-5 §8.1).
struct BranchFeatures: QueryFeatures {
  let element: ElementReader
  let value: Substitution.Lookup

  func holds(_ function: String, _ arguments: ValueParser) -> Bool? {
    var parser = arguments
    switch function {
    case "style": return StyleFeatures(value: value).holds(arguments)
    case "media": return MediaQueries.evaluate(&parser, element.source.media)
    case "supports": return SupportsCondition.evaluateImport(&parser)
    default: return nil
    }
  }

  func holds(feature: ValueParser) -> Bool? { nil }
}
