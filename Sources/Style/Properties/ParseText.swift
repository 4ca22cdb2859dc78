/// Grammars of fonts (css-fonts-4) and text (css-text-4, css-text-decor-4).
extension ValueParser {
  mutating func fontLonghand(_ property: Property) -> Value? {
    switch property {
    case .direction: return keyword(.ltr, .rtl)
    case .writingMode: return keyword(.horizontalTb, .verticalRl, .verticalLr, .sidewaysRl, .sidewaysLr)
    case .fontSize: return fontSize()
    case .fontFamily: return fontFamilies()
    case .fontWeight: return keyword(.normal, .bold, .bolder, .lighter) ?? fontWeightNumber()
    case .fontStyle:
      guard let style = keyword(.normal, .italic, .oblique) else { return nil }
      if style == .keyword(.oblique) { _ = numeric(.angle) }
      return style
    case .fontStretch: return fontStretch() ?? numeric(.percent, minimum: 0)
    case .fontVariantCaps:
      return keyword(.normal, .smallCaps, .allSmallCaps, .petiteCaps, .allPetiteCaps, .unicase, .titlingCaps)
    case .fontVariantLigatures:
      return keyword(.normal, .none)
        ?? keywords([
          .commonLigatures, .noCommonLigatures, .discretionaryLigatures, .noDiscretionaryLigatures,
          .historicalLigatures, .noHistoricalLigatures, .contextual, .noContextual,
        ])
    case .fontVariantNumeric:
      return keyword(.normal)
        ?? keywords([
          .liningNums, .oldstyleNums, .proportionalNums, .tabularNums, .diagonalFractions, .stackedFractions, .ordinal,
          .slashedZero,
        ])
    case .fontVariantEastAsian:
      return keyword(.normal)
        ?? keywords([.jis78, .jis83, .jis90, .jis04, .simplified, .traditional, .fullWidth, .proportionalWidth, .ruby])
    case .fontVariantPosition: return keyword(.normal, .sub, .super)
    case .fontVariantAlternates: return keyword(.normal, .historicalForms)
    case .fontKerning: return keyword(.auto, .normal, .none)
    case .fontFeatureSettings: return fontFeatures()
    case .lineHeight: return keyword(.normal) ?? numeric([.number, .length, .percent], minimum: 0)
    default: return nil
    }
  }

