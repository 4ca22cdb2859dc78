/// Shorthands of margins, padding, insets and borders.
extension ShorthandRows {
  mutating func addEdges() {
    add(.margin, "margin", [.marginTop, .marginRight, .marginBottom, .marginLeft]) { $0.sides($1) }
    add(.padding, "padding", [.paddingTop, .paddingRight, .paddingBottom, .paddingLeft]) { $0.sides($1) }
    add(.inset, "inset", [.top, .right, .bottom, .left]) { $0.sides($1) }
    add(.marginBlock, "margin-block", [.marginBlockStart, .marginBlockEnd]) { $0.oneOrTwo($1) }
    add(.marginInline, "margin-inline", [.marginInlineStart, .marginInlineEnd]) { $0.oneOrTwo($1) }
    add(.paddingBlock, "padding-block", [.paddingBlockStart, .paddingBlockEnd]) { $0.oneOrTwo($1) }
    add(.paddingInline, "padding-inline", [.paddingInlineStart, .paddingInlineEnd]) { $0.oneOrTwo($1) }
    add(.insetBlock, "inset-block", [.insetBlockStart, .insetBlockEnd]) { $0.oneOrTwo($1) }
    add(.insetInline, "inset-inline", [.insetInlineStart, .insetInlineEnd]) { $0.oneOrTwo($1) }
  }

  mutating func addBorders() {
    add(.borderWidth, "border-width", [.borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth]) {
      $0.sides($1)
    }
    add(.borderStyle, "border-style", [.borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle]) {
      $0.sides($1)
    }
    add(.borderColor, "border-color", [.borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor]) {
      $0.sides($1)
    }
    add(.borderImage, "border-image", BorderImageProperties.border.all) { $0.borderImage($1, .border) }
    add(.maskBorder, "mask-border", BorderImageProperties.mask.all) { $0.borderImage($1, .mask) }
    add(.webkitMaskBoxImage, "-webkit-mask-box-image", BorderImageProperties.mask.all) {
      $0.borderImage($1, .mask, fills: true)
    }
    add(
      .border, "border",
      longhands(.borderWidth) + longhands(.borderStyle) + longhands(.borderColor) + longhands(.borderImage)
    ) { parser, _ in
      parser.border()
    }
    add(.borderTop, "border-top", [.borderTopWidth, .borderTopStyle, .borderTopColor]) { $0.line($1) }
    add(.borderRight, "border-right", [.borderRightWidth, .borderRightStyle, .borderRightColor]) { $0.line($1) }
    add(.borderBottom, "border-bottom", [.borderBottomWidth, .borderBottomStyle, .borderBottomColor]) { $0.line($1) }
    add(.borderLeft, "border-left", [.borderLeftWidth, .borderLeftStyle, .borderLeftColor]) { $0.line($1) }
    add(.columnRule, "column-rule", [.columnRuleWidth, .columnRuleStyle, .columnRuleColor]) { $0.line($1) }
    add(.outline, "outline", [.outlineWidth, .outlineStyle, .outlineColor]) { $0.line($1, allowsAuto: true) }
    add(
      .borderRadius, "border-radius",
      [.borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius]
    ) {
      $0.borderRadius($1)
    }
  }

  mutating func addFlowRelativeBorders() {
    add(
      .borderBlockStart, "border-block-start", [.borderBlockStartWidth, .borderBlockStartStyle, .borderBlockStartColor]
    ) {
      $0.line($1)
    }
    add(.borderBlockEnd, "border-block-end", [.borderBlockEndWidth, .borderBlockEndStyle, .borderBlockEndColor]) {
      $0.line($1)
    }
    add(
      .borderInlineStart, "border-inline-start",
      [.borderInlineStartWidth, .borderInlineStartStyle, .borderInlineStartColor]
    ) {
      $0.line($1)
    }
    add(
      .borderInlineEnd, "border-inline-end", [.borderInlineEndWidth, .borderInlineEndStyle, .borderInlineEndColor]
    ) {
      $0.line($1)
    }
    add(.borderBlock, "border-block", longhands(.borderBlockStart) + longhands(.borderBlockEnd)) { $0.twoLines($1) }
    add(.borderInline, "border-inline", longhands(.borderInlineStart) + longhands(.borderInlineEnd)) {
      $0.twoLines($1)
    }
    add(.borderBlockWidth, "border-block-width", [.borderBlockStartWidth, .borderBlockEndWidth]) { $0.oneOrTwo($1) }
    add(.borderBlockStyle, "border-block-style", [.borderBlockStartStyle, .borderBlockEndStyle]) { $0.oneOrTwo($1) }
    add(.borderBlockColor, "border-block-color", [.borderBlockStartColor, .borderBlockEndColor]) { $0.oneOrTwo($1) }
    add(.borderInlineWidth, "border-inline-width", [.borderInlineStartWidth, .borderInlineEndWidth]) {
      $0.oneOrTwo($1)
    }
    add(.borderInlineStyle, "border-inline-style", [.borderInlineStartStyle, .borderInlineEndStyle]) {
      $0.oneOrTwo($1)
    }
    add(.borderInlineColor, "border-inline-color", [.borderInlineStartColor, .borderInlineEndColor]) {
      $0.oneOrTwo($1)
    }
  }
}

