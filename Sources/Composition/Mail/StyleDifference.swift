import Style

/// The declarations that make one element look as in the document.
struct StyleDifference {
  let name: String
  /// The styles of the element and its parent in the document.
  let style, parent: ComputedStyle
  /// The styles of the element and its parent in a mail without `style` attributes.
  let base, baseParent: ComputedStyle
  private var declarations: [String] = []

  init(name: String, style: ComputedStyle, parent: ComputedStyle, base: ComputedStyle, baseParent: ComputedStyle) {
    self.name = name
    self.style = style
    self.parent = parent
    self.base = base
    self.baseParent = baseParent
  }

  mutating func css() -> String {
    fonts()
    text()
    lists()
    box()
    borders()
    flex()
    return declarations.joined(separator: "; ")
  }

  private mutating func add(_ property: String, _ value: String?) {
    if let value { declarations.append("\(property): \(value)") }
  }

  /// An inherited property. The element has the parent's value unless the mail program's style sheet sets it.
  private mutating func inherited<Value: Equatable>(
    _ property: String, _ path: KeyPath<TextStyle, Value>, always: Bool = false, _ text: (Value) -> String?
  ) {
    let value = style.text[keyPath: path]
    let isSetByProgram = base.text[keyPath: path] != baseParent.text[keyPath: path]
    let hasOther =
      isSetByProgram
      ? value != base.text[keyPath: path] || parent.text[keyPath: path] != baseParent.text[keyPath: path]
      : value != parent.text[keyPath: path]
    if hasOther || always { add(property, text(value)) }
  }

  private mutating func own<Value: Equatable>(
    _ property: String, _ path: KeyPath<ComputedStyle, Value>, _ text: (Value) -> String?
  ) {
    let value = style[keyPath: path]
    if value != base[keyPath: path] { add(property, text(value)) }
  }

  /// Several mail programs do not inherit fonts into tables, and replace the element `body`.
  private mutating func fonts() {
    let always = ["body", "table", "td", "th"].contains(name)
    inherited("font-family", \.font.families, always: always, CSSText.families)
    inherited("font-size", \.font.size, always: always, CSSText.px)
    inherited("font-weight", \.font.weight) { String($0) }
    inherited("font-style", \.font.slant) { $0 == .normal ? "normal" : "italic" }
    inherited("font-variant", \.font.smallCaps) { $0 ? "small-caps" : "normal" }
    inherited("color", \.color, always: always, CSSText.color)
    inherited("line-height", \.lineHeight, always: always) {
      switch $0 {
      case .normal: "normal"
      case .number(let number): CSSText.number(number)
      case .px(let px): CSSText.px(px)
      }
    }
  }

  private mutating func text() {
    let isRightToLeft = style.text.direction == .rightToLeft
    inherited("text-align", \.textAlign) {
      switch $0 {
      case .start: isRightToLeft ? "right" : "left"
      case .end: isRightToLeft ? "left" : "right"
      case .left: "left"
      case .right: "right"
      case .center, .between, .around: "center"
      case .justify: "justify"
      }
    }
    inherited("text-indent", \.textIndent, CSSText.length)
    inherited("text-transform", \.textTransform) {
      $0.contains(.uppercase)
        ? "uppercase" : $0.contains(.lowercase) ? "lowercase" : $0.contains(.capitalize) ? "capitalize" : "none"
    }
    inherited("letter-spacing", \.letterSpacing) { $0 == 0 ? "normal" : CSSText.px($0) }
    inherited("word-spacing", \.wordSpacing) { $0 == 0 ? "normal" : CSSText.px($0) }
    inherited("white-space", \.whiteSpace, CSSText.whiteSpace)
    inherited("word-wrap", \.overflowWrap) { $0 == .normal ? "normal" : "break-word" }
    inherited("word-break", \.wordBreak) {
      switch $0 {
      case .normal: "normal"
      case .breakAll: "break-all"
      case .keepAll: "keep-all"
      case .breakWord: "break-word"
      }
    }
    inherited("visibility", \.visibility) { $0 == .visible ? "visible" : "hidden" }
    decoration()
  }

  /// `text-decoration` is not inherited, but computed styles contain the decorations of ancestors.
  private mutating func decoration() {
    func lines(_ style: ComputedStyle, _ parent: ComputedStyle) -> [TextDecoration] {
      style.text.decorations.filter { own in
        // The decorations of a block have the font size of each block in it.
        var inherited = own
        return !parent.text.decorations.contains { line in
          inherited.fontSize = line.fontSize
          return line == inherited
        }
      }
    }
    let (own, program) = (lines(style, parent), lines(base, baseParent))
    guard own.map(\.line) != program.map(\.line) else { return }
    let names = own.map { line in
      switch line.line {
      case .underline: "underline"
      case .overline: "overline"
      case .lineThrough: "line-through"
      }
    }
    add("text-decoration", names.isEmpty ? "none" : names.joined(separator: " "))
  }

