/// Fonts and text.
extension StyleComputer {
  mutating func applyText(_ value: Value, _ property: Property) {
    switch property {
    case .direction: style.text.direction = value == .keyword(.rtl) ? .rightToLeft : .leftToRight
    case .writingMode:
      switch keyword(value) {
      case .verticalRl?, .sidewaysRl?: style.text.writingMode = .verticalRL
      case .verticalLr?, .sidewaysLr?: style.text.writingMode = .verticalLR
      default: style.text.writingMode = .horizontal
      }
    case .fontSize: style.text.font.size = fontSize(value)
    case .fontFamily:
      style.text.font.families = items(value).compactMap { if case .string(let name) = $0 { name } else { nil } }
    case .fontWeight: style.text.font.weight = fontWeight(value)
    case .fontStyle:
      style.text.font.slant = value == .keyword(.italic) ? .italic : value == .keyword(.oblique) ? .oblique : .normal
    case .fontStretch:
      if let keyword = keyword(value) {
        style.text.font.stretch = FontStretch.percent(keyword)
      } else {
        style.text.font.stretch = max(50, min(200, number(value) * 100))
      }
    case .fontVariantCaps: style.text.fontVariants.caps = keyword(value) ?? .normal
    case .fontVariantLigatures: style.text.fontVariants.ligatures = keywords(value)
    case .fontVariantNumeric: style.text.fontVariants.numeric = keywords(value)
    case .fontVariantEastAsian: style.text.fontVariants.eastAsian = keywords(value)
    case .fontVariantPosition: style.text.fontVariants.position = keyword(value) ?? .normal
    case .fontVariantAlternates: style.text.fontVariants.alternates = keyword(value) ?? .normal
    case .fontKerning: style.text.fontVariants.kerning = keyword(value) ?? .auto
    case .fontFeatureSettings:
      if case .features(let features) = value { style.text.fontVariants.settings = features }
    case .lineHeight: style.text.lineHeight = lineHeight(value)
    case .color:
      if case .color(let color) = value { style.text.color = color.resolve(current: parent.text.color) }
    case .textAlign: applyTextAlign(value)
    case .textAlignLast: style.text.textAlignLast = value == .keyword(.auto) ? nil : textAlign(value)
    case .textIndent:
      style.text.textIndent = items(value).first.map { lengthPercentage($0) } ?? .zero
      style.text.indentHangs = items(value).contains(.identifier("hanging"))
      style.text.indentsEachLine = items(value).contains(.identifier("each-line"))
    case .textJustify, .hyphenateLimitChars, .hyphenateLimitLines, .hyphenateLimitZone, .hangingPunctuation,
      .textWrapStyle, .textAutospace, .textEmphasisStyle,
      .textEmphasisColor, .textEmphasisPosition, .textDecorationSkipInk, .fontSynthesisWeight, .fontSynthesisStyle,
      .fontSynthesisSmallCaps, .fontSizeAdjust:
      applyFineText(value, property)
    case .whiteSpaceCollapse:
      style.text.whiteSpace.collapsesSpaces = value == .keyword(.collapse) || value == .keyword(.preserveBreaks)
      style.text.whiteSpace.collapsesNewlines = value == .keyword(.collapse) || value == .keyword(.preserveSpaces)
      style.text.whiteSpace.breaksSpaces = value == .keyword(.breakSpaces)
    case .textWrapMode: style.text.whiteSpace.wraps = value == .keyword(.wrap)
    case .letterSpacing: style.text.letterSpacingValue = spacing(value)
    case .wordSpacing: style.text.wordSpacingValue = spacing(value)
    case .textTransform: style.text.textTransform = textTransform(value)
    case .tabSize:
      if case .number(let count) = value {
        style.text.tabSize = .spaces(count)
      } else {
        style.text.tabSize = .px(positive(value))
      }
    case .hyphens: style.text.hyphens = value == .keyword(.none) ? .none : value == .keyword(.auto) ? .auto : .manual
    case .hyphenateCharacter:
      if case .string(let string) = value {
        style.text.hyphenateCharacter = string
      } else {
        style.text.hyphenateCharacter = nil
      }
    case .overflowWrap:
      style.text.overflowWrap =
        value == .keyword(.breakWord) ? .breakWord : value == .keyword(.anywhere) ? .anywhere : .normal
    case .wordBreak:
      switch keyword(value) {
      case .breakAll?: style.text.wordBreak = .breakAll
      case .keepAll?: style.text.wordBreak = .keepAll
      case .breakWord?: style.text.wordBreak = .breakWord
      default: style.text.wordBreak = .normal
      }
    case .lineBreak:
      switch keyword(value) {
      case .loose?: style.text.lineBreak = .loose
      case .normal?: style.text.lineBreak = .normal
      case .strict?: style.text.lineBreak = .strict
      case .anywhere?: style.text.lineBreak = .anywhere
      default: style.text.lineBreak = .auto
      }
    case .orphans: style.text.orphans = max(1, integer(value))
    case .widows: style.text.widows = max(1, integer(value))
    case .listStyleType, .listStyleImage, .listStylePosition, .quotes, .borderCollapse, .borderSpacing, .captionSide,
      .emptyCells, .visibility:
      applyLists(value, property)
    case .textShadow: applyTextShadow(value)
    case .textUnderlinePosition: style.text.underlinesBelow = value == .keyword(.under)
    case .unicodeBidi: style.text.unicodeBidi = unicodeBidi(value)
    default: applyDecoration(value, property)
    }
  }

