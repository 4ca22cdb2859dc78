import Layout
import Markup
import Style

/// Borders and backgrounds of containers: properties of paragraphs, or a table around them.
extension Converter {
  func showsBox(_ style: StyleID) -> Bool {
    if self[style].borders().isVisible { return true }
    let color = self[style].paint.backgroundColor
    return color.alpha > 0 && color.hex != background ?? "FFFFFF"
  }

  /// The decoration that the paragraphs of a container show together, if all of its content is paragraphs of the same
  /// width. Word draws one box around adjacent paragraphs with equal borders.
  func paragraphDecoration(
    of box: FlowBox, _ edges: Edges, _ context: BlockContext, _ inner: BlockContext
  ) -> Decoration? {
    let style = self[box.style]
    var space = edges.padding
    if let child = box.children.first, edges.padding.top + edges.border.top > 0 {
      space.top += self.edges(of: child.style, width: inner.width).margin.top
    }
    if let child = box.children.last, edges.padding.bottom + edges.border.bottom > 0 {
      space.bottom += self.edges(of: child.style, width: inner.width).margin.bottom
    }
    let borders = style.borders(space: space)
    let hasSides = borders.left.isVisible || borders.right.isVisible
    let shading = style.paint.backgroundColor.alpha > 0 ? style.paint.backgroundColor.hex : "auto"
    guard context.decoration == nil, hasSides || shading != "auto" else { return nil }
    let isBar = shading == "auto" && !borders.top.isVisible && !borders.bottom.isVisible
    guard box.children.allSatisfy({ isPlainParagraph($0, allowsNesting: isBar, width: inner.width) }) else {
      return nil
    }
    return Decoration(
      borders: borders, shading: shading, left: inner.left - edges.padding.left,
      right: inner.right - edges.padding.right)
  }

  /// A container whose paragraphs show its borders. Word measures margins from the borders, so the margins of the first
  /// and last paragraph become distances between border and text.
  func convertDecorated(_ box: FlowBox, _ edges: Edges, _ inner: BlockContext, from first: Int)
    throws(WordError)
  {
    let above = max(pending.margin, edges.margin.top) + pending.padding
    pending.margin = 0
    pending.padding = 0
    try convertChildren(box, inner)
    guard blocks.count > first else { return }
    if case .paragraph(var paragraph) = blocks[first] {
      paragraph.properties.before = Units.twips(max(0, above))
      blocks[first] = .paragraph(paragraph)
    }
    if case .paragraph(var paragraph)? = blocks.last {
      paragraph.properties.after = Units.twips(max(0, edges.margin.bottom))
      blocks[blocks.count - 1] = .paragraph(paragraph)
    }
  }

  private func isPlainParagraph(_ box: FlowBox, allowsNesting: Bool, width: Double) -> Bool {
    if showsBox(box.style) || box.marker != nil && !allowsNesting { return false }
    let edges = edges(of: box.style, width: width)
    guard allowsNesting || abs(edges.width - width) < 1 else { return false }
    switch box.content {
    case .lines(let lines):
      return !lines.items.contains {
        if case .float = $0.kind { true } else { false }
      }
    case .boxes(let children):
      guard !children.isEmpty, !isItemContainer(box.style) else { return false }
      return children.allSatisfy { isPlainParagraph($0, allowsNesting: allowsNesting, width: edges.width) }
    default: return false
    }
  }

  private func isItemContainer(_ style: StyleID) -> Bool {
    switch self[style].box.display {
    case .flex, .inlineFlex, .grid, .inlineGrid, .gridLanes, .inlineGridLanes: true
    default: false
    }
  }

  /// Whether a container needs a table of one cell to show its box.
  func needsPanel(_ box: FlowBox, _ context: BlockContext) -> Bool {
    let borders = self[box.style].borders()
    let hasSides = borders.left.isVisible || borders.right.isVisible || self[box.style].paint.backgroundColor.alpha > 0
    guard hasSides else { return false }
    var count = 0
    guard context.tableDepth < limits.tableDepth, !containsBreak(box, depth: 0), !isLong(box, &count) else {
      warn(
        "word_box_left_out",
        "The border and background of a box that is long, has page breaks, or is too deep in tables are left out",
        box.node)
      return false
    }
    return true
  }

  /// Whether a container has so many boxes that it is treated as a part of the document instead of a box.
  private func isLong(_ box: FlowBox, _ count: inout Int) -> Bool {
    for child in box.children {
      count += 1
      if count > 200 || isLong(child, &count) { return true }
    }
    return false
  }

  private func containsBreak(_ box: FlowBox, depth: Int) -> Bool {
    box.children.contains { child in
      let style = self[child.style].box
      let forced: Set<BoxStyle.Break> = [.page, .left, .right, .recto, .verso, .always]
      return forced.contains(style.breakBefore) || forced.contains(style.breakAfter) || style.pageName != nil
        || depth < 20 && containsBreak(child, depth: depth + 1)
    }
  }

  /// A container with a border above or below only: its first or last paragraph shows it.
  func convertRuled(_ box: FlowBox, _ edges: Edges, _ inner: BlockContext) throws(WordError) {
    let borders = self[box.style].borders(space: edges.padding)
    pending.margin = max(pending.margin, edges.margin.top)
    if borders.top.isVisible { pending.border = borders.top } else { pending.padding += edges.padding.top }
    let first = blocks.count
    try convertChildren(box, inner)
    guard blocks.count > first else { return }
    if borders.bottom.isVisible {
      if case .paragraph(var last)? = blocks.last {
        last.properties.borders.bottom = borders.bottom
        last.properties.after = Units.twips(max(0, edges.margin.bottom))
        blocks[blocks.count - 1] = .paragraph(last)
        return
      }
      var rule = separator()
      rule.properties.borders.bottom = borders.bottom
      try appendParagraph(rule)
    } else {
      addSpace(after: edges.padding.bottom, joins: false)
    }
    addSpace(after: edges.margin.bottom, joins: true)
  }

  /// An empty block: a rule if it has a border, else its height.
  func convertEmptyBlock(_ box: FlowBox, _ edges: Edges, _ context: BlockContext) throws(WordError) {
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
