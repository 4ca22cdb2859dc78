import Markup

/// Computed values that depend on several properties.
extension StyleComputer {
  mutating func finish() {
    finishBorders()
    finishBackgrounds()
    finishBorderImages()
    finishMasks()
    finishDisplay()
    style.box.finishContainment()
    finishOverflow()
    finishDecorations()
    finishTransforms()
    finishQuotes()
    let size = style.text.font.size
    style.text.letterSpacing = style.text.letterSpacingValue.resolve(against: size)
    style.text.wordSpacing = style.text.wordSpacingValue.resolve(against: size)
  }

  /// `quotes: auto` depends on the language of the parent, not of the element (css-content-3 §3.1). `hasOwnLanguage`
  /// tells the children whether they must look the marks up.
  private mutating func finishQuotes() {
    style.text.hasOwnLanguage = style.text.language != parent.text.language
    guard style.text.hasAutomaticQuotes, !isPseudo else { return }
    if isRoot {
      style.text.quotes = AutomaticQuotes.pairs(for: style.text.language)
    } else if parent.text.hasOwnLanguage || !parent.text.hasAutomaticQuotes || style.text.quotes.isEmpty {
      style.text.quotes = AutomaticQuotes.pairs(for: parent.text.language)
    }
  }

  /// The width of a line without style is 0 (css-backgrounds-3 §4.3).
  private mutating func finishBorders() {
    func isNone(_ style: BorderStyle) -> Bool { style == .none || style == .hidden }
    if isNone(style.box.borderStyle.top) { style.box.borderWidth.top = 0 }
    if isNone(style.box.borderStyle.right) { style.box.borderWidth.right = 0 }
    if isNone(style.box.borderStyle.bottom) { style.box.borderWidth.bottom = 0 }
    if isNone(style.box.borderStyle.left) { style.box.borderWidth.left = 0 }
    if isNone(style.paint.outlineStyle) { style.paint.outlineWidth = 0 }
    if isNone(style.item.columnRuleStyle) { style.item.columnRuleWidth = 0 }
  }

  /// Blockification of floats, positioned boxes, flex and grid items and the root (CSS 2.2 §9.7, css-display-3 §2.7).
  private mutating func finishDisplay() {
    style.box.lineLimit = lineLimit
    if style.box.isLegacyBox {
      if style.box.lineLimit != nil {
        style.box.display = style.box.display == .flex ? .flowRoot : .inlineBlock
      } else if style.box.isLegacyVertical, style.item.flexDirection == .row {
        style.item.flexDirection = .column
      }
    }
    style.box.originalDisplay = style.box.display
    let isOutOfFlow: Bool
    switch style.box.position {
    case .absolute, .fixed, .running: isOutOfFlow = true
    case .static, .relative, .sticky: isOutOfFlow = false
    }
    if isOutOfFlow { style.box.float = .none }
    let container = parent.box.containerDisplay ?? parent.box.display
    let isItem: Bool
    switch container {
    case .flex, .inlineFlex, .grid, .inlineGrid, .gridLanes, .inlineGridLanes: isItem = !isRoot
    default: isItem = false
    }
    if isRoot, style.box.display == .contents { style.box.display = .block }
    if style.box.display == .contents {
      style.box.containerDisplay = container
    } else if isOutOfFlow || style.box.float != .none || isItem || isRoot {
      style.box.display = style.box.display.blockified
    }
    if isItem { style.box.float = .none }
    // Controls of forms fit their content (HTML 15.5), unless a container or their insets stretch them.
    if !isItem, !isOutOfFlow, style.box.width == .auto, isControl { style.box.width = .fitContent(nil) }
    // A block container whose content is aligned establishes a formatting context (css-align-3 §5.1.1).
    if style.box.display == .block, style.item.alignContent != .normal { style.box.display = .flowRoot }
    if style.box.display == .block || style.box.display == .listItem, isFieldset { style.box.display = .flowRoot }
    // Tables do not inherit the alignment for their own content.
    if style.text.blockAlign != nil, style.box.display == .table || style.box.display == .inlineTable {
      (style.text.textAlign, style.text.blockAlign) = (.start, nil)
    }
  }

  /// The lines of a block container; nil if they are not limited (css-overflow-4 §5.2). Those in columns are not.
  private var lineLimit: Int32? {
    guard style.item.columnCount == nil, style.item.columnWidth == nil else { return nil }
    switch style.box.continuation {
    case .auto: return nil
    case .discard, .collapse: return style.box.maxLines
    case .legacy: return style.box.isLegacyBox && style.box.isLegacyVertical ? style.box.maxLines : nil
    }
  }

  /// Fieldsets establish a formatting context and have no markers (HTML 15.3.13).
  private var isFieldset: Bool {
    guard let element, !isPseudo else { return false }
    return element.name == .fieldset
  }

