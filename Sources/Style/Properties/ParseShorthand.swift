/// What a shorthand expands to.
struct Expansion {
  private(set) var values: [(property: Property, value: Value)] = []
  mutating func set(_ property: Property, _ value: Value) { values.append((property, value)) }
}

extension Shorthand {
  /// The longhands, in the order of `ValueParser.expand`; `all` covers whatever is not listed by it.
  var longhands: [Property] {
    switch self {
    case .all:
      Property.allCases.filter {
        $0 != .direction && $0 != .unicodeBidi && $0 != .custom && !$0.isPageOnly
          && LogicalProperties.table[Int($0.rawValue)] == nil
      }
    case .margin: [.marginTop, .marginRight, .marginBottom, .marginLeft]
    case .padding: [.paddingTop, .paddingRight, .paddingBottom, .paddingLeft]
    case .border:
      Shorthand.borderWidth.longhands + Shorthand.borderStyle.longhands + Shorthand.borderColor.longhands
        + Shorthand.borderImage.longhands
    case .borderTop: [.borderTopWidth, .borderTopStyle, .borderTopColor]
    case .borderRight: [.borderRightWidth, .borderRightStyle, .borderRightColor]
    case .borderBottom: [.borderBottomWidth, .borderBottomStyle, .borderBottomColor]
    case .borderLeft: [.borderLeftWidth, .borderLeftStyle, .borderLeftColor]
    case .borderWidth: [.borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth]
    case .borderStyle: [.borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle]
    case .borderColor: [.borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor]
    case .borderBlock: Shorthand.borderBlockStart.longhands + Shorthand.borderBlockEnd.longhands
    case .borderInline: Shorthand.borderInlineStart.longhands + Shorthand.borderInlineEnd.longhands
    case .borderBlockStart: [.borderBlockStartWidth, .borderBlockStartStyle, .borderBlockStartColor]
    case .borderBlockEnd: [.borderBlockEndWidth, .borderBlockEndStyle, .borderBlockEndColor]
    case .borderInlineStart: [.borderInlineStartWidth, .borderInlineStartStyle, .borderInlineStartColor]
    case .borderInlineEnd: [.borderInlineEndWidth, .borderInlineEndStyle, .borderInlineEndColor]
    case .borderBlockWidth: [.borderBlockStartWidth, .borderBlockEndWidth]
    case .borderInlineWidth: [.borderInlineStartWidth, .borderInlineEndWidth]
    case .borderBlockStyle: [.borderBlockStartStyle, .borderBlockEndStyle]
    case .borderInlineStyle: [.borderInlineStartStyle, .borderInlineEndStyle]
    case .borderBlockColor: [.borderBlockStartColor, .borderBlockEndColor]
    case .borderInlineColor: [.borderInlineStartColor, .borderInlineEndColor]
    case .marginBlock: [.marginBlockStart, .marginBlockEnd]
    case .marginInline: [.marginInlineStart, .marginInlineEnd]
    case .paddingBlock: [.paddingBlockStart, .paddingBlockEnd]
    case .paddingInline: [.paddingInlineStart, .paddingInlineEnd]
    case .inset: [.top, .right, .bottom, .left]
    case .insetBlock: [.insetBlockStart, .insetBlockEnd]
    case .insetInline: [.insetInlineStart, .insetInlineEnd]
    case .borderRadius:
      [.borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius]
    case .borderImage:
      [.borderImageSource, .borderImageSlice, .borderImageWidth, .borderImageOutset, .borderImageRepeat]
    case .outline: [.outlineWidth, .outlineStyle, .outlineColor]
    case .background:
      [
        .backgroundImage, .backgroundPositionX, .backgroundPositionY, .backgroundSize, .backgroundRepeat,
        .backgroundOrigin, .backgroundClip, .backgroundAttachment, .backgroundColor,
      ]
    case .backgroundPosition: [.backgroundPositionX, .backgroundPositionY]
    case .font:
      [.fontStyle, .fontWeight, .fontStretch, .fontSize, .lineHeight, .fontFamily, .fontFeatureSettings, .fontKerning]
        + Shorthand.fontVariant.longhands
    case .fontVariant:
      [
        .fontVariantCaps, .fontVariantLigatures, .fontVariantNumeric, .fontVariantEastAsian, .fontVariantPosition,
        .fontVariantAlternates,
      ]
    case .listStyle: [.listStyleType, .listStylePosition, .listStyleImage]
    case .textDecoration: [.textDecorationLine, .textDecorationStyle, .textDecorationColor, .textDecorationThickness]
    case .whiteSpace: [.whiteSpaceCollapse, .textWrapMode]
    case .textWrap: [.textWrapMode, .textWrapStyle]
    case .textEmphasis: [.textEmphasisStyle, .textEmphasisColor]
    case .fontSynthesis: [.fontSynthesisWeight, .fontSynthesisStyle, .fontSynthesisSmallCaps]
    case .overflow: [.overflowX, .overflowY]
    case .flex: [.flexGrow, .flexShrink, .flexBasis]
    case .flexFlow: [.flexDirection, .flexWrap]
    case .gap: [.rowGap, .columnGap]
    case .placeContent: [.alignContent, .justifyContent]
    case .placeItems: [.alignItems, .justifyItems]
    case .placeSelf: [.alignSelf, .justifySelf]
    case .columns: [.columnWidth, .columnCount, .columnHeight]
    case .columnRule: [.columnRuleWidth, .columnRuleStyle, .columnRuleColor]
    case .gridRow: [.gridRowStart, .gridRowEnd]
    case .gridColumn: [.gridColumnStart, .gridColumnEnd]
    case .gridArea: [.gridRowStart, .gridColumnStart, .gridRowEnd, .gridColumnEnd]
    case .gridTemplate: [.gridTemplateRows, .gridTemplateColumns, .gridTemplateAreas]
    case .grid: Shorthand.gridTemplate.longhands + [.gridAutoFlow, .gridAutoRows, .gridAutoColumns]
    case .pageBreakBefore: [.breakBefore]
    case .pageBreakAfter: [.breakAfter]
    case .pageBreakInside: [.breakInside]
    }
  }
}

