/// Shorthands of overflow, flexbox, alignment, columns and the old page-break properties.
extension ShorthandRows {
  mutating func addLayout() {
    add(.overflow, "overflow", [.overflowX, .overflowY]) { $0.oneOrTwo($1) }
    add(.flex, "flex", [.flexGrow, .flexShrink, .flexBasis]) { $0.flex($1) }
    add(.flexFlow, "flex-flow", [.flexDirection, .flexWrap]) { $0.anyOrder($1) }
    add(.gap, "gap", [.rowGap, .columnGap]) { $0.oneOrTwo($1) }
    add(.placeContent, "place-content", [.alignContent, .justifyContent]) { $0.placeContent($1) }
    add(.placeItems, "place-items", [.alignItems, .justifyItems]) { $0.oneOrTwo($1) }
    add(.placeSelf, "place-self", [.alignSelf, .justifySelf]) { $0.oneOrTwo($1) }
    add(.columns, "columns", [.columnWidth, .columnCount, .columnHeight]) { $0.columns($1) }
    add(.container, "container", [.containerName, .containerType]) { $0.container($1) }
    add(.containIntrinsicSize, "contain-intrinsic-size", [.containIntrinsicWidth, .containIntrinsicHeight]) {
      $0.oneOrTwo($1)
    }
    add(.lineClamp, "line-clamp", [.maxLines, .blockEllipsis, .continue]) { $0.lineClamp($1) }
    add(.webkitLineClamp, "-webkit-line-clamp", [.maxLines, .blockEllipsis, .continue]) { $0.legacyLineClamp($1) }
    add(.pageBreakBefore, "page-break-before", [.breakBefore]) { $0.pageBreak($1) }
    add(.pageBreakAfter, "page-break-after", [.breakAfter]) { $0.pageBreak($1) }
    add(.pageBreakInside, "page-break-inside", [.breakInside]) { parser, longhands in
      parser.keyword(.auto, .avoid).map { Expansion(longhands, [$0]) }
    }
  }
}

extension ValueParser {
  /// A value for both longhands, or one for each.
  mutating func oneOrTwo(_ longhands: [Property]) -> Expansion? {
    guard let first = longhand(longhands[0]) else { return nil }
    return Expansion(longhands, [first, longhand(longhands[1]) ?? first])
  }

  /// The number of lines, and the ellipsis, which is `auto` if it is not stated (css-overflow-4 §5.4).
  fileprivate mutating func lineClamp(_ longhands: [Property]) -> Expansion? {
    if has(.none) { return Expansion(longhands, [.keyword(.none), .keyword(.none), .identifier("auto")]) }
    guard let lines = integer(1) else { return nil }
    let isLegacy = { (parser: inout ValueParser) in parser.identifier("-webkit-legacy") }
    var continuation = isLegacy(&self)
    let ellipsis = atEnd || continuation != nil ? nil : longhand(.blockEllipsis)
    continuation = continuation ?? isLegacy(&self)
    return Expansion(longhands, [lines, ellipsis ?? .keyword(.auto), continuation ?? .identifier("collapse")])
  }

  /// Parses `-webkit-line-clamp`, which applies to boxes of `display: -webkit-box` only (css-overflow-4 §5.4.2).
  fileprivate mutating func legacyLineClamp(_ longhands: [Property]) -> Expansion? {
    if has(.none) { return Expansion(longhands, [.keyword(.none), .keyword(.none), .identifier("auto")]) }
    return integer(1).map { Expansion(longhands, [$0, .keyword(.auto), .identifier("-webkit-legacy")]) }
  }

  /// Each longhand at most once, in any order, at least one.
  mutating func anyOrder(_ longhands: [Property]) -> Expansion? {
    var found: [Property: Value] = [:]
    scan: while !atEnd {
      for property in longhands where found[property] == nil {
        if let value = attempt({ $0.longhand(property) }) {
          found[property] = value
          continue scan
        }
      }
      return nil
    }
    if found.isEmpty { return nil }
    return Expansion(longhands, longhands.map { found[$0] ?? .wide(.initial) })
  }

  /// `justify-content` has no baseline: `start` replaces it.
  fileprivate mutating func placeContent(_ longhands: [Property]) -> Expansion? {
    guard let first = longhand(longhands[0]) else { return nil }
    return Expansion(longhands, [first, longhand(longhands[1]) ?? (first.isBaseline ? .keyword(.start) : first)])
  }

  fileprivate mutating func flex(_ longhands: [Property]) -> Expansion? {
    if has(.none) { return Expansion(longhands, [.number(0), .number(0), .keyword(.auto)]) }
    var grow: Value?
    var shrink: Value?
    var basis: Value?
    while !atEnd {
      if grow == nil, let value = number(0) {
        grow = value
        shrink = number(0)
      } else if basis == nil, let value = longhand(.flexBasis) {
        basis = value
      } else {
        return nil
      }
    }
    if grow == nil, basis == nil { return nil }
    // As in browsers the basis is 0%, so that items of a column without a definite height are as high as their content.
    return Expansion(longhands, [grow ?? .number(1), shrink ?? .number(1), basis ?? .percentage(0)])
  }

  /// `names [/ type]`
  fileprivate mutating func container(_ longhands: [Property]) -> Expansion? {
    guard let names = longhand(longhands[0]) else { return nil }
    guard slash() else { return Expansion(longhands, [names, .wide(.initial)]) }
    return longhand(longhands[1]).map { Expansion(longhands, [names, $0]) }
  }

  fileprivate mutating func columns(_ longhands: [Property]) -> Expansion? {
    var width: Value?
    var count: Value?
    var height: Value?
    var autos = 0
    while !atEnd {
      if has(.auto) {
        autos += 1
      } else if width == nil, let value = length(0) {
        width = value
      } else if count == nil, let value = integer(1) {
        count = value
      } else if autos > 0 || width != nil || count != nil, slash() {
        guard let value = keyword(.auto) ?? length(0), atEnd else { return nil }
        height = value
      } else {
        return nil
      }
    }
    guard autos <= 2, autos > 0 || width != nil || count != nil else { return nil }
    return Expansion(longhands, [width ?? .keyword(.auto), count ?? .keyword(.auto), height ?? .keyword(.auto)])
  }

  fileprivate mutating func pageBreak(_ longhands: [Property]) -> Expansion? {
    if has(.always) { return Expansion(longhands, [.keyword(.page)]) }
    return keyword(.auto, .avoid, .left, .right).map { Expansion(longhands, [$0]) }
  }
}

extension Value {
  fileprivate var isBaseline: Bool {
    if case .list = self { return true }
    return self == .keyword(.baseline)
  }
}
