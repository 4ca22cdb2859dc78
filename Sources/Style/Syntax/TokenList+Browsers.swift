extension TokenList {
  /// Whether an invalid selector or declaration is meant for one browser, so that its author expects others to ignore
  /// it: it has a name with a vendor prefix, or is written for a fault of old versions of Internet Explorer, such as
  /// `*zoom: 1`, `width: 1px\9` and `filter: progid:…`.
  func isForOneBrowser(_ range: Range<Int>) -> Bool {
    let first = tokens[range.lowerBound]
    if first.kind == .delim, bytes[Int(first.start)] == UInt8(ascii: "*"), range.count > 1 {
      let name = tokens[range.lowerBound + 1]
      if name.kind == .ident, first.end == name.offset { return !hasBlock(range) }
    }
    return range.prefix(Self.mostTokens).contains { index in
      let token = tokens[index]
      switch token.kind {
      case .ident, .function:
        let name = lowercasedText(token)
        return InertProperties.isOfOneProgram(name) || name == "progid" || name == "alpha" || endsInHack(token)
      case .dimension: return endsInHack(token)
      default: return false
      }
    }
  }

  /// The most tokens that are looked at.
  private static let mostTokens = 100

  private func hasBlock(_ range: Range<Int>) -> Bool { range.contains { tokens[$0].kind == .openCurly } }

  private func endsInHack(_ token: Token) -> Bool {
    guard token.hasEscape else { return false }
    // A space after the digit is a part of the escape.
    var text = bytes[Int(token.start)..<Int(token.end)]
    if let last = text.last, last <= 0x20 { text.removeLast() }
    return text.suffix(2).elementsEqual("\\9".utf8) || text.suffix(2).elementsEqual("\\0".utf8)
  }
}
