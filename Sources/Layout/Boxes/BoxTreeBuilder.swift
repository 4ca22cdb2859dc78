import Markup
import Resources
import Style

/// Builds the box tree of a styled document (css-display-3, CSS 2.2 §9.2): one walk in document order. It cannot be
/// copied, as `Flow`.
struct BoxTreeBuilder: ~Copyable {
  var document: StyledDocument
  let images: ImageStore
  var tree = BoxTree()
  var counters = Counters()
  var warnings: [LayoutWarning] = []
  /// The style of a `::first-letter` whose letter has not come yet.
  var firstLetter: StyleID?
  var targets = Targets()
  /// The running or fixed box that is being built.
  var owner = BoxID.none
  /// The block whose first line has not come yet, and that line's style.
  var firstLine: PendingFirstLine?
  var depth = 0
  var reversedSteps = 0
  /// A document that makes more boxes is refused.
  var mostBoxes = 8_000_000
  private let stack = StackGuard()
  /// The link that what is built stands in.
  var link = Box.absent

  init(document: StyledDocument, images: ImageStore) {
    self.document = document
    self.images = images
  }

  /// Builds the whole tree; nil for a document whose root generates no box.
  mutating func build() throws(LayoutError) -> BoxID? {
    let root = document.document.documentElement
    guard !root.isNone, style(of: root).box.display != .none else { return nil }
    let styleID = document.styleOfNode[Int(root.index)]
    let isTable = style(of: root).box.display == .table
    let box = tree.add(Box(kind: isTable ? .table : .block, style: styleID, node: root))
    var flow = BlockFlow(container: box)
    findTargets()
    beginFirstLetter(of: root, style: styleID)
    beginFirstLine(of: root, box: box)
    counters.enter(document[styleID].content, isListItem: false, depth: 0)
    counters.create(Self.footnoteCounter)
    note(root, style: styleID)
    try buildContents(of: root, into: &flow)
    finish(&flow)
    if isTable { buildGrid(of: box) }
    return box
  }

  // MARK: - One element

  private func style(of node: NodeID) -> ComputedStyle {
    document.styles[Int(document.styleOfNode[Int(node.index)].index)]
  }

  mutating func buildContents(of node: NodeID, into flow: inout BlockFlow) throws(LayoutError) {
    try buildPseudo(.before, of: node, into: &flow)
    // Closed, only its summary shows (HTML 15.4.2).
    let isClosed = document.document.isElement(node, .details) && !document.document.hasAttribute(node, .open)
    var child = document.document[node].firstChild
    while !child.isNone {
      if !isClosed || document.document[child].kind == .element { try build(child, into: &flow) }
      child = document.document[child].nextSibling
    }
    try buildPseudo(.after, of: node, into: &flow)
  }

  private mutating func build(_ node: NodeID, into flow: inout BlockFlow) throws(LayoutError) {
    let entry = document.document[node]
    switch entry.kind {
    case .document: return
    case .text:
      addText(document.document.text(node), style: document.styleOfNode[Int(node.index)], node: node, to: &flow)
    case .element: try buildElement(node, into: &flow)
    }
    guard tree.boxes.count < mostBoxes else {
      throw LayoutError(
        code: .tooManyBoxes, message: "The document makes more than \(mostBoxes) boxes.", line: Int(entry.line))
    }
  }

  private mutating func buildElement(_ node: NodeID, into flow: inout BlockFlow) throws(LayoutError) {
    let styleID = document.styleOfNode[Int(node.index)]
    let display = document[styleID].box.display
    guard display != .none else { return }
    guard stack.hasRoom else { return warn("Elements are nested too deep; the innermost are left out", at: node) }
    if document[styleID].box.pageName != nil { tree.usesNamedPages = true }

    depth += 1
    let outerLink = link
    defer {
      depth -= 1
      link = outerLink
    }
    if document.document.isElement(node, .a), let target = document.document.attribute(node, .href) {
      link = addLink(to: target, node)
    }
    enterCounters(of: node, style: styleID, isListItem: display.isListItem)
    note(node, style: styleID)
    try buildBox(of: node, style: styleID, display: display, into: &flow)
    counters.leave(depth: depth)
    noteCountersAtEnd(of: node)
  }

  mutating func addLink(to target: String, _ node: NodeID) -> UInt32 {
    tree.links.append(target)
    tree.linkNodes.append(node)
    return UInt32(tree.links.count - 1)
  }