  private func keywords(_ value: Value) -> [Keyword] {
    if value == .keyword(.normal) { return [] }
    return items(value).compactMap { keyword($0) }
  }

  /// Percentages and `em` are of the parent's size.
  private mutating func fontSize(_ value: Value) -> Double {
    let inherited = parent.text.font.size
    let size: Double
    style.text.font.isAbsoluteSize = parent.text.font.isAbsoluteSize
    switch value {
    case .keyword(let keyword):
      hasKeywordSize = keyword != .smaller && keyword != .larger
      if hasKeywordSize { style.text.font.isAbsoluteSize = false }
      switch keyword {
      case .xxSmall: size = 9
      case .xSmall: size = 10
      case .small: size = 13
      case .large: size = 18
      case .xLarge: size = 24
      case .xxLarge: size = 32
      case .xxxLarge: size = 48
      case .smaller: size = inherited / 1.2
      case .larger: size = inherited * 1.2
      default: size = 16
      }
    case .percentage, .dimension(_, .em): size = lengthPercentage(value).resolve(against: inherited)
    default:
      style.text.font.isAbsoluteSize = true
      size = lengthPercentage(value).resolve(against: inherited)
    }
    return max(0, min(100_000, size))
  }

  /// Browsers take 13 px for 16 px where `monospace` is the only family, unless a length set the size.
  mutating func scaleMonospace() {
    guard !style.text.font.isAbsoluteSize else { return }
    let isMonospace = style.text.font.families == ["monospace"]
    let wasMonospace = !hasKeywordSize && parent.text.font.families == ["monospace"]
    if isMonospace != wasMonospace { style.text.font.size *= isMonospace ? 13.0 / 16 : 16.0 / 13 }
  }

  private func fontWeight(_ value: Value) -> UInt16 {
    let inherited = parent.text.font.weight
    switch value {
    case .keyword(.bold): return 700
    case .keyword(.bolder): return inherited < 350 ? 400 : inherited < 550 ? 700 : max(900, inherited)
    case .keyword(.lighter): return inherited < 100 ? inherited : inherited < 550 ? 100 : inherited < 750 ? 400 : 700
    case .keyword: return 400
    default: return UInt16(max(1, min(1000, number(value))))
    }
  }

  private func lineHeight(_ value: Value) -> TextStyle.LineHeight {
    switch value {
    case .keyword: return .normal
    case .number(let factor): return .number(factor)
    case .percentage(let percent): return .px(style.text.font.size * percent / 100)
    case .math(let expression):
      if expression.isNumber { return .number(max(0, expression.value(lengths))) }
      return .px(max(0, lengthPercentage(value).resolve(against: style.text.font.size)))
    default: return .px(number(value))
    }
  }

  private mutating func applyTextAlign(_ value: Value) {
    style.text.blockAlign = nil
    style.text.justifiesLast = value == .keyword(.justifyAll)
    guard case .identifier(let name) = value else {
      style.text.textAlign = textAlign(value) ?? .start
      return
    }
    switch name {
    case "-webkit-left": (style.text.textAlign, style.text.blockAlign) = (.left, .left)
    case "-webkit-right": (style.text.textAlign, style.text.blockAlign) = (.right, .right)
    case "-webkit-center": (style.text.textAlign, style.text.blockAlign) = (.center, .center)
    default:
      // A header cell is centred, unless an ancestor sets an alignment (HTML 15.3.8).
      style.text.textAlign = parent.text.textAlign == .start ? .center : parent.text.textAlign
      style.text.blockAlign = parent.text.blockAlign
    }
  }

  private func textAlign(_ value: Value) -> TextStyle.TextAlign? {
    switch keyword(value) {
    case .start?: .start
    case .end?: .end
    case .left?: .left
    case .right?: .right
    case .center?: .center
    case .justify?, .justifyAll?: .justify
    case .matchParent?:
      switch parent.text.textAlign {
      case .start: parent.text.direction == .rightToLeft ? .right : .left
      case .end: parent.text.direction == .rightToLeft ? .left : .right
      case let inherited: inherited
      }
    default: nil
    }
  }

