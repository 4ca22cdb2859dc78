/// Grammars of the font properties (css-fonts-4).
extension ValueParser {
  mutating func fontSize() -> Value? {
    keyword(.xxSmall, .xSmall, .small, .medium, .large, .xLarge, .xxLarge, .xxxLarge, .smaller, .larger)
      ?? keyword(.math) ?? lengthPercent(0)
  }

  /// The angle of `oblique` is ignored.
  mutating func fontStyle() -> Value? {
    guard let style = keyword(.normal, .italic, .oblique) else { return nil }
    if style == .keyword(.oblique) { _ = numeric(.angle) }
    return style
  }

  mutating func fontStretch() -> Value? {
    keyword(
      .normal, .ultraCondensed, .extraCondensed, .condensed, .semiCondensed, .semiExpanded, .expanded, .extraExpanded,
      .ultraExpanded)
  }

  mutating func fontWeightNumber() -> Value? {
    guard let value = number(1) else { return nil }
    if case .number(let weight) = value, weight > 1000 { return nil }
    return value
  }

  mutating func fontFamilies() -> Value? {
    let families = commaSeparated { parser -> Value? in
      if let name = parser.string() { return .string(name) }
      var words: [String] = []
      while let word = parser.familyWord(isFirst: words.isEmpty) { words.append(word) }
      if words.isEmpty { return nil }
      if words.count == 1, let generic = Self.genericFamily(words[0]) { return .string(generic.name) }
      return .string(words.joined(separator: " "))
    }
    return families.map { .list($0) }
  }

  private static func genericFamily(_ name: String) -> Keyword? {
    guard let keyword = Keyword.byName[name.asciiLowercased] else { return nil }
    switch keyword {
    case .serif, .sansSerif, .monospace, .cursive, .fantasy, .systemUi, .uiSerif, .uiSansSerif, .uiMonospace,
      .uiRounded, .math, .emoji, .fangsong:
      return keyword
    default: return nil
    }
  }

  private mutating func familyWord(isFirst: Bool) -> String? {
    let token = peek()
    guard token.kind == .ident else { return nil }
    if isFirst { return customIdent() }
    position += 1
    return list.text(token)
  }

  mutating func fontFeatures() -> Value? {
    if has(.normal) { return .features([]) }
    let features = commaSeparated { parser -> FontFeature? in
      guard let tag = parser.string(), tag.utf8.count == 4, tag.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        return nil
      }
      if parser.ident("on") { return FontFeature(tag: tag, value: 1) }
      if parser.ident("off") { return FontFeature(tag: tag, value: 0) }
      guard let value = parser.plainInteger() else { return FontFeature(tag: tag, value: 1) }
      return value >= 0 ? FontFeature(tag: tag, value: UInt32(value)) : nil
    }
    return features.map { .features($0) }
  }

  /// The list of axes, each a tag and a number (css-fonts-4 §8.2); an empty one for `normal`.
  mutating func fontVariations() -> Value? {
    if has(.normal) { return .list([]) }
    let axes = commaSeparated { parser -> Value? in
      guard let tag = parser.string(), tag.utf8.count == 4, tag.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
        let value = parser.number()
      else { return nil }
      return .list([.string(tag), value])
    }
    return axes.map { .list($0) }
  }

  /// A list of the metric and the value; the metric is `ex-height` by default.
  /// `digits` with 2, 3 or 4, as a number (css-writing-modes-4 §9.1).
  mutating func combinedDigits() -> Value? {
    guard word(["digits"]) != nil else { return nil }
    let count = plainInteger() ?? 2
    return 2...4 ~= count ? .number(Double(count)) : nil
  }

  mutating func fontSizeAdjust() -> Value? {
    if has(.none) { return .keyword(.none) }
    let metric = word(["ex-height", "cap-height", "ch-width", "ic-width", "ic-height"]) ?? .identifier("ex-height")
    guard let value = keyword(.fromFont) ?? number(0) else { return nil }
    return .list([metric, value])
  }
}
