/// CSS in one spelling, for searches in its text.
package enum CanonicalCSS {
  /// The text without comments and escapes, with the names of properties, functions and at-rules and the units in lower
  /// case (css-syntax-3 §4).
  @export(interface)
  package static func text(_ css: ContiguousArray<UInt8>.SubSequence) -> ContiguousArray<UInt8> {
    let list = TokenList(ContiguousArray(css))
    var result = ContiguousArray<UInt8>()
    result.reserveCapacity(css.count)
    for index in list.tokens.indices.dropLast() {
      append(list.tokens[index], at: index, of: list, to: &result)
    }
    return result
  }

  /// The value of an attribute that is CSS, without comments and escapes. It is the same unless it has any.
  @export(interface)
  package static func value(_ value: ContiguousArray<UInt8>.SubSequence) -> ContiguousArray<UInt8>.SubSequence {
    let isPlain = !value.contains(UInt8(ascii: "\\")) && value.firstRange(of: "/*".utf8) == nil
    return isPlain ? value : text(value)[...]
  }

  private static func append(
    _ token: Token, at index: Int, of list: TokenList, to result: inout ContiguousArray<UInt8>
  ) {
    func add(_ text: String) { result.append(contentsOf: text.utf8) }
    switch token.kind {
    case .ident: add(isProperty(index, list) ? list.lowercasedText(token) : list.text(token))
    case .function: add(list.lowercasedText(token) + "(")
    case .atKeyword: add("@" + list.lowercasedText(token))
    case .hash: add("#" + list.text(token))
    case .string: add("\"" + list.text(token) + "\"")
    case .url: add("url(" + list.text(token) + ")")
    case .dimension:
      result.append(contentsOf: list.bytes[Int(token.start)..<Int(token.unitStart)])
      add(list.unit(token))
    case .whitespace: add(" ")
    default:
      let end = Int(list.tokens[index + 1].offset)
      // A comment after the token has no effect.
      let source = list.bytes[Int(token.offset)..<end]
      result.append(contentsOf: source.firstRange(of: "/*".utf8).map { source[..<$0.lowerBound] } ?? source)
    }
  }

  /// Whether a name is followed by a colon.
  private static func isProperty(_ index: Int, _ list: TokenList) -> Bool {
    var next = index + 1
    while next < list.tokens.count, list.tokens[next].kind == .whitespace { next += 1 }
    return next < list.tokens.count && list.tokens[next].kind == .colon
  }
}