extension ValueParser {
  /// A shorthand's longhands; those that the source leaves out stand at their initial values. Nil where the grammar
  /// does not fit.
  mutating func expand(_ shorthand: Shorthand) -> Expansion? {
    switch shorthand {
    case .all: return nil
    case .margin, .padding, .borderWidth, .borderStyle, .borderColor, .inset:
      let longhands = shorthand.longhands
      guard let values = repeated(upTo: 4, { $0.longhand(longhands[0]) }) else { return nil }
      return Self.pair(longhands, Self.fourSides(values))
    case .marginBlock, .marginInline, .paddingBlock, .paddingInline, .insetBlock, .insetInline, .borderBlockWidth,
      .borderInlineWidth, .borderBlockStyle, .borderInlineStyle, .borderBlockColor, .borderInlineColor, .overflow, .gap:
      let longhands = shorthand.longhands
      guard let first = longhand(longhands[0]) else { return nil }
      return Self.pair(longhands, [first, longhand(longhands[1]) ?? first])
    case .placeContent, .placeItems, .placeSelf:
      let longhands = shorthand.longhands
      guard let first = longhand(longhands[0]) else { return nil }
      return Self.pair(
        longhands,
        [first, longhand(longhands[1]) ?? (first.isBaseline && shorthand == .placeContent ? .keyword(.start) : first)])
    case .border:
      guard let line = line() else { return nil }
      var result = Expansion()
      for property in Shorthand.borderWidth.longhands { result.set(property, line.width) }
      for property in Shorthand.borderStyle.longhands { result.set(property, line.style) }
      for property in Shorthand.borderColor.longhands { result.set(property, line.color) }
      for property in Shorthand.borderImage.longhands { result.set(property, .wide(.initial)) }
      return result
    case .borderTop, .borderRight, .borderBottom, .borderLeft, .borderBlockStart, .borderBlockEnd, .borderInlineStart,
      .borderInlineEnd, .outline, .columnRule:
      guard let line = line(allowsAuto: shorthand == .outline) else { return nil }
      return Self.pair(shorthand.longhands, [line.width, line.style, line.color])
    case .borderBlock, .borderInline:
      guard let line = line() else { return nil }
      return Self.pair(shorthand.longhands, [line.width, line.style, line.color, line.width, line.style, line.color])
    case .borderRadius: return borderRadius()
    case .borderImage: return borderImage()
    case .background: return background()
    case .backgroundPosition:
      guard let positions = commaSeparated({ $0.position() }) else { return nil }
      return Self.pair(shorthand.longhands, [.list(positions.map { $0[0] }), .list(positions.map { $0[1] })])
    case .font: return font()
    case .fontVariant: return fontVariant()
    case .listStyle: return listStyle()
    case .textDecoration: return anyOrder(shorthand.longhands)
    case .whiteSpace: return whiteSpace()
    case .textWrap:
      return anyOrder(shorthand.longhands)
    case .textEmphasis: return anyOrder(shorthand.longhands)
    case .fontSynthesis: return fontSynthesis()
    case .flex: return flex()
    case .flexFlow: return anyOrder(shorthand.longhands)
    case .columns: return columns()
    case .gridRow, .gridColumn: return gridPlacement(shorthand)
    case .gridArea: return gridArea()
    case .gridTemplate: return gridTemplate()
    case .grid: return grid()
    case .pageBreakBefore, .pageBreakAfter:
      if has(.always) { return Self.pair(shorthand.longhands, [.keyword(.page)]) }
      guard let value = keyword(.auto, .avoid, .left, .right) else { return nil }
      return Self.pair(shorthand.longhands, [value])
    case .pageBreakInside:
      guard let value = keyword(.auto, .avoid) else { return nil }
      return Self.pair(shorthand.longhands, [value])
    }
  }