  private mutating func buildBox(
    of node: NodeID, style styleID: StyleID, display: BoxStyle.Display, into flow: inout BlockFlow
  ) throws(LayoutError) {
    if document.document.isElement(node, .br) {
      addForcedBreak(style: styleID, node: node, to: &flow)
      return
    }
    if let replaced = replacedContent(of: node, style: styleID) {
      var box = Box(kind: .replaced, style: styleID, node: node)
      tree.replaced.append(replaced)
      box.payload = UInt32(tree.replaced.count - 1)
      place(box, display: display, in: &flow)
      return
    }
    if document.document.isElement(node, .img) {
      placeMissingImage(node, style: styleID, display: display, in: &flow)
      return
    }
    if document[styleID].box.float == .footnote, owner.isNone {
      return try buildFootnote(node, style: styleID, into: &flow)
    }
    switch display {
    case .none: return
    case .contents: try buildContents(of: node, into: &flow)
    case .inline, .inlineListItem:
      if document[styleID].box.float != .none || isOutOfFlow(styleID) { fallthrough }
      if document.document.isElement(node, .legend), isRenderedLegend(styleID, in: flow) { fallthrough }
      openInline(style: styleID, onFirstLine: document.firstLines.styles[node], node: node, in: &flow)
      if display == .inlineListItem {
        let marker = markerStyle(of: node, style: styleID)
        openInline(style: marker, node: .none, in: &flow)
        addMarkerText(of: node, style: marker, to: &flow)
        closeInline(in: &flow)
      }
      if let alternative = alternativeText(of: node) {
        addText(alternative.utf8, style: styleID, node: node, to: &flow)
      }
      try buildContents(of: node, into: &flow)
      closeInline(in: &flow)
    default:
      let box = place(Box(kind: Self.kind(of: display), style: styleID, node: node), display: display, in: &flow)
      let outerOwner = owner
      if owner.isNone, repeats(styleID) { owner = box }
      try fill(box, from: node, style: styleID, display: display)
      owner = outerOwner
    }
  }

  /// Builds what stands inside a block container or table part.
  private mutating func fill(
    _ box: BoxID, from node: NodeID, style styleID: StyleID, display: BoxStyle.Display
  ) throws(LayoutError) {
    var inner = BlockFlow(container: box)
    let outerLine = beginFirstLine(of: node, box: box)
    if display.isListItem { addMarker(to: box, node: node, style: styleID, inside: &inner) }
    if let alternative = alternativeText(of: node) {
      addText(alternative.utf8, style: styleID, node: node, to: &inner)
    }
    let outer = firstLetter
    beginFirstLetter(of: node, style: styleID)
    let own = firstLetter
    try buildContents(of: node, into: &inner)
    endFirstLetter(own: own, outer: outer, style: styleID)
    finish(&inner)
    endFirstLine(outer: outerLine, style: styleID)
    if tree[box].kind == .table { buildGrid(of: box) }
  }

  // MARK: - Generated content

  private mutating func buildPseudo(_ kind: PseudoElement.Kind, of node: NodeID, into flow: inout BlockFlow)
    throws(LayoutError)
  {
    guard let styleID = document.pseudoStyles[PseudoElement(node, kind)] else { return }
    let display = document[styleID].box.display
    guard display != .none, let content = document[styleID].content.content, !content.isEmpty || kind != .marker else {
      return
    }
    depth += 1
    counters.enter(document[styleID].content, isListItem: display.isListItem, depth: depth)
    if kind == .before { noteCounters(styleID, from: node) }
    defer {
      counters.leave(depth: depth)
      depth -= 1
    }
    if display == .inline, document[styleID].box.float == .none, !isOutOfFlow(styleID) {
      let onFirstLine = document.firstLines.pseudoStyles[PseudoElement(node, kind)]
      openInline(style: styleID, onFirstLine: onFirstLine, node: .none, in: &flow)
      addContent(content, style: styleID, of: node, isAfter: kind == .after, to: &flow)
      closeInline(in: &flow)
      return
    }
    let box = place(Box(kind: Self.kind(of: display), style: styleID), display: display, in: &flow)
    var inner = BlockFlow(container: box)
    let outerOwner = owner
    if owner.isNone, repeats(styleID) { owner = box }
    if display.isListItem { addMarker(to: box, node: .none, style: styleID, inside: &inner) }
    addContent(content, style: styleID, of: node, isAfter: kind == .after, to: &inner)
    owner = outerOwner
    finish(&inner)
    if tree[box].kind == .table { buildGrid(of: box) }
  }

