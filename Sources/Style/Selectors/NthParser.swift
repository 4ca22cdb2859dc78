extension ValueParser {
  /// `An+B`, `even` or `odd` (css-syntax-3 §6).
  mutating func nth() -> (a: Int, b: Int)? {
    if ident("even") { return (2, 0) }
    if ident("odd") { return (2, 1) }
    let sign = delimiter("+") ? 1 : 0
    let token = peek()
    if sign == 1, position > 0, list.tokens[position - 1].kind == .whitespace { return nil }
    switch token.kind {
    case .number:
      guard token.flag, sign == 0 else { return nil }
      position += 1
      return (0, Self.clamped(token.number))
    case .dimension:
      guard token.flag, sign == 0, let rest = Self.afterN(list.unit(token)) else { return nil }
      position += 1
      return nthOffset(Self.clamped(token.number), rest)
    case .ident:
      var text = list.lowercasedText(token)
      var a = 1
      if text.hasPrefix("-") {
        guard sign == 0 else { return nil }
        a = -1
        text.removeFirst()
      }
      guard let rest = Self.afterN(text) else { return nil }
      position += 1
      return nthOffset(a, rest)
    default: return nil
    }
  }

  private static func clamped(_ value: Double) -> Int { Int(max(-1e9, min(1e9, value))) }

  private static func afterN(_ text: String) -> Substring? { text.hasPrefix("n") ? text.dropFirst() : nil }

  /// - Parameter rest: the rest of the token after `n`: empty, `-`, or `-3`.
  private mutating func nthOffset(_ a: Int, _ rest: Substring) -> (Int, Int)? {
    if rest.isEmpty {
      let token = peek()
      if token.kind == .number, token.flag, token.isSigned {
        position += 1
        return (a, Self.clamped(token.number))
      }
      let start = position
      let sign = delimiter("+") ? 1 : delimiter("-") ? -1 : 0
      if sign == 0 { return (a, 0) }
      let number = peek()
      guard number.kind == .number, number.flag, !number.isSigned else {
        position = start
        return nil
      }
      position += 1
      return (a, sign * Self.clamped(number.number))
    }
    guard rest.hasPrefix("-") else { return nil }
    if rest.count == 1 {
      let number = peek()
      guard number.kind == .number, number.flag, !number.isSigned else { return nil }
      position += 1
      return (a, -Self.clamped(number.number))
    }
    guard let b = Int(rest.dropFirst()), rest.dropFirst().allSatisfy(\.isNumber) else { return nil }
    return (a, -min(b, 1_000_000_000))
  }
}
