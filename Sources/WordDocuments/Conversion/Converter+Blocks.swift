import Layout
import Markup
import Style

/// Block-level boxes.
extension Converter {
  func convert(_ box: FlowBox, _ context: BlockContext) throws(WordError) {
    switch self[box.style].box.position {
    case .running: return
    case .absolute, .fixed:
      warn(
        "word_positioned", "A positioned box is placed in sequence, because text in Word flows", box.node)
    default: break
    }
    if self[box.style].box.float == .left || self[box.style].box.float == .right {
      return try convertFloat(box, context)
    }
    try startBox(box, context)
    let first = blocks.count
    switch box.content {
    case .lines(let lines): try convertLines(lines, of: box, context)
    case .boxes: try convertContainer(box, context)
    case .table(let table): try convertTable(table, of: box, context)
    case .picture, .control, .leader: try convertReplaced(box, context)
    case .blank: warn("word_content_left_out", "The content of the element cannot be shown in Word", box.node)
    }
    endBox(box, context, from: first)
  }

  /// Notes breaks, the page, and the link target at the start of a box.
  private func startBox(_ box: FlowBox, _ context: BlockContext) throws(WordError) {
    let style = box.style
    if let bookmark = bookmarks.index(of: box.node), !box.isAnonymous { pending.bookmarks.append(bookmark) }
    switch self[style].box.breakBefore {
    case .avoid, .avoidPage: keepLastParagraphWithNext()
    case .page, .always: if !blocks.isEmpty { pending.breaksPage = true }
    case .left, .right, .recto, .verso: if context.isBody { try startSection(at: self[style].box.breakBefore, box) }
    default: break
    }
    if context.isBody { try startPage(of: box, context) }
  }

  private func endBox(_ box: FlowBox, _ context: BlockContext, from first: Int) {
    let style = self[box.style].box
    switch style.breakAfter {
    case .avoid, .avoidPage: keepLastParagraphWithNext()
    case .page, .left, .right, .recto, .verso, .always: pending.breaksPage = true
    default: break
    }
    if context.isBody, blocks.count - first > 1 { noteContents(first..<blocks.count) }
    if style.breakInside == .avoid || style.breakInside == .avoidPage { keepTogether(first..<blocks.count) }
  }

  /// Word keeps paragraphs on one page if each is kept with the next. More than a page's worth cannot be kept.
  private func keepTogether(_ range: Range<Int>) {
    guard range.count > 1, range.count <= 40 else { return }
    for index in range.dropLast() { setKeepNext(index) }
  }

  func keepLastParagraphWithNext() { if !blocks.isEmpty { setKeepNext(blocks.count - 1) } }

  private func setKeepNext(_ index: Int) {
    guard case .paragraph(var paragraph) = blocks[index] else { return }
    paragraph.properties.keepsNext = true
    blocks[index] = .paragraph(paragraph)
  }

  // MARK: - Edges

  /// The used edges of a block in a containing block of a width, px (CSS 2.2 §10.3.3).
  func edges(of id: StyleID, width: Double) -> Edges {
    let style = document.styles[Int(id.index)].box
    func length(_ value: MarginValue) -> Double? {
      if case .length(let length) = value { length.resolve(against: width) } else { nil }
    }
    var edges = Edges()
    edges.border = style.borderWidth
    edges.padding = Sides(
      top: max(0, style.padding.top.resolve(against: width)),
      right: max(0, style.padding.right.resolve(against: width)),
      bottom: max(0, style.padding.bottom.resolve(against: width)),
      left: max(0, style.padding.left.resolve(against: width)))
    let (left, right) = (length(style.margin.left), length(style.margin.right))
    edges.margin = Sides(
      top: length(style.margin.top) ?? 0, right: right ?? 0, bottom: length(style.margin.bottom) ?? 0, left: left ?? 0)
    let inner = edges.border.left + edges.border.right + edges.padding.left + edges.padding.right
    let outer = edges.margin.left + edges.margin.right + inner
    func content(_ value: SizeValue) -> Double? {
      guard case .length(let length) = value else { return nil }
      return max(0, length.resolve(against: width) - (style.boxSizing == .borderBox ? inner : 0))
    }
    edges.width = max(1, width - outer)
    var used = content(style.width) ?? edges.width
    if let most = content(style.maxWidth) { used = min(used, most) }
    if let least = content(style.minWidth) { used = max(used, least) }
    let free = edges.width - used
    guard free > 1 else { return edges }
    edges.width = used
    switch (left, right) {
    case (nil, nil):
      edges.margin.left += free / 2
      edges.margin.right += free / 2
    case (nil, _): edges.margin.left += free
    default: edges.margin.right += free
    }
    return edges
  }

  // MARK: - Containers