  private static func pair(_ properties: [Property], _ values: [Value]) -> Expansion {
    var result = Expansion()
    for (property, value) in zip(properties, values) { result.set(property, value) }
    return result
  }

  /// Each longhand once at most, in any order, at least one.
  private mutating func anyOrder(_ properties: [Property]) -> Expansion? {
    var found: [Property: Value] = [:]
    scan: while !atEnd {
      for property in properties where found[property] == nil {
        if let value = attempt({ $0.longhand(property) }) {
          found[property] = value
          continue scan
        }
      }
      return nil
    }
    if found.isEmpty { return nil }
    return Self.pair(properties, properties.map { found[$0] ?? .wide(.initial) })
  }

  /// Width, style and colour of a border, outline or rule.
  private mutating func line(allowsAuto: Bool = false) -> (width: Value, style: Value, color: Value)? {
    var width: Value?
    var style: Value?
    var color: Value?
    while !atEnd {
      if width == nil, let value = lineWidth() {
        width = value
      } else if style == nil, let value = lineStyle() ?? (allowsAuto && has(.auto) ? .keyword(.solid) : nil) {
        style = value
      } else if color == nil, let value = colorValue() {
        color = value
      } else {
        return nil
      }
    }
    if width == nil, style == nil, color == nil { return nil }
    return (width ?? .wide(.initial), style ?? .wide(.initial), color ?? .wide(.initial))
  }

  private mutating func borderRadius() -> Expansion? {
    guard let x = repeated(upTo: 4, { $0.lengthPercent(0) }) else { return nil }
    var y = x
    if slash() {
      guard let vertical = repeated(upTo: 4, { $0.lengthPercent(0) }) else { return nil }
      y = vertical
    }
    let (horizontal, vertical) = (Self.fourSides(x), Self.fourSides(y))
    return Self.pair(Shorthand.borderRadius.longhands, (0..<4).map { .list([horizontal[$0], vertical[$0]]) })
  }

  private mutating func borderImage() -> Expansion? {
    var found: [Property: Value] = [:]
    while !atEnd {
      if found[.borderImageSource] == nil, let source = attempt({ $0.longhand(.borderImageSource) }) {
        found[.borderImageSource] = source
      } else if found[.borderImageSlice] == nil, let slice = attempt({ $0.borderImageSlice() }) {
        found[.borderImageSlice] = slice
        guard slash() else { continue }
        if let width = attempt({ $0.longhand(.borderImageWidth) }) { found[.borderImageWidth] = width }
        guard slash() else { continue }
        guard let outset = longhand(.borderImageOutset) else { return nil }
        found[.borderImageOutset] = outset
      } else if found[.borderImageRepeat] == nil, let repetition = attempt({ $0.longhand(.borderImageRepeat) }) {
        found[.borderImageRepeat] = repetition
      } else {
        return nil
      }
    }
    let longhands = Shorthand.borderImage.longhands
    return Self.pair(longhands, longhands.map { found[$0] ?? .wide(.initial) })
  }

  private mutating func background() -> Expansion? {
    var color: Value?
    let layers = commaSeparated { parser -> [Value]? in
      if color != nil { return nil }  // Only the last layer has a colour.
      return parser.backgroundLayer(&color)
    }
    guard let layers else { return nil }
    var values: [Value] = (0..<8).map { index in .list(layers.map { $0[index] }) }
    values.append(color ?? .color(.color(.transparent)))
    return Self.pair(Shorthand.background.longhands, values)
  }

