import Markup

/// What depends on several properties at once.
extension StyleComputer {
  mutating func finish() {
    finishBorders()
    finishBackgrounds()
    finishBorderImage()
    finishDisplay()
    finishOverflow()
    finishDecorations()
    finishTransforms()
    finishQuotes()
    let size = style.text.font.size
    style.text.letterSpacing = style.text.letterSpacingValue.resolve(against: size)
    style.text.wordSpacing = style.text.wordSpacingValue.resolve(against: size)
  }

  /// `quotes: auto` follows the language around the element, not its own (css-content-3 §3.1). Elements whose language
  /// differs from their parent's say so, that only their children need to look.
  private mutating func finishQuotes() {
    style.text.hasOwnLanguage = style.text.language != parent.text.language
    guard style.text.hasAutomaticQuotes, !isPseudo else { return }
    if isRoot {
      style.text.quotes = AutomaticQuotes.pairs(for: style.text.language)
    } else if parent.text.hasOwnLanguage || !parent.text.hasAutomaticQuotes {
      style.text.quotes = AutomaticQuotes.pairs(for: parent.text.language)
    }
  }

  /// Widths are 0 where nothing is drawn (css-backgrounds-3 §4.3).
  private mutating func finishBorders() {
    func isNone(_ style: BorderStyle) -> Bool { style == .none || style == .hidden }
    if isNone(style.box.borderStyle.top) { style.box.borderWidth.top = 0 }
    if isNone(style.box.borderStyle.right) { style.box.borderWidth.right = 0 }
    if isNone(style.box.borderStyle.bottom) { style.box.borderWidth.bottom = 0 }
    if isNone(style.box.borderStyle.left) { style.box.borderWidth.left = 0 }
    if isNone(style.paint.outlineStyle) { style.paint.outlineWidth = 0 }
    if isNone(style.item.columnRuleStyle) { style.item.columnRuleWidth = 0 }
  }

  /// CSS 2.2 §9.7 and css-display-3 §2.7: what is out of flow, an item or the root is block-level.
  private mutating func finishDisplay() {
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
    case .flex, .inlineFlex, .grid, .inlineGrid: isItem = !isRoot
    default: isItem = false
    }
    if isRoot, style.box.display == .contents { style.box.display = .block }
    if style.box.display == .contents {
      style.box.containerDisplay = container
    } else if isOutOfFlow || style.box.float != .none || isItem || isRoot {
      style.box.display = style.box.display.blockified
    }
    if isItem { style.box.float = .none }
  }

  /// css-overflow-3 §3.1: `visible` and `clip` next to something else become `auto` and `hidden`.
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

  /// css-overflow-3 §3.3: the root's overflow is the viewport's, or else that of its body. On paper nothing is cut off by the
  /// viewport: what overflows goes on over further pages.
  private mutating func propagateOverflow() {
    guard style.box.overflow != .visible, let element else { return }
    let isBody =
      element.document.isElement(element.node, .body)
      && element.document[element.node].parent == element.document.documentElement
    guard isRoot || isBody && !isPseudo && !parent.box.gaveOverflow else { return }
    style.box.gaveOverflow = true
    (style.box.overflow, style.box.overflowX, style.box.overflowY) = (.visible, .visible, .visible)
  }

  /// css-text-decor-3 §2.1: lines reach descendants in the flow, not into inline blocks, floats and what is positioned
  /// out of it.
  private mutating func finishDecorations() {
    let stops: Bool
    switch style.box.originalDisplay {
    case .inlineBlock, .inlineTable, .inlineFlex, .inlineGrid: stops = true
    default: stops = style.box.float != .none
    }
    switch style.box.position {
    case .absolute, .fixed, .running: style.text.decorations = []
    case .static, .relative, .sticky: style.text.decorations = stops ? [] : parent.text.decorations
    }
    for keyword in ownDecorations.lines {
      let line: TextDecoration.Line
      switch keyword {
      case .underline: line = .underline
      case .overline: line = .overline
      case .lineThrough: line = .lineThrough
      default: continue
      }
      var decoration = TextDecoration(line: line, color: ownDecorations.color ?? style.text.color)
      decoration.style = ownDecorations.style
      decoration.thickness = ownDecorations.thickness
      decoration.offset = ownDecorations.offset
      style.text.decorations.append(decoration)
    }
  }

  /// css-transforms-2 §7: translate, rotate and scale come before `transform`.
  private mutating func finishTransforms() {
    let individual = individualTransforms.translate + individualTransforms.rotate + individualTransforms.scale
    if !individual.isEmpty { style.paint.transforms = individual + style.paint.transforms }
  }
}

extension BoxStyle.Display {
  /// The block-level display with the same inside (css-display-3 §2.7).
  package var blockified: BoxStyle.Display {
    switch self {
    case .inline, .inlineBlock, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableCell,
      .tableColumn, .tableColumnGroup, .tableCaption:
      .block
    case .inlineListItem, .inlineBlockListItem: .listItem
    case .inlineTable: .table
    case .inlineFlex: .flex
    case .inlineGrid: .grid
    case .none, .contents, .block, .flowRoot, .listItem, .table, .flex, .grid: self
    }
  }
}