  mutating func fontSize() -> Value? {
    keyword(.xxSmall, .xSmall, .small, .medium, .large, .xLarge, .xxLarge, .xxxLarge, .smaller, .larger)
      ?? lengthPercent(0)
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
      if words.count == 1, let keyword = Keyword.byName[words[0].asciiLowercased] {
        switch keyword {
        case .serif, .sansSerif, .monospace, .cursive, .fantasy, .systemUi, .uiSerif, .uiSansSerif, .uiMonospace,
          .uiRounded, .math, .emoji, .fangsong:
          return .string(keyword.name)
        default: break
        }
      }
      return .string(words.joined(separator: " "))
    }
    return families.map { .list($0) }
  }

  private mutating func familyWord(isFirst: Bool) -> String? {
    let token = peek()
    guard token.kind == .ident else { return nil }
    if isFirst { return customIdent() }
    position += 1
    return list.text(token)
  }

  private mutating func fontFeatures() -> Value? {
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

  /// One or more different ones, in any order.
  mutating func keywords(_ allowed: [Keyword]) -> Value? {
    var found: [Keyword] = []
    while let keyword = keyword(in: allowed.filter { !found.contains($0) }) { found.append(keyword) }
    return found.isEmpty ? nil : .list(found.map { .keyword($0) })
  }

  mutating func textLonghand(_ property: Property) -> Value? {
    switch property {
    case .textAlign:
      for side in ["center", "left", "right"] where ident("-webkit-\(side)") || ident("-moz-\(side)") {
        return .identifier("-webkit-\(side)")
      }
      if ident("-pressrun-th") { return .identifier("-pressrun-th") }
      return keyword(.start, .end, .left, .right, .center, .justify, .matchParent, .justifyAll)
    case .textAlignLast: return keyword(.auto, .start, .end, .left, .right, .center, .justify, .matchParent)
    case .textJustify, .hyphenateLimitChars, .hyphenateLimitLines, .hyphenateLimitZone, .hangingPunctuation,
      .textWrapStyle, .textAutospace, .textEmphasisStyle,
      .textEmphasisPosition, .textDecorationSkipInk, .fontSynthesisWeight, .fontSynthesisStyle, .fontSynthesisSmallCaps,
      .fontSizeAdjust:
      return fineTextLonghand(property)
    case .textIndent:
      return textIndent()
    case .whiteSpaceCollapse: return keyword(.collapse, .preserve, .preserveBreaks, .breakSpaces, .preserveSpaces)
    case .textWrapMode: return keyword(.wrap, .nowrap)
    case .letterSpacing, .wordSpacing: return keyword(.normal) ?? lengthPercent()
    case .textTransform:
      return keyword(.none) ?? textTransform()
    case .tabSize: return numeric([.number, .length], minimum: 0)
    case .hyphens: return keyword(.none, .manual, .auto)
    case .hyphenateCharacter: return keyword(.auto) ?? string().map { .string($0) }
    case .overflowWrap: return keyword(.normal, .breakWord, .anywhere)
    case .wordBreak: return keyword(.normal, .breakAll, .keepAll, .breakWord, .autoPhrase)
    case .lineBreak: return keyword(.auto, .loose, .normal, .strict, .anywhere)
    case .orphans, .widows: return integer(1)
    case .textShadow: return keyword(.none) ?? shadows(isText: true)
    case .textUnderlinePosition: return keyword(.auto, .fromFont, .under, .left, .right)
    case .unicodeBidi: return keyword(.normal, .embed, .isolate, .bidiOverride, .isolateOverride, .plaintext)
    case .textDecorationLine: return keyword(.none) ?? keywords([.underline, .overline, .lineThrough, .blink])
    case .textDecorationStyle: return keyword(.solid, .double, .dotted, .dashed, .wavy)
    case .textDecorationThickness: return keyword(.auto, .fromFont) ?? lengthPercent()
    case .textUnderlineOffset: return keyword(.auto) ?? lengthPercent()
    default: return nil
    }
  }

  /// One of the three cases and the two other transforms, in any order.
  private mutating func textTransform() -> Value? {
    guard let value = keywords([.uppercase, .lowercase, .capitalize, .fullWidth, .fullSizeKana]) else { return nil }
    let cases: [Value] = [.keyword(.uppercase), .keyword(.lowercase), .keyword(.capitalize)]
    if case .list(let found) = value, found.filter({ cases.contains($0) }).count > 1 { return nil }
    return value
  }

  mutating func contentLonghand(_ property: Property) -> Value? {
    switch property {
    case .listStyleType:
      if has(.none) { return .keyword(.none) }
      return string().map { .string($0) } ?? counterStyle().map { .identifier($0) }
    case .listStyleImage: return keyword(.none) ?? image()
    case .listStylePosition: return keyword(.inside, .outside)
    case .quotes:
      if has(.none) { return .list([]) }
      if has(.auto) || has(.matchParent) { return .keyword(.auto) }
      guard let strings = repeated({ $0.string() }), strings.count % 2 == 0 else { return nil }
      return .list(strings.map { .string($0) })
    case .borderCollapse: return keyword(.collapse, .separate)
    case .borderSpacing:
      guard let x = length(0) else { return nil }
      return .list([x, length(0) ?? x])
    case .captionSide:
      if ident("block-start") || ident("inline-start") { return .keyword(.top) }
      if ident("block-end") || ident("inline-end") { return .keyword(.bottom) }
      return keyword(.top, .bottom)
    case .emptyCells: return keyword(.show, .hide)
    case .visibility: return keyword(.visible, .hidden, .collapse)
    case .content: return keyword(.normal, .none) ?? contentList().map { .content($0) }
    case .counterReset, .counterSet: return counterChanges(default: 0)
    case .counterIncrement: return counterChanges(default: 1)
    case .stringSet: return stringSets()
    case .bookmarkLevel: return keyword(.none) ?? integer(1)
    case .bookmarkLabel: return keyword(.none) ?? contentList().map { .content($0) }
    case .bookmarkState: return keyword(.open, .closed)
    default: return nil
    }
  }
}
