/// Grammars of box alignment (css-align-3).
extension ValueParser {
  mutating func justifyItems() -> Value? {
    if has(.legacy) { return keyword(.left, .right, .center) ?? .keyword(.normal) }
    guard let value = selfAlignment(allowsAuto: false, allowsSides: true) else { return nil }
    _ = has(.legacy)
    return value
  }

  private mutating func baseline() -> Value? {
    attempt { parser -> Value? in
      let isLast = parser.has(.last)
      if !isLast { _ = parser.has(.first) }
      guard parser.has(.baseline) else { return nil }
      return isLast ? .list([.keyword(.last), .keyword(.baseline)]) : .keyword(.baseline)
    }
  }

  mutating func contentAlignment(allowsBaseline: Bool, allowsSides: Bool) -> Value? {
    if let value = keyword(.normal, .spaceBetween, .spaceAround, .spaceEvenly, .stretch) { return value }
    if allowsBaseline, let value = baseline() { return value }
    return position(allowsSides ? [.left, .right] : [])
  }

  mutating func selfAlignment(allowsAuto: Bool, allowsSides: Bool) -> Value? {
    if allowsAuto, has(.auto) { return .keyword(.auto) }
    if let value = keyword(.normal, .stretch) { return value }
    if let value = baseline() { return value }
    return position([.selfStart, .selfEnd] + (allowsSides ? [.left, .right] : []))
  }

  /// A position with an overflow position, which is kept if it is `safe`.
  private mutating func position(_ others: [Keyword]) -> Value? {
    let overflow = keyword(in: [.safe, .unsafe])
    guard let position = keyword(in: [.center, .start, .end, .flexStart, .flexEnd] + others) else { return nil }
    return overflow == .safe ? .list([.keyword(.safe), .keyword(position)]) : .keyword(position)
  }
}