  /// image, x, y, size, repeat, origin, clip, attachment
  private mutating func backgroundLayer(_ color: inout Value?) -> [Value]? {
    var image: Value?
    var position: [Value]?
    var size: Value?
    var repetition: Value?
    var attachment: Value?
    var boxes: [Value] = []
    var isEmpty = true
    while !atEnd, peek().kind != .comma {
      if image == nil, let value = keyword(.none) ?? self.image() {
        image = value
      } else if position == nil, let value = attempt({ $0.position() }) {
        position = value
        if slash() {
          guard let value = backgroundSize() else { return nil }
          size = value
        }
      } else if repetition == nil, let value = backgroundRepeat() {
        repetition = value
      } else if attachment == nil, let value = keyword(.scroll, .fixed, .local) {
        attachment = value
      } else if boxes.count < 2, let value = keyword(.borderBox, .paddingBox, .contentBox, .text) {
        boxes.append(value)
      } else if color == nil, let value = colorValue() {
        color = value
      } else {
        return nil
      }
      isEmpty = false
    }
    if isEmpty { return nil }
    let origin = boxes.first == .keyword(.text) ? Value.keyword(.paddingBox) : boxes.first ?? .keyword(.paddingBox)
    return [
      image ?? .keyword(.none), position?[0] ?? .percentage(0), position?[1] ?? .percentage(0),
      size ?? .list([.keyword(.auto), .keyword(.auto)]), repetition ?? .list([.keyword(.repeat), .keyword(.repeat)]),
      origin, boxes.last ?? .keyword(.borderBox), attachment ?? .keyword(.scroll),
    ]
  }

  private mutating func font() -> Expansion? {
    if keyword(.caption, .icon, .menu, .messageBox, .smallCaption, .statusBar) != nil {
      return Self.pair(Shorthand.font.longhands, Shorthand.font.longhands.map { _ in .wide(.initial) })
    }
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
      break
    }
    guard let size = fontSize() else { return nil }
    found[.fontSize] = size
    if slash() {
      guard let height = longhand(.lineHeight) else { return nil }
      found[.lineHeight] = height
    }
    guard let families = fontFamilies() else { return nil }
    found[.fontFamily] = families
    let longhands = Shorthand.font.longhands
    return Self.pair(longhands, longhands.map { found[$0] ?? .wide(.initial) })
  }

  private mutating func fontVariant() -> Expansion? {
    let longhands = Shorthand.fontVariant.longhands
    if has(.normal) { return Self.pair(longhands, longhands.map { _ in .wide(.initial) }) }
    if has(.none) {
      return Self.pair(longhands, longhands.map { $0 == .fontVariantLigatures ? .keyword(.none) : .wide(.initial) })
    }
    // Longhands whose keywords may stand apart from each other.
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
    return Self.pair(
      longhands,
      longhands.map { property in
        guard let values = words[property] else { return .wide(.initial) }
        switch property {
        case .fontVariantLigatures, .fontVariantNumeric, .fontVariantEastAsian: return .list(values)
        default: return values[0]
        }
      })
  }

  private mutating func listStyle() -> Expansion? {
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
    return Self.pair(
      Shorthand.listStyle.longhands, [type ?? .wide(.initial), place ?? .wide(.initial), image ?? .wide(.initial)])
  }

  private mutating func fontSynthesis() -> Expansion? {
    let longhands = Shorthand.fontSynthesis.longhands
    if has(.none) { return Self.pair(longhands, [.identifier("none"), .identifier("none"), .identifier("none")]) }
    var found: [String] = []
    while !atEnd {
      guard let word = ident()?.asciiLowercased, ["weight", "style", "small-caps", "position"].contains(word),
        !found.contains(word)
      else { return nil }
      found.append(word)
    }
    if found.isEmpty { return nil }
    return Self.pair(
      longhands, ["weight", "style", "small-caps"].map { .identifier(found.contains($0) ? "auto" : "none") })
  }

  private mutating func whiteSpace() -> Expansion? {
    let longhands = Shorthand.whiteSpace.longhands
    switch keyword(in: [.normal, .pre, .preWrap, .preLine]) {
    case .normal?: return Self.pair(longhands, [.keyword(.collapse), .keyword(.wrap)])
    case .pre?: return Self.pair(longhands, [.keyword(.preserve), .keyword(.nowrap)])
    case .preWrap?: return Self.pair(longhands, [.keyword(.preserve), .keyword(.wrap)])
    case .preLine?: return Self.pair(longhands, [.keyword(.preserveBreaks), .keyword(.wrap)])
    default: return anyOrder(longhands)
    }
  }

  private mutating func flex() -> Expansion? {
    let longhands = Shorthand.flex.longhands
    if has(.none) { return Self.pair(longhands, [.number(0), .number(0), .keyword(.auto)]) }
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
    return Self.pair(longhands, [grow ?? .number(1), shrink ?? .number(1), basis ?? .dimension(0, .px)])
  }

  private mutating func columns() -> Expansion? {
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
    return Self.pair(
      Shorthand.columns.longhands, [width ?? .keyword(.auto), count ?? .keyword(.auto), height ?? .keyword(.auto)])
  }
}

extension Value {
  fileprivate var isBaseline: Bool {
    if case .list = self { return true }
    return self == .keyword(.baseline)
  }
}
