/// Grammars of what refines text: hyphenation, punctuation, emphasis marks, synthesis (css-text-4, css-text-decor-4,
/// css-fonts-4).
extension ValueParser {
  /// Several of these words, each once, as identifiers; nil for none.
  private mutating func words(_ allowed: [String]) -> [String]? {
    var found: [String] = []
    while let word = attempt({ parser in
      parser.ident().flatMap { allowed.contains($0.asciiLowercased) ? $0.asciiLowercased : nil }
    }) {
      if found.contains(word) { return nil }
      found.append(word)
    }
    return found.isEmpty ? nil : found
  }

  private mutating func word(_ allowed: [String]) -> Value? {
    guard let found = words(allowed), found.count == 1 else { return nil }
    return .identifier(found[0])
  }

  mutating func fineTextLonghand(_ property: Property) -> Value? {
    switch property {
    case .textJustify: return word(["auto", "none", "inter-word", "inter-character", "distribute"])
    case .hyphenateLimitChars:
      let numbers = repeated(upTo: 3) { parser in parser.keyword(.auto) ?? parser.integer(0) }
      return numbers.map { .list($0) }
    case .hyphenateLimitLines: return word(["no-limit"]) ?? integer(0)
    case .hyphenateLimitZone: return lengthPercent(0)
    case .hangingPunctuation:
      guard let found = words(["none", "first", "last", "allow-end", "force-end"]) else { return nil }
      if found.contains("none") { return found.count == 1 ? .list([]) : nil }
      if found.contains("allow-end"), found.contains("force-end") { return nil }
      return .list(found.map { .identifier($0) })
    case .textWrapStyle: return keyword(.auto, .balance, .pretty, .stable) ?? word(["avoid-orphans"])
    case .textAutospace:
      guard
        let found = words([
          "normal", "auto", "no-autospace", "ideograph-alpha", "ideograph-numeric", "punctuation", "insert", "replace",
        ])
      else { return nil }
      return .list(found.map { .identifier($0) })
    case .textEmphasisStyle: return emphasisStyle()
    case .textEmphasisPosition:
      guard let found = words(["over", "under", "left", "right"]), found.count <= 2 else { return nil }
      return .list(found.map { .identifier($0) })
    case .textDecorationSkipInk: return word(["auto", "none", "all"])
    case .fontSynthesisWeight, .fontSynthesisStyle, .fontSynthesisSmallCaps:
      return word(["auto", "none", "oblique-only"])
    case .fontSizeAdjust:
      if has(.none) { return .keyword(.none) }
      let metric = word(["ex-height", "cap-height", "ch-width", "ic-width", "ic-height"]) ?? .identifier("ex-height")
      guard let value = keyword(.fromFont) ?? number(0) else { return nil }
      return .list([metric, value])
    default: return nil
    }
  }

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

  private mutating func emphasisStyle() -> Value? {
    if has(.none) { return .keyword(.none) }
    if let text = string() { return .string(text) }
    guard let found = words(["filled", "open", "dot", "circle", "double-circle", "triangle", "sesame"]),
      found.count <= 2
    else {
      return nil
    }
    let fills = found.filter { $0 == "filled" || $0 == "open" }
    return found.count == 2 && fills.count != 1 ? nil : .list(found.map { .identifier($0) })
  }
}
