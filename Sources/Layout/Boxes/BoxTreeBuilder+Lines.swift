import Markup
import Style

/// Collecting the content of a block container.
extension BoxTreeBuilder {
  /// Passes the current lines to a closure. Starts them if necessary.
  mutating func withContent(_ parent: inout ContainerBuilder, _ body: (inout InlineContent) -> Void) {
    if !parent.inlineTable.isNone { closeInlineTable(in: &parent) }
    if parent.content == nil {
      parent.content = beginContent(of: parent)
      for box in parent.beforeLines { addObject(box, kind: .outOfFlow, to: &parent) }
      parent.beforeLines.removeAll()
    }
    body(&parent.content!)
  }

  /// Starts lines, in which the open inline boxes continue.
  private mutating func beginContent(of parent: ContainerBuilder) -> InlineContent {
    var content = InlineContent(rootStyle: tree[parent.container].style)
    content.node = nearestNode(parent.container)
    let controls = BidiControls(content.rootStyle, document.styles).beforeLines
    if !controls.isEmpty { content.detail.rootControls = controls }
    for (index, box) in parent.open.enumerated() {
      var box = box
      box.hasStart = false
      box.parent = index == 0 ? InlineItem.root : UInt32(index - 1)
      content.open(box, BidiControls(box.style, document.styles))
    }
    if firstLine != nil, parent.open.isEmpty { addFirstLine(to: &content, of: parent.container) }
    return content
  }

  /// The element of a box, or of its nearest ancestor that has one.
  private func nearestNode(_ box: BoxID) -> NodeID {
    var box = box
    while !box.isNone, tree[box].node.isNone { box = tree[box].parent }
    return box.isNone ? .none : tree[box].node
  }

  /// Adds a text of the document. Text in an element with `display: contents` has an inline box of its own if its style
  /// is not that of the box around it (css-display-3 §2.5).
  mutating func buildText(_ node: NodeID, into parent: inout ContainerBuilder) {
    let style = document.styleOfNode[Int(node.index)]
    let text = document.document.text(node)
    guard document[style].box.display == .contents, !isBlank([node]) else {
      return addText(text, style: style, node: node, to: &parent)
    }
    openInline(style: document.anonymousStyle(inheriting: style, display: .inline), node: .none, in: &parent)
    addText(text, style: style, node: node, to: &parent)
    closeInline(in: &parent)
  }