  private func convertContainer(_ box: FlowBox, _ context: BlockContext) throws(WordError) {
    let style = box.style
    let edges = edges(of: style, width: context.width)
    if let marker = box.marker {
      noteMarker(
        marker, of: box, left: context.left + edges.margin.left + edges.border.left + edges.padding.left, context)
    }
    guard !box.children.isEmpty else { return try convertEmptyBlock(box, edges, context) }
    if self[style].item.columnCount ?? 1 > 1 || self[style].item.columnWidth != nil {
      warn("word_columns", "Columns are set as one column", box.node)
    }
    var inner = inside(box, edges, context)
    let isBoxed = showsBox(style)
    if isBoxed, !isRootElement(box) {
      if let decoration = paragraphDecoration(of: box, edges, context, inner) {
        inner.decoration = decoration
      } else if needsPanel(box, context) {
        return try convertPanel(box, edges, context)
      } else {
        return try convertRuled(box, edges, inner)
      }
    }
    let first = blocks.count
    if inner.decoration != nil, context.decoration == nil {
      return try convertDecorated(box, edges, inner, from: first)
    }
    open(edges, isSeparated: edges.padding.top + edges.border.top > 0)
    try convertChildren(box, inner)
    close(edges, from: first, isSeparated: edges.padding.bottom + edges.border.bottom > 0)
  }

  func convertChildren(_ box: FlowBox, _ context: BlockContext) throws(WordError) {
    let display = self[box.style].box.display
    switch display {
    case .flex, .inlineFlex, .grid, .inlineGrid, .gridLanes, .inlineGridLanes: try convertItems(of: box, context)
    default: for child in box.children { try convert(child, context) }
    }
  }

  private func isRootElement(_ box: FlowBox) -> Bool {
    isElement(box, .html) || isElement(box, .body)
  }

  /// The context for the children of a block.
  func inside(_ box: FlowBox, _ edges: Edges, _ context: BlockContext) -> BlockContext {
    var inner = context
    inner.left += edges.margin.left + edges.border.left + edges.padding.left
    inner.right += edges.margin.right + edges.border.right + edges.padding.right
    inner.width = edges.width
    if !box.node.isNone, !box.isAnonymous {
      inner.element = box.node
      inner.base = base(of: box.node, context)
    }
    if box.children.contains(where: { $0.marker != nil }) {
      if inner.list == nil { inner.list = numbering.startList() }
      inner.listDepth += 1
    }
    if let link = box.link { inner.link = link }
    if let page = self[box.style].box.pageName { inner.pageName = page }
    let breakInside = self[box.style].box.breakInside
    if breakInside == .avoid || breakInside == .avoidPage { inner.keepsLines = true }
    return inner
  }

  /// Adds the top edges of a container to the blocks before its first paragraph.
  func open(_ edges: Edges, isSeparated: Bool) {
    pending.margin = max(pending.margin, edges.margin.top)
    guard isSeparated else { return }
    pending.padding += pending.margin + edges.padding.top
    pending.margin = 0
  }

  /// Adds the bottom edges of a container to its last paragraph.
  func close(_ edges: Edges, from first: Int, isSeparated: Bool) {
    guard blocks.count > first else { return }
    if isSeparated {
      addSpace(after: edges.padding.bottom, joins: false)
      addSpace(after: edges.margin.bottom, joins: false)
    } else {
      addSpace(after: edges.margin.bottom, joins: true)
    }
  }

  /// Adds px below the last block.
  /// - Parameter joins: whether it adjoins the margin of the block, so that the greater one is used.
  func addSpace(after space: Double, joins: Bool) {
    guard space > 0, let last = blocks.indices.last else { return }
    guard case .paragraph(var paragraph) = blocks[last] else {
      pending.margin = joins ? max(pending.margin, space) : pending.margin + space
      return
    }
    let twips = Units.twips(space)
    paragraph.properties.after = joins ? max(paragraph.properties.after, twips) : paragraph.properties.after + twips
    blocks[last] = .paragraph(paragraph)
  }

  /// An empty block: a rule if it has a border, else its height.
  private func convertEmptyBlock(_ box: FlowBox, _ edges: Edges, _ context: BlockContext) throws(WordError) {
    let style = self[box.style]
    var height = 0.0
    if case .length(let length) = style.box.height, !length.hasPercent { height = length.resolve(against: 0) }
    let borders = style.borders()
    let isHorizontalRule = isElement(box, .hr)
    guard borders.isVisible || isHorizontalRule || style.paint.backgroundColor.alpha > 0 && height > 0 else {
      if box.marker != nil { return try convertLines(FlowLines(style: box.style), of: box, context) }
      pending.margin = max(pending.margin, edges.margin.top)
      pending.padding += height
      if pending.margin < edges.margin.bottom { pending.margin = edges.margin.bottom }
      return
    }
    var rule = separator()
    rule.role = ParagraphRole(base: .rule, classes: classes(of: box.node))
    rule.properties.borders.bottom = borders.top.isVisible ? borders.top : borders.bottom
    if !rule.properties.borders.bottom.isVisible, style.paint.backgroundColor.alpha > 0 {
      rule.properties.borders.bottom = Border(.solid, width: height, color: style.paint.backgroundColor)
    }
    pending.margin = max(pending.margin, edges.margin.top)
    rule.properties.after = Units.twips(max(0, edges.margin.bottom))
    rule.properties.left = Units.twips(context.left + edges.margin.left)
    rule.properties.right = Units.twips(context.right + edges.margin.right)
    rule.properties.keepsNext = style.box.breakAfter == .avoid
    try appendParagraph(rule)
  }
}