extension ValueParser {
  /// One to four values for top, right, bottom and left.
  fileprivate mutating func sides(_ longhands: [Property]) -> Expansion? {
    guard let values = repeated(upTo: 4, { $0.longhand(longhands[0]) }) else { return nil }
    return Expansion(longhands, Self.fourSides(values))
  }

  /// Width, style and colour, in any order, at least one of them.
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

  fileprivate mutating func line(_ longhands: [Property], allowsAuto: Bool = false) -> Expansion? {
    guard let line = line(allowsAuto: allowsAuto) else { return nil }
    return Expansion(longhands, [line.width, line.style, line.color])
  }

  fileprivate mutating func twoLines(_ longhands: [Property]) -> Expansion? {
    guard let line = line() else { return nil }
    return Expansion(longhands, [line.width, line.style, line.color, line.width, line.style, line.color])
  }

  fileprivate mutating func border() -> Expansion? {
    guard let line = line() else { return nil }
    var result = Expansion()
    for property in Shorthand.borderWidth.longhands { result.set(property, line.width) }
    for property in Shorthand.borderStyle.longhands { result.set(property, line.style) }
    for property in Shorthand.borderColor.longhands { result.set(property, line.color) }
    for property in Shorthand.borderImage.longhands { result.set(property, .wide(.initial)) }
    return result
  }

  fileprivate mutating func borderRadius(_ longhands: [Property]) -> Expansion? {
    guard let x = repeated(upTo: 4, { $0.lengthPercent(0) }) else { return nil }
    var y = x
    if slash() {
      guard let vertical = repeated(upTo: 4, { $0.lengthPercent(0) }) else { return nil }
      y = vertical
    }
    let (horizontal, vertical) = (Self.fourSides(x), Self.fourSides(y))
    return Expansion(longhands, (0..<4).map { .list([horizontal[$0], vertical[$0]]) })
  }

  /// - Parameter fills: the middle of the image is always shown, as in the prefixed property of WebKit.
  fileprivate mutating func borderImage(
    _ longhands: [Property], _ properties: BorderImageProperties, fills: Bool = false
  ) -> Expansion? {
    var found: [Property: Value] = [:]
    func missing(_ property: Property?) -> Property? { property.flatMap { found[$0] == nil ? $0 : nil } }
    while !atEnd {
      if let source = missing(properties.source), let value = attempt({ $0.longhand(source) }) {
        found[source] = value
      } else if let slice = missing(properties.slice), let value = attempt({ $0.borderImageSlice() }) {
        found[slice] = value
        guard slash() else { continue }
        if let width = attempt({ $0.longhand(properties.width) }) { found[properties.width] = width }
        guard slash() else { continue }
        guard let outset = longhand(properties.outset) else { return nil }
        found[properties.outset] = outset
      } else if let repetition = missing(properties.repetition), let value = attempt({ $0.longhand(repetition) }) {
        found[repetition] = value
      } else if let mode = missing(properties.mode), let value = attempt({ $0.longhand(mode) }) {
        found[mode] = value
      } else {
        return nil
      }
    }
    if fills {
      var sides = [Value](repeating: .number(0), count: 4)
      if case .list(let slice)? = found[properties.slice] { sides = Array(slice.dropLast()) }
      found[properties.slice] = .list(sides + [.keyword(.fill)])
    }
    return Expansion(longhands, longhands.map { found[$0] ?? .wide(.initial) })
  }
}