  mutating func addContent(
    _ items: [ContentItem], style: StyleID, of node: NodeID, isAfter: Bool = false, to flow: inout BlockFlow
  ) {
    for item in items {
      if case .image(let address) = item {
        guard let image = images.image(address, at: document.document.place(node)) else { continue }
        let info = images.info(image)
        tree.replaced.append(ReplacedContent(image, info))
        let inline = document.anonymousStyle(inheriting: style, display: .inline)
        var box = Box(kind: .replaced, style: inline)
        box.payload = UInt32(tree.replaced.count - 1)
        place(box, display: .inline, in: &flow)
      } else if case .leader(let pattern) = item {
        addLeader(pattern, style: style, to: &flow)
      } else if !addReference(item, node: node, isAfter: isAfter, to: &flow) {
        addText(text(of: item, style: style, node: node).utf8, style: style, node: .none, to: &flow)
      }
    }
  }

  /// The text of one item of a content list (css-content-3 §2), where counters and quotes stand now.
  mutating func text(of item: ContentItem, style: StyleID, node: NodeID) -> String {
    switch item {
    case .string(let text): return text
    case .counter(let name, let counterStyle): return document.counterText(counters.value(name), style: counterStyle)
    case .counters(let name, let separator, let counterStyle):
      return counters.values(name).map { document.counterText($0, style: counterStyle) }.joined(separator: separator)
    case .openQuote:
      defer { counters.quoteDepth += 1 }
      return quote(style, at: counters.quoteDepth)?.x ?? ""
    case .closeQuote:
      counters.quoteDepth = max(0, counters.quoteDepth - 1)
      return quote(style, at: counters.quoteDepth)?.y ?? ""
    case .noOpenQuote:
      counters.quoteDepth += 1
      return ""
    case .noCloseQuote:
      counters.quoteDepth = max(0, counters.quoteDepth - 1)
      return ""
    case .elementText(let part): return text(part: part, of: node)
    case .targetText(let url, let part): return targets.nodes[url].map { text(part: part, of: $0) } ?? ""
    case .leader(let text): return text
    case .image, .gradient, .namedString, .runningElement, .targetCounter, .targetCounters: return ""
    }
  }

  private func quote(_ style: StyleID, at level: Int) -> Pair<String>? {
    let quotes = document[style].text.quotes
    return quotes.isEmpty ? nil : quotes[min(level, quotes.count - 1)]
  }

  // MARK: - Replaced elements

  /// A frame with the alternative text where an image can't be shown; nothing where that text is empty (HTML 15.4.3).
  private mutating func placeMissingImage(
    _ node: NodeID, style: StyleID, display: BoxStyle.Display, in flow: inout BlockFlow
  ) {
    let text = document.document.attribute(node, .alt)
    guard text != "" else { return }
    var box = Box(kind: .block, style: style, node: node)
    box.isMissingImage = true
    let id = place(box, display: display, in: &flow)
    var inner = BlockFlow(container: id)
    addText((text ?? "\u{A0}").utf8, style: style, node: node, to: &inner)
    finish(&inner)
  }

  /// What stands in a text field.
  private func alternativeText(of node: NodeID) -> String? {
    let source = document.document
    guard source.isElement(node, .input) else { return nil }
    switch source.attribute(node, .type)?.lowercased() ?? "text" {
    case "hidden", "checkbox", "radio", "password", "image", "color", "range": return nil
    case "file": return "Choose File  No file chosen"
    case "submit": return source.attribute(node, .value) ?? "Submit"
    case "reset": return source.attribute(node, .value) ?? "Reset"
    default: return source.attribute(node, .value)
    }
  }

  // MARK: - Placing

  func isOutOfFlow(_ style: StyleID) -> Bool {
    switch document[style].box.position {
    case .absolute, .fixed, .running: true
    default: false
    }
  }

  /// True of boxes that stand on several pages as they are.
  private func repeats(_ style: StyleID) -> Bool {
    switch document[style].box.position {
    case .fixed, .running: true
    default: false
    }
  }