  private var isControl: Bool {
    guard let element, !isPseudo else { return false }
    switch element.name {
    case .button, .input, .select, .textarea: return true
    default: return false
    }
  }

  /// If one axis scrolls, `visible` and `clip` of the other become `auto` and `hidden` (css-overflow-3 §3.1).
  private mutating func finishOverflow() {
    func isLoose(_ overflow: BoxStyle.Overflow) -> Bool { overflow == .visible || overflow == .clip }
    let (x, y) = (style.box.overflowX, style.box.overflowY)
    if isLoose(x) != isLoose(y) {
      if isLoose(x) { style.box.overflowX = x == .visible ? .auto : .hidden }
      if isLoose(y) { style.box.overflowY = y == .visible ? .auto : .hidden }
    }
    style.box.overflow = style.box.overflowX == .visible ? style.box.overflowY : style.box.overflowX
    propagateOverflow()
  }

  /// The overflow of the root, or else of `body`, is propagated to the viewport (css-overflow-3 §3.3). The viewport of
  /// paged media does not clip: overflow continues on further pages.
  private mutating func propagateOverflow() {
    guard style.box.overflow != .visible, let element else { return }
    let isBody =
      element.name == .body
      && element.document[element.node].parent == element.document.documentElement
    guard isRoot || isBody && !isPseudo && !parent.box.gaveOverflow else { return }
    style.box.gaveOverflow = true
    (style.box.overflow, style.box.overflowX, style.box.overflowY) = (.visible, .visible, .visible)
  }

  /// Decorations propagate to in-flow descendants, but not to inline blocks, floats, absolutely positioned boxes and
  /// markers outside the lines (css-text-decor-3 §2.1).
  private mutating func finishDecorations() {
    let stops: Bool
    switch style.box.originalDisplay {
    case .inlineBlock, .inlineTable, .inlineFlex, .inlineGrid, .inlineGridLanes: stops = true
    default: stops = style.box.float != .none || isMarker && !style.text.listStyleInside
    }
    switch style.box.position {
    case .absolute, .fixed, .running: style.text.decorations = []
    case .static, .relative, .sticky: style.text.decorations = stops || isAnnotation ? [] : parent.text.decorations
    }
    decorateAnonymousInline()
    for keyword in ownDecorations.lines {
      let line: TextDecoration.Line
      switch keyword {
      case .underline: line = .underline
      case .overline: line = .overline
      case .lineThrough: line = .lineThrough
      default: continue
      }
      var decoration = TextDecoration(line: line, color: ownDecorations.color ?? style.text.color)
      decoration.fontSize = style.text.font.size
      decoration.style = ownDecorations.style
      decoration.thickness = ownDecorations.thickness
      decoration.offset = ownDecorations.offset
      style.text.decorations.append(decoration)
    }
  }

  /// The decorations of a block are those of the anonymous inline box around the lines of each block in it, which has
  /// the font of that block (css-text-decor-3 §2.1.1).
  private mutating func decorateAnonymousInline() {
    guard !style.text.decorations.isEmpty else { return }
    switch style.box.display {
    case .none, .contents, .inline, .inlineListItem, .inlineBlock, .inlineBlockListItem, .inlineTable, .inlineFlex,
      .inlineGrid, .inlineGridLanes:
      return
    default: break
    }
    for index in style.text.decorations.indices { style.text.decorations[index].fontSize = style.text.font.size }
  }

  /// Ruby annotations are not decorated with their bases (css-text-decor-3 §2.1).
  private var isAnnotation: Bool {
    guard let element, !isPseudo, style.box.display == .inline else { return false }
    return element.name == .rt || element.name == .rtc
  }

  /// `translate`, `rotate` and `scale` precede `transform` (css-transforms-2 §7).
  private mutating func finishTransforms() {
    if !individualTransforms.isEmpty {
      style.paint.transforms =
        individualTransforms.translate + individualTransforms.rotate + individualTransforms.scale
        + style.paint.transforms
    }
    // §11: a box that shows its back is not painted.
    if style.paint.hidesBack, style.paint.transforms.count(where: \.turnsAway) % 2 == 1 {
      style.text.visibility = .hidden
    }
  }
}

extension BoxStyle.Display {
  /// The block-level display with the same inner display (css-display-3 §2.7).
  package var blockified: BoxStyle.Display {
    switch self {
    case .inline, .inlineBlock, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableCell,
      .tableColumn, .tableColumnGroup, .tableCaption:
      .block
    case .inlineListItem, .inlineBlockListItem: .listItem
    case .inlineTable: .table
    case .inlineFlex: .flex
    case .inlineGrid: .grid
    case .inlineGridLanes: .gridLanes
    case .none, .contents, .block, .flowRoot, .listItem, .table, .flex, .grid, .gridLanes: self
    }
  }
}
