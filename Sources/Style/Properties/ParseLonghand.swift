/// The grammars of the longhand properties, by group.
extension ValueParser {
  /// The value of a longhand without CSS-wide keywords; nil where the grammar does not fit. The caller checks that
  /// nothing is left over.
  mutating func longhand(_ property: Property) -> Value? {
    switch property {
    case .direction, .writingMode, .fontSize, .fontFamily, .fontWeight, .fontStyle, .fontStretch, .fontVariantCaps,
      .fontVariantLigatures, .fontVariantNumeric, .fontVariantEastAsian, .fontVariantPosition, .fontVariantAlternates,
      .fontKerning, .fontFeatureSettings, .lineHeight:
      fontLonghand(property)
    case .textAlign, .textAlignLast, .textIndent, .whiteSpaceCollapse, .textWrapMode, .letterSpacing, .wordSpacing,
      .textTransform, .tabSize, .hyphens, .hyphenateCharacter, .overflowWrap, .wordBreak, .lineBreak, .orphans, .widows,
      .textJustify, .hyphenateLimitChars, .hyphenateLimitLines, .hyphenateLimitZone, .hangingPunctuation,
      .textWrapStyle, .textAutospace, .textEmphasisStyle,
      .textEmphasisPosition, .textDecorationSkipInk, .fontSynthesisWeight, .fontSynthesisStyle, .fontSynthesisSmallCaps,
      .fontSizeAdjust, .textShadow, .textUnderlinePosition, .unicodeBidi, .textDecorationLine, .textDecorationStyle,
      .textDecorationThickness, .textUnderlineOffset:
      textLonghand(property)
    case .listStyleType, .listStyleImage, .listStylePosition, .quotes, .borderCollapse, .borderSpacing, .captionSide,
      .emptyCells, .visibility, .content, .counterReset, .counterIncrement, .counterSet, .stringSet, .bookmarkLevel,
      .bookmarkLabel, .bookmarkState:
      contentLonghand(property)
    case .color, .backgroundColor, .borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor,
      .outlineColor, .columnRuleColor, .textDecorationColor, .textEmphasisColor, .borderBlockStartColor,
      .borderBlockEndColor,
      .borderInlineStartColor, .borderInlineEndColor:
      colorValue()
    case .backgroundImage, .backgroundPositionX, .backgroundPositionY, .backgroundSize, .backgroundRepeat,
      .backgroundOrigin, .backgroundClip, .backgroundAttachment, .borderTopLeftRadius, .borderTopRightRadius,
      .borderBottomRightRadius, .borderBottomLeftRadius, .borderStartStartRadius, .borderStartEndRadius,
      .borderEndStartRadius, .borderEndEndRadius, .borderImageSource, .borderImageSlice, .borderImageWidth,
      .borderImageOutset, .borderImageRepeat, .boxShadow, .outlineStyle, .outlineWidth, .outlineOffset, .opacity,
      .transform, .translate, .rotate, .scale, .transformOrigin, .mixBlendMode, .isolation, .clip, .clipPath:
      paintLonghand(property)
    case .flexDirection, .flexWrap, .flexGrow, .flexShrink, .flexBasis, .order, .alignContent, .alignItems, .alignSelf,
      .justifyContent, .justifyItems, .justifySelf, .rowGap, .columnGap, .columnCount, .columnWidth, .columnRuleWidth,
      .columnRuleStyle, .columnSpan, .columnFill, .columnHeight, .columnWrap, .gridTemplateRows, .gridTemplateColumns,
      .gridTemplateAreas,
      .gridAutoRows, .gridAutoColumns, .gridAutoFlow, .gridRowStart, .gridRowEnd, .gridColumnStart, .gridColumnEnd:
      itemLonghand(property)
    case .size, .pageOrientation, .marks, .bleed: pageLonghand(property)
    case .custom: nil
    default: boxLonghand(property)
    }
  }

  // MARK: - Boxes