  /// Puts a box where its outer display says: into the lines, or between the blocks.
  @discardableResult
  mutating func place(_ box: Box, display: BoxStyle.Display, in flow: inout BlockFlow) -> BoxID {
    var box = box
    box.link = link
    let id = tree.add(box)
    if !box.node.isNone, document.document.isElement(box.node, .legend), isRenderedLegend(box.style, in: flow) {
      tree[id].parent = flow.container
      tree.legends[flow.container] = id
      return id
    }
    let float = document[box.style].box.float
    let kind: InlineItem.Kind? =
      isOutOfFlow(box.style)
      ? .outOfFlow
      : float == .left || float == .right
        ? .float
        : Self.isInlineLevel(display) ? .atomic : nil
    switch kind {
    case .atomic: addObject(id, kind: .atomic, style: box.style, to: &flow)
    case .float, .outOfFlow:
      let isItem = document[tree[flow.container].style].box.display.makesItems && flow.open.isEmpty
      if isItem {
        addBlock(id, to: &flow)
      } else if flow.isInline {
        addObject(id, kind: kind!, style: box.style, to: &flow)
      } else {
        tree.append(id, to: flow.container)
      }
    default:
      if !flow.open.isEmpty, Self.isTablePart(box.kind) {
        addToInlineTable(id, in: &flow)
      } else {
        addBlock(id, to: &flow)
      }
    }
    return id
  }

  /// The first legend among a fieldset's boxes that is in flow (HTML 15.3.13).
  private func isRenderedLegend(_ style: StyleID, in flow: BlockFlow) -> Bool {
    let container = tree[flow.container]
    return container.kind == .block && !container.node.isNone && flow.open.isEmpty
      && document.document.isElement(container.node, .fieldset)
      && document[style].box.float == .none && !isOutOfFlow(style) && tree.legends[flow.container] == nil
  }

  private static func isInlineLevel(_ display: BoxStyle.Display) -> Bool {
    switch display {
    case .inline, .inlineBlock, .inlineTable, .inlineFlex, .inlineGrid, .inlineListItem, .inlineBlockListItem: true
    default: false
    }
  }

  static func kind(of display: BoxStyle.Display) -> Box.Kind {
    switch display {
    case .table, .inlineTable: .table
    case .tableRowGroup: .rowGroup
    case .tableHeaderGroup: .headerGroup
    case .tableFooterGroup: .footerGroup
    case .tableRow: .row
    case .tableCell: .cell
    case .tableCaption: .caption
    case .tableColumn: .column
    case .tableColumnGroup: .columnGroup
    default: .block
    }
  }
}

/// A block container while its children are built: blocks go to it, text and inlines into lines that
/// become an anonymous block where both occur.
extension BoxTreeBuilder {
  struct BlockFlow {
    var container: BoxID
    /// The lines in progress.
    var content: InlineContent?
    /// Inline elements that are open: a block inside closes them all and opens them again after it.
    var open: [InlineBox] = []
    /// The table around table parts that stand in an inline element, and the white space after the last of them.
    var inlineTable = BoxID.none
    var spaceAfterTable: [(text: [UInt8], style: StyleID, node: NodeID)] = []
    init(container: BoxID) { self.container = container }
    /// True once there is something in the lines, or an inline element is open.
    var isInline: Bool { !open.isEmpty || (content?.hasContent ?? false) }
  }

  /// The lines in progress, begun if need be.
  mutating func withContent(_ flow: inout BlockFlow, _ body: (inout InlineContent) -> Void) {
    if !flow.inlineTable.isNone { closeInlineTable(in: &flow) }
    if flow.content == nil { flow.content = beginContent(of: flow) }
    body(&flow.content!)
  }

  /// New lines, in which the inline elements that are open go on.
  private mutating func beginContent(of flow: BlockFlow) -> InlineContent {
    var content = InlineContent(rootStyle: tree[flow.container].style)
    content.node = nearestNode(flow.container)
    content.rootControls = BidiControls(content.rootStyle, document.styles).beforeLines
    for (index, box) in flow.open.enumerated() {
      var box = box
      box.hasStart = false
      box.parent = index == 0 ? InlineItem.root : UInt32(index - 1)
      content.open(box, BidiControls(box.style, document.styles))
    }
    if firstLine != nil, flow.open.isEmpty { addFirstLine(to: &content, of: flow.container) }
    return content
  }

  /// The element that a box, or the first one around it that is any element's, belongs to.
  private func nearestNode(_ box: BoxID) -> NodeID {
    var box = box
    while !box.isNone, tree[box].node.isNone { box = tree[box].parent }
    return box.isNone ? .none : tree[box].node
  }