  mutating func addText(
    _ text: some Collection<UInt8>, style: StyleID, node: NodeID, to parent: inout ContainerBuilder
  ) {
    if !parent.inlineTable.isNone, text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) {
      parent.spaceAfterTable.append((Array(text), style, node))
      return
    }
    if document[style].text.vertical.isVertical, document[style].text.vertical.combination != .none {
      return addCombined(Array(text), style: style, node: node, to: &parent)
    }
    addPlainText(text, style: style, node: node, to: &parent)
  }

  /// Adds text whose characters are not combined.
  mutating func addPlainText(
    _ text: some Collection<UInt8>, style: StyleID, node: NodeID, to parent: inout ContainerBuilder
  ) {
    if firstLetter != nil, addFirstLetter(text, style: style, node: node, to: &parent) { return }
    if parent.content == nil, parent.open.isEmpty, isIgnored(text, style: style) { return }
    var processing = TextProcessing(style, document.styles)
    withContent(&parent) { $0.append(text: text, processing, box: $0.innermost) }
    if parent.content?.hasAlternate == true, let line = parent.content?.detail.alternate.first {
      processing.transform = document[line.style(of: line.innermost)].text.transformOfText
      parent.content!.onFirstLine { $0.append(text: text, processing, box: $0.innermost) }
    }
  }

  /// Whether text is white space that collapses between blocks.
  private func isIgnored(_ text: some Collection<UInt8>, style: StyleID) -> Bool {
    let whiteSpace = document[style].text.whiteSpace
    return whiteSpace.collapsesSpaces
      && text.allSatisfy { $0 == 0x20 || ($0 == 0x0A && whiteSpace.collapsesNewlines) || $0 == 0x09 || $0 == 0x0D }
  }

  /// Whether lines of white space alone make no box in a container, even if it is preserved: in flex and grid
  /// containers (css-flexbox-1 §4) and table parts (CSS 2.2 §17.2.1).
  private func ignoresWhiteSpace(_ container: BoxID) -> Bool {
    switch tree[container].kind {
    case .table, .rowGroup, .headerGroup, .footerGroup, .row, .column, .columnGroup: true
    case .block: document[tree[container].style].box.display.makesItems
    case .cell, .caption, .replaced: false
    }
  }

  mutating func addForcedBreak(style: StyleID, node: NodeID, to parent: inout ContainerBuilder) {
    firstLetter = nil
    let clear = document[style].box.clear
    withContent(&parent) { content in
      content.appendForcedBreak(box: content.innermost)
      if clear != .none { content.detail.clears[UInt32(content.bytes.count)] = clear }
      content.onFirstLine { $0.appendForcedBreak(box: $0.innermost) }
    }
  }

  /// `wbr` (HTML 15.3.4): a zero width space, in a box of its own because it may wrap in text that does not.
  mutating func addBreakOpportunity(style: StyleID, to parent: inout ContainerBuilder) {
    let processing = TextProcessing(style, document.styles)
    openInline(style: style, node: .none, in: &parent)
    withContent(&parent) { content in
      content.append(text: "\u{200B}".utf8, processing, box: content.innermost)
      content.onFirstLine { $0.append(text: "\u{200B}".utf8, processing, box: $0.innermost) }
    }
    closeInline(in: &parent)
  }

  mutating func addObject(_ box: BoxID, kind: InlineItem.Kind, to parent: inout ContainerBuilder) {
    withContent(&parent) { content in
      content.append(object: box, kind: kind)
      content.onFirstLine { $0.append(object: box, kind: kind) }
    }
  }

  /// - Parameter onFirstLine: its style on a line that `::first-line` styles.
  mutating func openInline(style: StyleID, onFirstLine: StyleID? = nil, node: NodeID, in parent: inout ContainerBuilder)
  {
    // Inline boxes cannot be transformed (css-transforms-1 §2).
    let style = document.untransformedStyle(style)
    let box = InlineBox(style: style, node: node, parent: InlineItem.root, link: link)
    let bidi = BidiControls(style, document.styles)
    let lineStyle = onFirstLine.map { document.untransformedStyle($0) } ?? style
    let lineBidi = BidiControls(lineStyle, document.styles)
    withContent(&parent) { content in
      var box = box
      box.parent = content.innermost
      content.open(box, bidi)
      content.onFirstLine { line in
        box.style = lineStyle
        line.open(box, lineBidi)
      }
    }
    parent.open.append(box)
  }

  mutating func closeInline(in parent: inout ContainerBuilder) {
    if !parent.inlineTable.isNone { closeInlineTable(in: &parent) }
    let box = parent.open.removeLast()
    if parent.content == nil {
      // The element ends directly after a block, so its end goes into new lines.
      parent.open.append(box)
      withContent(&parent) { _ in }
      parent.open.removeLast()
    }
    let bidi = BidiControls(box.style, document.styles)
    parent.content!.close(bidi)
    parent.content!.onFirstLine { $0.close(bidi) }
  }

  mutating func addBlock(_ box: BoxID, to parent: inout ContainerBuilder) {
    flushLines(&parent, isSplit: true)
    tree.append(box, to: parent.container)
    recordMovedInlines(around: box, in: parent)
  }

  /// Records the relatively positioned inline boxes around a block or float, which move it (CSS 2.2 §9.2.1.1).
  mutating func recordMovedInlines(around box: BoxID, in parent: ContainerBuilder) {
    guard !parent.open.isEmpty else { return }
    let moved = parent.open.map(\.style).filter { document[$0].box.position == .relative }
    if !moved.isEmpty { tree.movedInlines[box] = moved }
  }

  /// Ends the current lines, which become an anonymous block.
  private mutating func flushLines(_ parent: inout ContainerBuilder, isSplit: Bool) {
    if !parent.inlineTable.isNone { closeInlineTable(in: &parent) }
    for box in parent.beforeLines { tree.append(box, to: parent.container) }
    parent.beforeLines.removeAll()
    guard var content = parent.content.take() else { return }
    if isSplit {
      content.closeAll()
      content.onFirstLine { $0.closeAll() }
    }
    guard content.hasContent, !content.isWhiteSpace || !ignoresWhiteSpace(parent.container) else { return }
    let style = document.anonymousStyle(inheriting: tree[parent.container].style, display: .block)
    var box = Box(kind: .block, style: style)
    box.isAnonymous = true
    content.rootStyle = style
    box.inline = addLines(content)
    tree.append(tree.add(box), to: parent.container)
  }

  /// Whether a container may have lines of its own.
  func holdsLines(_ container: BoxID) -> Bool {
    [.block, .cell, .caption].contains(tree[container].kind)
      && !document[tree[container].style].box.display.makesItems
  }

  /// Ends a container. If it holds only lines, they become its own. Otherwise missing table boxes are generated
  /// around its children.
  mutating func finish(_ parent: inout ContainerBuilder) {
    if !parent.inlineTable.isNone { closeInlineTable(in: &parent) }
    let container = parent.container
    if holdsLines(container), tree[container].firstChild.isNone, parent.beforeLines.isEmpty,
      parent.content?.hasContent == true, let content = parent.content.take()
    {
      tree[container].inline = addLines(content)
      return
    }
    flushLines(&parent, isSplit: false)
    addMissingTableParts(to: container)
  }
}