  private mutating func boxLonghand(_ property: Property) -> Value? {
    switch property {
    case .display: return display()
    case .position:
      if let name = function("running", read: { $0.customIdent() }) {
        return .list([.keyword(.running), .identifier(name)])
      }
      return keyword(.static, .relative, .absolute, .fixed, .sticky)
    case .float: return keyword(.none, .left, .right, .inlineStart, .inlineEnd, .footnote)
    case .clear: return keyword(.none, .left, .right, .both, .inlineStart, .inlineEnd)
    case .width, .height, .minWidth, .minHeight, .inlineSize, .blockSize, .minInlineSize, .minBlockSize:
      return keyword(.auto) ?? boxSize()
    case .maxWidth, .maxHeight, .maxInlineSize, .maxBlockSize: return keyword(.none) ?? boxSize()
    case .aspectRatio: return aspectRatio()
    case .boxSizing: return keyword(.contentBox, .borderBox)
    case .marginTop, .marginRight, .marginBottom, .marginLeft, .marginBlockStart, .marginBlockEnd, .marginInlineStart,
      .marginInlineEnd, .top, .right, .bottom, .left, .insetBlockStart, .insetBlockEnd, .insetInlineStart,
      .insetInlineEnd:
      return keyword(.auto) ?? lengthPercent()
    case .paddingTop, .paddingRight, .paddingBottom, .paddingLeft, .paddingBlockStart, .paddingBlockEnd,
      .paddingInlineStart, .paddingInlineEnd:
      return lengthPercent(0)
    case .borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle, .borderBlockStartStyle,
      .borderBlockEndStyle, .borderInlineStartStyle, .borderInlineEndStyle:
      return lineStyle()
    case .borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth, .borderBlockStartWidth,
      .borderBlockEndWidth, .borderInlineStartWidth, .borderInlineEndWidth:
      return lineWidth()
    case .zIndex: return keyword(.auto) ?? integer()
    case .overflowX, .overflowY: return overflow()
    case .textOverflow:
      guard let first = textOverflow() else { return nil }
      return textOverflow() ?? first
    case .verticalAlign:
      return keyword(.baseline, .sub, .super, .top, .textTop, .middle, .bottom, .textBottom) ?? lengthPercent()
    case .tableLayout: return keyword(.auto, .fixed)
    case .objectFit: return keyword(.fill, .contain, .cover, .none, .scaleDown)
    case .objectPosition: return position().map { .list($0) }
    case .breakBefore, .breakAfter:
      return keyword(
        .auto, .avoid, .avoidPage, .avoidColumn, .avoidRegion, .page, .left, .right, .recto, .verso, .column, .always,
        .all,
        .region)
    case .breakInside: return keyword(.auto, .avoid, .avoidPage, .avoidColumn, .avoidRegion)
    case .boxDecorationBreak: return keyword(.slice, .clone)
    case .page: return keyword(.auto) ?? customIdent().map { .identifier($0) }
    case .contain: return containment()
    case .footnoteDisplay: return keyword(.block, .inline, .compact)
    case .footnotePolicy: return keyword(.auto, .line, .block)
    default: return nil
    }
  }

  /// `size` alone matters on paper: the box is laid out as if it were empty (css-contain-2 §3.1).
  private mutating func containment() -> Value? {
    if let single = keyword(.none) { return single }
    if ident("strict") { return .identifier("size") }
    if ident("content") { return .keyword(.none) }
    var isSized = false
    var count = 0
    while !atEnd {
      if ident("size") {
        isSized = true
      } else if !(ident("layout") || ident("paint") || ident("style") || ident("inline-size")) {
        return nil
      }
      count += 1
    }
    guard count > 0 else { return nil }
    return isSized ? .identifier("size") : .keyword(.none)
  }

  mutating func overflow() -> Value? {
    if ident("overlay") { return .keyword(.auto) }
    if ident("-moz-scrollbars-none") { return .keyword(.hidden) }
    return keyword(.visible, .hidden, .clip, .scroll, .auto)
  }

  /// Strings are drawn as the ellipsis is.
  private mutating func textOverflow() -> Value? {
    keyword(.clip, .ellipsis) ?? string().map { $0.isEmpty ? .keyword(.clip) : .keyword(.ellipsis) }
  }

  mutating func lineStyle() -> Value? {
    keyword(.none, .hidden, .dotted, .dashed, .solid, .double, .groove, .ridge, .inset, .outset)
  }

  mutating func lineWidth() -> Value? {
    switch keyword(in: [.thin, .medium, .thick]) {
    case .thin?: .dimension(1, .px)
    case .medium?: .dimension(3, .px)
    case .thick?: .dimension(5, .px)
    default: length(0)
    }
  }

