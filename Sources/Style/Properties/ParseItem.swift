/// Grammars of flexbox, grid, columns and box alignment.
extension ValueParser {
  mutating func itemLonghand(_ property: Property) -> Value? {
    switch property {
    case .flexDirection: return keyword(.row, .rowReverse, .column, .columnReverse)
    case .flexWrap: return keyword(.nowrap, .wrap, .wrapReverse)
    case .flexGrow, .flexShrink: return number(0)
    case .flexBasis:
      return keyword(.content, .auto, .minContent, .maxContent, .fitContent, .stretch) ?? lengthPercent(0)
    case .order: return integer()
    case .alignContent: return contentAlignment(allowsBaseline: true, allowsSides: false)
    case .justifyContent: return contentAlignment(allowsBaseline: false, allowsSides: true)
    case .alignItems: return selfAlignment(allowsAuto: false, allowsSides: false)
    case .alignSelf: return selfAlignment(allowsAuto: true, allowsSides: false)
    case .justifyItems:
      if has(.legacy) {
        return keyword(.left, .right, .center) ?? .keyword(.normal)
      }
      guard let value = selfAlignment(allowsAuto: false, allowsSides: true) else { return nil }
      _ = has(.legacy)
      return value
    case .justifySelf: return selfAlignment(allowsAuto: true, allowsSides: true)
    case .rowGap, .columnGap: return keyword(.normal) ?? lengthPercent(0)
    case .columnCount: return keyword(.auto) ?? integer(1)
    case .columnWidth: return keyword(.auto) ?? length(0)
    case .columnRuleWidth: return lineWidth()
    case .columnRuleStyle: return lineStyle()
    case .columnSpan: return keyword(.none, .all)
    case .columnFill: return keyword(.auto, .balance) ?? (ident("balance-all") ? .identifier("balance-all") : nil)
    case .columnHeight: return keyword(.auto) ?? length(0)
    case .columnWrap: return keyword(.auto, .wrap, .nowrap)
    case .gridTemplateRows, .gridTemplateColumns: return trackList()
    case .gridTemplateAreas: return templateAreas()
    case .gridAutoRows, .gridAutoColumns: return trackSizes()
    case .gridAutoFlow: return gridAutoFlow()
    case .gridRowStart, .gridRowEnd, .gridColumnStart, .gridColumnEnd: return gridLine().map { .gridLine($0) }
    default: return nil
    }
  }

  private mutating func gridAutoFlow() -> Value? {
    guard case .list(let words)? = keywords([.row, .column, .dense]) else { return nil }
    let isColumn = words.contains(.keyword(.column))
    guard !(isColumn && words.contains(.keyword(.row))) else { return nil }
    return .list([.keyword(isColumn ? .column : .row), .keyword(words.contains(.keyword(.dense)) ? .dense : .none)])
  }

  private mutating func baseline() -> Value? {
    attempt { parser -> Value? in
      let isLast = parser.has(.last)
      if !isLast { _ = parser.has(.first) }
      guard parser.has(.baseline) else { return nil }
      return isLast ? .list([.keyword(.last), .keyword(.baseline)]) : .keyword(.baseline)
    }
  }

  private mutating func contentAlignment(allowsBaseline: Bool, allowsSides: Bool) -> Value? {
    if let value = keyword(.normal, .spaceBetween, .spaceAround, .spaceEvenly, .stretch) { return value }
    if allowsBaseline, let value = baseline() { return value }
    _ = keyword(in: [.safe, .unsafe])
    return keyword(.center, .start, .end, .flexStart, .flexEnd) ?? (allowsSides ? keyword(.left, .right) : nil)
  }

  private mutating func selfAlignment(allowsAuto: Bool, allowsSides: Bool) -> Value? {
    if allowsAuto, has(.auto) { return .keyword(.auto) }
    if let value = keyword(.normal, .stretch) { return value }
    if let value = baseline() { return value }
    _ = keyword(in: [.safe, .unsafe])
    return keyword(.center, .start, .end, .selfStart, .selfEnd, .flexStart, .flexEnd)
      ?? (allowsSides ? keyword(.left, .right) : nil)
  }
}
