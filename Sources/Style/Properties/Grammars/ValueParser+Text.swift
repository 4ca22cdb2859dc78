/// Grammars of the text properties (css-text-4, css-text-decor-4).
extension ValueParser {
  mutating func textAlign() -> Value? {
    if let side = peekName(in: Self.blockAlignments) {
      position += 1
      return .identifier(side)
    }
    if ident("-pressrun-th") { return .identifier("-pressrun-th") }
    return keyword(.start, .end, .left, .right, .center, .justify, .matchParent, .justifyAll)
  }

  private static let blockAlignments = NameIndex(
    ["center", "left", "right"].flatMap { side in
      ["-webkit-", "-moz-"].map { (name: $0 + side, value: "-webkit-" + side) }
    })

  /// A length, with `hanging` and `each-line` before or after it.
  mutating func textIndent() -> Value? {
    var flags = words(["hanging", "each-line"]) ?? []
    guard let indent = lengthPercent() else { return nil }
    for flag in words(["hanging", "each-line"]) ?? [] {
      if flags.contains(flag) { return nil }
      flags.append(flag)
    }
    return .list([indent] + flags.map { .identifier($0) })
  }

  /// Parses `text-transform`: at most one of the three cases, and the two other transforms, in any order.
  mutating func textTransform() -> Value? {
    guard let value = keywords([.uppercase, .lowercase, .capitalize, .fullWidth, .fullSizeKana]) else { return nil }
    let cases: [Value] = [.keyword(.uppercase), .keyword(.lowercase), .keyword(.capitalize)]
    if case .list(let found) = value, found.filter({ cases.contains($0) }).count > 1 { return nil }
    return value
  }

  mutating func hangingPunctuation() -> Value? {
    guard let found = words(["none", "first", "last", "allow-end", "force-end"]) else { return nil }
    if found.contains("none") { return found.count == 1 ? .list([]) : nil }
    if found.contains("allow-end"), found.contains("force-end") { return nil }
    return .list(found.map { .identifier($0) })
  }

  mutating func textAutospace() -> Value? {
    let found = words([
      "normal", "auto", "no-autospace", "ideograph-alpha", "ideograph-numeric", "punctuation", "insert", "replace",
    ])
    return found.map { .list($0.map { .identifier($0) }) }
  }

  mutating func emphasisStyle() -> Value? {
    if has(.none) { return .keyword(.none) }
    if let text = string() { return .string(text) }
    guard let found = words(["filled", "open", "dot", "circle", "double-circle", "triangle", "sesame"]),
      found.count <= 2
    else { return nil }
    let fills = found.filter { $0 == "filled" || $0 == "open" }
    return found.count == 2 && fills.count != 1 ? nil : .list(found.map { .identifier($0) })
  }

  mutating func emphasisPosition() -> Value? {
    guard let found = words(["over", "under", "left", "right"]), found.count <= 2 else { return nil }
    return .list(found.map { .identifier($0) })
  }

  /// A layer list of `text-shadow` or `box-shadow`.
  mutating func shadows(isText: Bool) -> Value? {
    let shadows = commaSeparated { parser -> SpecifiedShadow? in
      var shadow = SpecifiedShadow(lengths: [], color: nil, isInset: false)
      while !parser.atEnd, parser.peek().kind != .comma {
        if !isText, !shadow.isInset, parser.has(.inset) {
          shadow.isInset = true
        } else if shadow.color == nil, let color = parser.color() {
          shadow.color = color
        } else if shadow.lengths.isEmpty, let lengths = parser.repeated(upTo: isText ? 3 : 4, { $0.length() }) {
          if lengths.count > 2, case .dimension(let blur, _) = lengths[2], blur < 0 { return nil }
          shadow.lengths = lengths
        } else {
          return nil
        }
      }
      return shadow.lengths.count >= 2 ? shadow : nil
    }
    return shadows.map { .shadows($0) }
  }

  /// `auto | [from-font | under] || [left | right]`
  mutating func underlinePosition() -> Value? {
    if has(.auto) { return .list([]) }
    var words: [Value] = []
    func isGiven(_ keywords: [Keyword]) -> Bool { keywords.contains { words.contains(.keyword($0)) } }
    while let word = keyword(.fromFont, .under, .left, .right), case .keyword(let keyword) = word {
      guard !isGiven(keyword == .left || keyword == .right ? [.left, .right] : [.fromFont, .under]) else { return nil }
      words.append(word)
    }
    return words.isEmpty ? nil : .list(words)
  }

  /// `auto`, one edge for both sides, or an edge for each.
  mutating func textBoxEdge() -> Value? {
    let both = ["text", "ideographic", "ideographic-ink"]
    if has(.auto) { return .list([]) }
    guard let over = word(both + ["cap", "ex"]) else { return nil }
    if let under = word(both + ["alphabetic"]) { return .list([over, under]) }
    guard case .identifier(let name) = over, both.contains(name) else { return nil }
    return .list([over])
  }
}