  /// `<length-percentage> | min-content | …`
  private mutating func boxSize() -> Value? {
    if has(.WebkitFillAvailable) || has(.MozAvailable) || has(.fillAvailable) { return .keyword(.stretch) }
    if let limit = function("fit-content", read: { $0.lengthPercent(0) }) {
      return .list([.keyword(.fitContent), limit])
    }
    return keyword(.minContent, .maxContent, .fitContent, .stretch) ?? lengthPercent(0)
  }

  private mutating func aspectRatio() -> Value? {
    var isAuto = has(.auto)
    guard let width = number(0) else { return isAuto ? .keyword(.auto) : nil }
    var height = Value.number(1)
    if slash() {
      guard let number = number(0) else { return nil }
      height = number
    }
    isAuto = has(.auto) || isAuto
    return .list([isAuto ? .keyword(.auto) : .keyword(.none), width, height])
  }

  /// One keyword for each of the contract's displays (css-display-3 §2).
  private mutating func display() -> Value? {
    guard let words = repeated(upTo: 3, { $0.ident() }) else { return nil }
    if words.count == 1 {
      switch words[0] {
      case "-webkit-box", "-webkit-flex": return .keyword(.flex)
      case "-webkit-inline-box", "-webkit-inline-flex": return .keyword(.inlineFlex)
      case "run-in", "math", "ruby": return .keyword(.inline)
      case "ruby-base", "ruby-text", "ruby-base-container", "ruby-text-container": return .keyword(.inline)
      case "flow": return .keyword(.block)
      default: break
      }
      guard let keyword = Keyword.byName[words[0]] else { return nil }
      switch keyword {
      case .none, .contents, .block, .inline, .inlineBlock, .listItem, .flowRoot, .table, .inlineTable, .tableRowGroup,
        .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableCell, .tableColumnGroup, .tableColumn, .tableCaption,
        .flex, .inlineFlex, .grid, .inlineGrid:
        return .keyword(keyword)
      default: return nil
      }
    }
    var isInline: Bool?
    var isListItem = false
    var inside: String?
    for word in words {
      switch word {
      case "block", "inline", "run-in":
        guard isInline == nil else { return nil }
        isInline = word != "block"
      case "list-item":
        guard !isListItem else { return nil }
        isListItem = true
      case "flow", "flow-root", "table", "flex", "grid", "ruby", "math":
        guard inside == nil else { return nil }
        inside = word
      default: return nil
      }
    }
    if isListItem {
      guard inside == nil || inside == "flow" || inside == "flow-root" else { return nil }
      let outer: Keyword = isInline != true ? .block : inside == "flow-root" ? .inlineBlock : .inline
      return .list([.keyword(.listItem), .keyword(outer)])
    }
    let outer = isInline ?? (inside == "ruby" || inside == "math")
    switch inside {
    case "flow-root": return .keyword(outer ? .inlineBlock : .flowRoot)
    case "table": return .keyword(outer ? .inlineTable : .table)
    case "flex": return .keyword(outer ? .inlineFlex : .flex)
    case "grid": return .keyword(outer ? .inlineGrid : .grid)
    default: return .keyword(outer ? .inline : .block)
    }
  }

  // MARK: - Pages

  private mutating func pageLonghand(_ property: Property) -> Value? {
    switch property {
    case .size: return pageSize()
    case .pageOrientation: return keyword(.upright, .rotateLeft, .rotateRight)
    case .marks:
      if has(.none) { return .list([]) }
      return repeated(upTo: 2) { $0.keyword(.crop, .cross) }.map { .list($0) }
    case .bleed: return keyword(.auto) ?? length()
    default: return nil
    }
  }

  /// `auto`, a name, an orientation, or two lengths.
  private mutating func pageSize() -> Value? {
    if has(.auto) { return .keyword(.auto) }
    if let width = length(0) { return .list([width, length(0) ?? width]) }
    var size: Keyword?
    var orientation: Keyword?
    for _ in 0..<2 {
      if orientation == nil, let keyword = keyword(in: [.portrait, .landscape]) {
        orientation = keyword
      } else if size == nil,
        let keyword = keyword(in: [.a3, .a4, .a5, .b4, .b5, .jisB4, .jisB5, .letter, .legal, .ledger])
      {
        size = keyword
      }
    }
    guard size != nil || orientation != nil else { return nil }
    return .list([.keyword(size ?? .auto), .keyword(orientation ?? .auto)])
  }
}