  mutating func addText(
    _ text: some Collection<UInt8>, style: StyleID, node: NodeID, to flow: inout BlockFlow
  ) {
    if !flow.inlineTable.isNone, text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) {
      flow.spaceAfterTable.append((Array(text), style, node))
      return
    }
    if firstLetter != nil, addFirstLetter(text, style: style, node: node, to: &flow) { return }
    if flow.content == nil, document[style].text.whiteSpace.collapsesSpaces, flow.open.isEmpty,
      text.allSatisfy({
        $0 == 0x20 || ($0 == 0x0A && document[style].text.whiteSpace.collapsesNewlines) || $0 == 0x09 || $0 == 0x0D
      })
    {
      return
    }
    var processing = TextProcessing(style, document.styles)
    withContent(&flow) { $0.append(text: text, processing, box: $0.innermost) }
    if let line = flow.content?.alternate.first {
      processing.transform = document[line.style(of: line.innermost)].text.textTransform
      flow.content!.onFirstLine { $0.append(text: text, processing, box: $0.innermost) }
    }
  }

  private mutating func addForcedBreak(style: StyleID, node: NodeID, to flow: inout BlockFlow) {
    withContent(&flow) { content in
      content.appendForcedBreak(box: content.innermost)
      content.onFirstLine { $0.appendForcedBreak(box: $0.innermost) }
    }
  }

  private mutating func addObject(_ box: BoxID, kind: InlineItem.Kind, style: StyleID, to flow: inout BlockFlow) {
    withContent(&flow) { content in
      content.append(object: box, kind: kind)
      content.onFirstLine { $0.append(object: box, kind: kind) }
    }
  }

  /// - Parameter onFirstLine: its style where it stands on a line that `::first-line` styles.
  mutating func openInline(style: StyleID, onFirstLine: StyleID? = nil, node: NodeID, in flow: inout BlockFlow) {
    let box = InlineBox(style: style, node: node, parent: InlineItem.root, link: link)
    let bidi = BidiControls(style, document.styles)
    let lineStyle = onFirstLine ?? style
    let lineBidi = BidiControls(lineStyle, document.styles)
    withContent(&flow) { content in
      var box = box
      box.parent = content.innermost
      content.open(box, bidi)
      content.onFirstLine { line in
        box.style = lineStyle
        line.open(box, lineBidi)
      }
    }
    flow.open.append(box)
  }

  mutating func closeInline(in flow: inout BlockFlow) {
    if !flow.inlineTable.isNone { closeInlineTable(in: &flow) }
    let box = flow.open.removeLast()
    if flow.content == nil {
      // A block was the last thing inside: the element's end stands in lines of its own.
      flow.open.append(box)
      withContent(&flow) { _ in }
      flow.open.removeLast()
    }
    let bidi = BidiControls(box.style, document.styles)
    flow.content!.close(bidi)
    flow.content!.onFirstLine { $0.close(bidi) }
  }

  private mutating func addBlock(_ box: BoxID, to flow: inout BlockFlow) {
    flushLines(&flow, isSplit: true)
    tree.append(box, to: flow.container)
    let moved = flow.open.map(\.style).filter { document[$0].box.position == .relative }
    if !moved.isEmpty { tree.movedInlines[box] = moved }
  }

  /// Ends the lines in progress: they become an anonymous block.
  private mutating func flushLines(_ flow: inout BlockFlow, isSplit: Bool) {
    if !flow.inlineTable.isNone { closeInlineTable(in: &flow) }
    guard var content = flow.content.take() else { return }
    if isSplit {
      content.closeAll()
      content.onFirstLine { $0.closeAll() }
    }
    guard content.hasContent else { return }
    let style = document.anonymousStyle(inheriting: tree[flow.container].style, display: .block)
    var box = Box(kind: .block, style: style)
    box.isAnonymous = true
    content.rootStyle = style
    box.inline = addLines(content)
    tree.append(tree.add(box), to: flow.container)
  }

  /// Ends a container: lines that are all it has become its own; what tables lack is put around its children.
  mutating func finish(_ flow: inout BlockFlow) {
    if !flow.inlineTable.isNone { closeInlineTable(in: &flow) }
    let container = flow.container
    let display = document[tree[container].style].box.display
    let holdsLines = [.block, .cell, .caption].contains(tree[container].kind) && !display.makesItems
    if holdsLines, tree[container].firstChild.isNone, flow.content?.hasContent == true,
      let content = flow.content.take()
    {
      tree[container].inline = addLines(content)
      return
    }
    flushLines(&flow, isSplit: false)
    addMissingTableParts(to: container)
  }
}

extension BoxStyle.Display {
  /// A flex or grid container: its children, and runs of text, are items of its own.
  var makesItems: Bool {
    switch self {
    case .flex, .inlineFlex, .grid, .inlineGrid: true
    default: false
    }
  }
}
