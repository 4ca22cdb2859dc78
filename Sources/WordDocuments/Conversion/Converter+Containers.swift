import Layout
import Markup
import Style

/// Boxes that contain blocks.
extension Converter {
  func convertContainer(_ box: FlowBox, _ context: BlockContext) throws(WordError) {
    let style = box.style
    let edges = edges(of: style, width: context.width)
    if let marker = box.marker {
      recordMarker(
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

  /// Adds the top edges of a container to what precedes its first paragraph.
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
}