  /// Percentages are of the font size (css-text-4 §8).
  private func spacing(_ value: Value) -> LengthPercentage {
    value == .keyword(.normal) ? .zero : lengthPercentage(value)
  }

  private func textTransform(_ value: Value) -> TextStyle.TextTransform {
    items(value).reduce(into: []) { result, item in
      switch keyword(item) {
      case .uppercase?: result.insert(.uppercase)
      case .lowercase?: result.insert(.lowercase)
      case .capitalize?: result.insert(.capitalize)
      case .fullWidth?: result.insert(.fullWidth)
      case .fullSizeKana?: result.insert(.fullSizeKana)
      default: break
      }
    }
  }

  private func unicodeBidi(_ value: Value) -> TextStyle.UnicodeBidi {
    switch keyword(value) {
    case .embed?: .embed
    case .isolate?: .isolate
    case .bidiOverride?: .override
    case .isolateOverride?: .isolateOverride
    case .plaintext?: .plaintext
    default: .normal
    }
  }

  private mutating func applyTextShadow(_ value: Value) {
    guard case .shadows(let shadows) = value else {
      style.text.shadows = []
      return
    }
    style.text.shadows = shadows.map { shadow in
      TextShadow(
        x: number(shadow.lengths[0]), y: number(shadow.lengths[1]),
        blur: shadow.lengths.count > 2 ? positive(shadow.lengths[2]) : 0,
        color: shadow.color?.resolve(current: style.text.color) ?? style.text.color)
    }
  }

  private mutating func applyDecoration(_ value: Value, _ property: Property) {
    switch property {
    case .textDecorationLine: ownDecorations.lines = items(value).compactMap { keyword($0) }
    case .textDecorationStyle:
      switch keyword(value) {
      case .double?: ownDecorations.style = .double
      case .dotted?: ownDecorations.style = .dotted
      case .dashed?: ownDecorations.style = .dashed
      case .wavy?: ownDecorations.style = .wavy
      default: ownDecorations.style = .solid
      }
    case .textDecorationColor: ownDecorations.color = color(value)
    case .textDecorationThickness: ownDecorations.thickness = lengthOrAuto(value)
    case .textUnderlineOffset: ownDecorations.offset = lengthOrAuto(value)
    default: break
    }
  }

  private func lengthOrAuto(_ value: Value) -> Double? {
    keyword(value) == nil ? lengthPercentage(value).resolve(against: style.text.font.size) : nil
  }

  private mutating func applyLists(_ value: Value, _ property: Property) {
    switch property {
    case .listStyleType:
      style.text.listStyleString = nil
      style.text.listStyleType = nil
      if case .string(let string) = value { style.text.listStyleString = string }
      if case .identifier(let name) = value { style.text.listStyleType = name }
    case .listStyleImage:
      if case .url(let url) = value { style.text.listStyleImage = url } else { style.text.listStyleImage = nil }
    case .listStylePosition: style.text.listStyleInside = value == .keyword(.inside)
    case .quotes:
      style.text.hasAutomaticQuotes = value == .keyword(.auto)
      let strings = items(value).compactMap { if case .string(let string) = $0 { string } else { nil } }
      style.text.quotes = stride(from: 0, to: strings.count - 1, by: 2).map { Pair(strings[$0], strings[$0 + 1]) }
    case .borderCollapse: style.text.borderCollapse = value == .keyword(.collapse)
    case .borderSpacing:
      let lengths = items(value)
      if lengths.count == 2 { style.text.borderSpacing = Pair(positive(lengths[0]), positive(lengths[1])) }
    case .captionSide: style.text.captionSideBottom = value == .keyword(.bottom)
    case .emptyCells: style.text.emptyCellsHidden = value == .keyword(.hide)
    case .visibility:
      style.text.visibility = value == .keyword(.hidden) ? .hidden : value == .keyword(.collapse) ? .collapse : .visible
    default: break
    }
  }
}

extension MathExpression {
  /// Whether its type is a plain number: then no leaf but in a quotient has a unit, so that any leaf tells.
  var isNumber: Bool {
    switch self {
    case .number: true
    case .percent, .dimension: false
    case .sum(let terms), .min(let terms), .max(let terms): terms.allSatisfy(\.isNumber)
    case .product(let a, let b): a.isNumber && b.isNumber
    case .invert(let a): a.isNumber
    case .clamp(_, let value, _): value.isNumber
    case .function(let function, let arguments):
      switch function {
      case .abs, .mod, .rem, .hypot, .roundUp, .roundDown, .roundNearest, .roundToZero: arguments.allSatisfy(\.isNumber)
      case .asin, .acos, .atan, .atan2: false
      default: true
      }
    }
  }
}
