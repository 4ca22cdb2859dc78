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
    case .picture, .formula, .control, .leader: try convertReplaced(box, context)
    case .blank: warn("word_content_left_out", "The content of the element cannot be shown in Word", box.node)
    }
    endBox(box, context, from: first)
  }

  /// Records breaks, the page, and the link target at the start of a box.
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
    if context.isBody, blocks.count - first > 1 { recordTableOfContents(first..<blocks.count) }
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
}