  private mutating func lists() {
    let known: Set<String> = [
      "disc", "circle", "square", "decimal", "decimal-leading-zero", "lower-alpha", "upper-alpha", "lower-latin",
      "upper-latin", "lower-roman", "upper-roman", "lower-greek",
    ]
    inherited("list-style-type", \.listStyleType) { type in
      guard let type else { return "none" }
      return known.contains(type) ? type : nil
    }
    inherited("list-style-position", \.listStyleInside) { $0 ? "inside" : "outside" }
    inherited("border-collapse", \.borderCollapse) { $0 ? "collapse" : "separate" }
    if style.text.borderSpacing != base.text.borderSpacing, name == "table", !style.text.borderCollapse {
      add("border-spacing", "\(CSSText.px(style.text.borderSpacing.x)) \(CSSText.px(style.text.borderSpacing.y))")
    }
    inherited("caption-side", \.captionSideBottom) { $0 ? "bottom" : "top" }
  }

  private mutating func box() {
    own("display", \.box.display, CSSText.display)
    own("box-sizing", \.box.boxSizing) { $0 == .borderBox ? "border-box" : "content-box" }
    own("float", \.box.float) {
      switch $0 {
      case .left: "left"
      case .right: "right"
      case .none, .footnote: "none"
      }
    }
    own("clear", \.box.clear) {
      switch $0 {
      case .none: "none"
      case .left: "left"
      case .right: "right"
      case .both: "both"
      }
    }
    // An image without a specified width gets an attribute with its natural width.
    let isImage = name == "img"
    if !isImage || style.box.width != .auto { own("width", \.box.width) { CSSText.size($0) } }
    if isImage && style.box.height == .auto {
      add("height", "auto")
    } else {
      own("height", \.box.height) { CSSText.size($0) }
    }
    own("min-width", \.box.minWidth) { CSSText.size($0, automatic: "0") }
    own("min-height", \.box.minHeight) { CSSText.size($0, automatic: "0") }
    own("max-width", \.box.maxWidth) { CSSText.size($0, automatic: "none") }
    own("max-height", \.box.maxHeight) { CSSText.size($0, automatic: "none") }
    own("margin", \.box.margin) { CSSText.sides($0.map(CSSText.margin)) }
    own("padding", \.box.padding) { CSSText.sides($0.map(CSSText.length)) }
    own("vertical-align", \.box.verticalAlign, CSSText.verticalAlign)
    own("table-layout", \.box.tableLayoutFixed) { $0 ? "fixed" : "auto" }
  }

  private mutating func borders() {
    own("background-color", \.paint.backgroundColor, CSSText.color)
    own("opacity", \.paint.opacity) { CSSText.number(Double($0)) }
    let radius = style.paint.borderRadius
    if radius != base.paint.borderRadius {
      let corners = [radius.topLeft, radius.topRight, radius.bottomRight, radius.bottomLeft].compactMap {
        CSSText.length($0.x)
      }
      if corners.count == 4 {
        add("border-radius", Set(corners).count == 1 ? corners[0] : corners.joined(separator: " "))
      }
    }
    let (sides, program) = (Self.borders(of: style), Self.borders(of: base))
    guard sides != program else { return }
    if Set(sides).count == 1 { return add("border", sides[0]) }
    for (index, side) in ["top", "right", "bottom", "left"].enumerated() where sides[index] != program[index] {
      add("border-\(side)", sides[index])
    }
  }

  /// Top, right, bottom, left.
  private static func borders(of style: ComputedStyle) -> [String] {
    func text(_ width: Double, _ line: BorderStyle, _ color: Color) -> String {
      if line == .none || line == .hidden || width == 0 { return "0" }
      return "\(CSSText.px(width)) \(CSSText.borderStyle(line)) \(CSSText.color(color))"
    }
    let (width, line, color) = (style.box.borderWidth, style.box.borderStyle, style.paint.borderColor)
    return [
      text(width.top, line.top, color.top), text(width.right, line.right, color.right),
      text(width.bottom, line.bottom, color.bottom), text(width.left, line.left, color.left),
    ]
  }

  private mutating func flex() {
    if [.flex, .inlineFlex].contains(style.box.display) {
      if style.item.flexDirection == .column { add("flex-direction", "column") }
      if style.item.flexWrap == .wrap { add("flex-wrap", "wrap") }
      add("justify-content", CSSText.alignment(style.item.justifyContent))
      add("align-items", CSSText.alignment(style.item.alignItems))
      if let gap = style.item.columnGap ?? style.item.rowGap, gap != .zero { add("gap", CSSText.length(gap)) }
    }
    if [.flex, .inlineFlex].contains(parent.box.display) {
      let basis = CSSText.size(style.item.flexBasis) ?? "auto"
      add("flex", "\(CSSText.number(style.item.flexGrow)) \(CSSText.number(style.item.flexShrink)) \(basis)")
    }
  }
}

extension Sides {
  fileprivate func map<Result>(_ transform: (Value) -> Result) -> Sides<Result> {
    Sides<Result>(top: transform(top), right: transform(right), bottom: transform(bottom), left: transform(left))
  }
}
