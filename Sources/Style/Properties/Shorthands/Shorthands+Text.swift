/// Shorthands of fonts, text and lists.
extension ShorthandRows {
  mutating func addText() {
    add(
      .fontVariant, "font-variant",
      [
        .fontVariantCaps, .fontVariantLigatures, .fontVariantNumeric, .fontVariantEastAsian, .fontVariantPosition,
        .fontVariantAlternates,
      ]
    ) {
      $0.fontVariant($1)
    }
    add(
      .font, "font",
      [
        .fontStyle, .fontWeight, .fontStretch, .fontSize, .lineHeight, .fontFamily, .fontFeatureSettings,
        .fontVariationSettings, .fontOpticalSizing, .fontKerning,
      ] + longhands(.fontVariant)
    ) {
      $0.font($1)
    }
    add(.textBox, "text-box", [.textBoxTrim, .textBoxEdge]) { $0.textBox($1) }
    add(.fontSynthesis, "font-synthesis", [.fontSynthesisWeight, .fontSynthesisStyle, .fontSynthesisSmallCaps]) {
      $0.fontSynthesis($1)
    }
    add(.listStyle, "list-style", [.listStyleType, .listStylePosition, .listStyleImage]) { $0.listStyle($1) }
    add(
      .textDecoration, "text-decoration",
      [.textDecorationLine, .textDecorationStyle, .textDecorationColor, .textDecorationThickness]
    ) {
      $0.anyOrder($1)
    }
    add(.textEmphasis, "text-emphasis", [.textEmphasisStyle, .textEmphasisColor]) { $0.anyOrder($1) }
    add(.textStroke, "-webkit-text-stroke", [.textStrokeWidth, .textStrokeColor]) { $0.anyOrder($1) }
    add(.whiteSpace, "white-space", [.whiteSpaceCollapse, .textWrapMode]) { $0.whiteSpace($1) }
    add(.textWrap, "text-wrap", [.textWrapMode, .textWrapStyle]) { $0.anyOrder($1) }
  }
}

extension ValueParser {
  /// `normal | trim || edge`: an edge alone trims both sides (css-inline-3 §6.1).
  fileprivate mutating func textBox(_ longhands: [Property]) -> Expansion? {
    if has(.normal) { return Expansion(longhands, [.identifier("none"), .keyword(.auto)]) }
    var trim = longhand(.textBoxTrim)
    let edge = longhand(.textBoxEdge)
    if trim == nil { trim = longhand(.textBoxTrim) }
    guard trim != nil || edge != nil else { return nil }
    return Expansion(longhands, [trim ?? .identifier("trim-both"), edge ?? .keyword(.auto)])
  }

  fileprivate mutating func font(_ longhands: [Property]) -> Expansion? {
    if keyword(.caption, .icon, .menu, .messageBox, .smallCaption, .statusBar) != nil {
      return Expansion(longhands, longhands.map { _ in .wide(.initial) })
    }
    guard var found = fontPrelude(), let size = fontSize() else { return nil }
    found[.fontSize] = size
    if slash() {
      guard let height = longhand(.lineHeight) else { return nil }
      found[.lineHeight] = height
    }
    guard let families = fontFamilies() else { return nil }
    found[.fontFamily] = families
    return Expansion(longhands, longhands.map { found[$0] ?? .wide(.initial) })
  }

  /// Style, variant, weight and stretch, in any order.
  private mutating func fontPrelude() -> [Property: Value]? {
    var found: [Property: Value] = [:]
    let prelude: [Property] = [.fontStyle, .fontVariantCaps, .fontWeight, .fontStretch]
    var normals = 0
    scan: while true {
      if has(.normal) {
        normals += 1
        if normals > 4 { return nil }
        continue
      }
      for property in prelude where found[property] == nil {
        let value = attempt { parser -> Value? in
          switch property {
          case .fontVariantCaps: parser.keyword(.smallCaps)
          case .fontStretch: parser.fontStretch()
          default: parser.longhand(property)
          }
        }
        if let value {
          found[property] = value
          continue scan
        }
      }
      return found
    }
  }

  fileprivate mutating func fontVariant(_ longhands: [Property]) -> Expansion? {
    if has(.normal) { return Expansion(longhands, longhands.map { _ in .wide(.initial) }) }
    if has(.none) {
      return Expansion(longhands, longhands.map { $0 == .fontVariantLigatures ? .keyword(.none) : .wide(.initial) })
    }
    // The keywords of one longhand need not be adjacent.
    var words: [Property: [Value]] = [:]
    scan: while !atEnd {
      guard let keyword = peekKeyword() else { return nil }
      for property in longhands {
        var single = ValueParser(keyword.name)
        guard let value = single.longhand(property) else { continue }
        position += 1
        if case .list(let items) = value { words[property, default: []] += items } else { words[property] = [value] }
        continue scan
      }
      return nil
    }
    if words.isEmpty { return nil }
    return Expansion(
      longhands,
      longhands.map { property in
        guard let values = words[property] else { return .wide(.initial) }
        switch property {
        case .fontVariantLigatures, .fontVariantNumeric, .fontVariantEastAsian: return .list(values)
        default: return values[0]
        }
      })
  }

  fileprivate mutating func fontSynthesis(_ longhands: [Property]) -> Expansion? {
    if has(.none) { return Expansion(longhands, [.identifier("none"), .identifier("none"), .identifier("none")]) }
    guard let found = words(["weight", "style", "small-caps", "position"]), atEnd else { return nil }
    return Expansion(
      longhands, ["weight", "style", "small-caps"].map { .identifier(found.contains($0) ? "auto" : "none") })
  }

  fileprivate mutating func listStyle(_ longhands: [Property]) -> Expansion? {
    var type: Value?
    var place: Value?
    var image: Value?
    var nones = 0
    while !atEnd {
      if has(.none) {
        nones += 1
      } else if place == nil, let value = keyword(.inside, .outside) {
        place = value
      } else if image == nil, let value = self.image() {
        image = value
      } else if type == nil, let value = longhand(.listStyleType) {
        type = value
      } else {
        return nil
      }
    }
    guard nones <= 2, type != nil || place != nil || image != nil || nones > 0 else { return nil }
    if nones > 0 {
      if type == nil { type = .keyword(.none) } else if image == nil { image = .keyword(.none) } else { return nil }
    }
    return Expansion(longhands, [type ?? .wide(.initial), place ?? .wide(.initial), image ?? .wide(.initial)])
  }

  fileprivate mutating func whiteSpace(_ longhands: [Property]) -> Expansion? {
    switch keyword(in: [.normal, .pre, .preWrap, .preLine]) {
    case .normal?: Expansion(longhands, [.keyword(.collapse), .keyword(.wrap)])
    case .pre?: Expansion(longhands, [.keyword(.preserve), .keyword(.nowrap)])
    case .preWrap?: Expansion(longhands, [.keyword(.preserve), .keyword(.wrap)])
    case .preLine?: Expansion(longhands, [.keyword(.preserveBreaks), .keyword(.wrap)])
    default: anyOrder(longhands)
    }
  }
}
