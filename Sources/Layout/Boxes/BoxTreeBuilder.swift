import Diagnostics
import Markup
import Resources
import Style

/// Builds the box tree of a styled document (css-display-3, CSS 2.2 §9.2) in one pass in document order. Not
/// copyable, for the same reason as `LayoutContext`.
struct BoxTreeBuilder: ~Copyable {
  var document: StyledDocument
  let images: ImageStore
  var tree = BoxTree()
  var counters = Counters()
  var diagnostics = DiagnosticLog(limit: 100)
  /// The style of a `::first-letter` whose letter has not been reached.
  var firstLetter: StyleID?
  /// The style of the block that `firstLetter` belongs to.
  var firstLetterBlock = StyleID(0)
  var targets = Targets()
  var generated: GeneratedText
  var counterEffort: CounterEffort
  /// The running or fixed box being built.
  var owner = BoxID.none
  var svgDefinitions: SVGDefinitions
  /// The styles of frames for missing images, by the styles of the images.
  var missingImageStyles: [StyleID: StyleID] = [:]
  /// The styles of placeholders, by the styles of their fields.
  var placeholderStyles: [StyleID: StyleID] = [:]
  /// The styles of bullets in lines, by those of their markers.
  var bulletStyles: [StyleID: StyleID] = [:]
  /// The styles of markers of pseudo-elements, by the styles of these.
  var pseudoMarkerStyles: [StyleID: StyleID] = [:]
  /// The block whose first line has not been reached, and the style of that line.
  var firstLine: PendingFirstLine?
  var plainItems = PlainItems()
  var depth = 0
  var reversedSteps = 0
  /// The bytes of images that may still be written into drawings, each counted each time.
  var remainingEmbeddedBytes = BoxTreeBuilder.mostEmbeddedBytes
  /// Documents with more boxes are rejected.
  var maxBoxes = 8_000_000
  private let stack = StackGuard()
  /// The link around the boxes being built.
  var link = Box.absent

  init(document: StyledDocument, images: ImageStore) {
    svgDefinitions = SVGDefinitions(document.document)
    generated = GeneratedText(bytes: document.document.bytes.count)
    counterEffort = CounterEffort(bytes: document.document.bytes.count)
    self.document = document
    self.images = images
  }

  /// Builds the whole tree. Nil if the root generates no box.
  mutating func build() throws(LayoutError) -> BoxID? {
    let root = document.document.documentElement
    guard !root.isNone, style(of: root).box.display != .none else { return nil }
    let styleID = document.styleOfNode[Int(root.index)]
    tree.trimsText = document.styles.indices.contains { !document.styles[$0].box.textBoxTrim.isEmpty }
    let isTable = style(of: root).box.display == .table
    if document[styleID].box.pageName != nil { tree.usesNamedPages = true }
    let box = tree.add(Box(kind: isTable ? .table : .block, style: styleID, node: root))
    var parent = ContainerBuilder(container: box)
    findTargets()
    addEffects()
    beginFirstLetter(of: root, style: styleID)
    beginFirstLine(of: root, box: box)
    enterCounters(document[styleID].content, isListItem: false, depth: 0, at: root)
    counters.create(Self.footnoteCounter)
    recordElement(root, style: styleID)
    try buildContents(of: root, into: &parent)
    finish(&parent)
    if isTable { buildGrid(of: box) }
    return box
  }

  // MARK: - One element

  private func style(of node: NodeID) -> ComputedStyle {
    document.styles[Int(document.styleOfNode[Int(node.index)].index)]
  }

  mutating func buildContents(of node: NodeID, into parent: inout ContainerBuilder) throws(LayoutError) {
    try buildPseudo(.before, of: node, into: &parent)
    // Only the summary of closed `details` is shown (HTML 15.4.2).
    let isClosed = document.document.isElement(node, .details) && !document.document.hasAttribute(node, .open)
    var child = document.document[node].firstChild
    while !child.isNone {
      if !isClosed || document.document[child].kind == .element { try build(child, into: &parent) }
      child = document.document[child].nextSibling
    }
    try buildPseudo(.after, of: node, into: &parent)
  }

  mutating func build(_ node: NodeID, into parent: inout ContainerBuilder) throws(LayoutError) {
    let entry = document.document[node]
    switch entry.kind {
    case .document: return
    case .text: buildText(node, into: &parent)
    case .element: try buildElement(node, into: &parent)
    }
    guard tree.boxes.count < maxBoxes else {
      throw LayoutError(
        code: .tooManyBoxes, message: "The document makes more than \(maxBoxes) boxes.", line: Int(entry.line))
    }
  }

  private mutating func buildElement(_ node: NodeID, into parent: inout ContainerBuilder) throws(LayoutError) {
    let styleID = document.styleOfNode[Int(node.index)]
    let display = document[styleID].box.display
    guard display != .none else { return }
    guard stack.hasSpace else {
      return warn("elements_nested_too_deep", "Elements are nested too deep; the innermost are left out", at: node)
    }
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
    if document[styleID].box.containment.contains(.style) { counters.beginContainment(depth: depth) }
    recordElement(node, style: styleID)
    try buildBox(of: node, style: styleID, display: display, into: &parent)
    if document[styleID].box.containment.contains(.style) { counters.endContainment(depth: depth) }
    counters.leave(depth: depth)
    recordCountersAtEnd(of: node)
  }

  mutating func addLink(to target: String, _ node: NodeID, part: Fragment.Part = .content) -> UInt32 {
    tree.links.append(BoxLink(target: target, node: node, part: part))
    return UInt32(tree.links.count - 1)
  }

  private mutating func buildBox(
    of node: NodeID, style styleID: StyleID, display: BoxStyle.Display, into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    // Elements that are more than boxes around their children are not shown with `display: contents` (css-display-3,
    // appendix B).
    if document.document.isElement(node, .br) {
      if display != .contents { addForcedBreak(style: styleID, node: node, to: &parent) }
      return
    }
    if document.document.isElement(node, .wbr) {
      if display != .contents { addBreakOpportunity(style: styleID, to: &parent) }
      return
    }
    if let replaced = replacedContent(of: node, style: styleID) {
      if display == .contents { return }
      return try buildReplaced(replaced, of: node, style: styleID, display: display, into: &parent)
    }
    if document.document.isElement(node, .img) {
      if display == .contents { return }
      placeMissingImage(node, style: styleID, display: display, in: &parent)
      return
    }
    if document[styleID].box.float == .footnote, owner.isNone {
      return try buildFootnote(node, style: styleID, into: &parent)
    }
    switch display {
    case .none: return
    case .contents: try buildContents(of: node, into: &parent)
    case .inline where isInlineBox(node, styleID, in: parent),
      .inlineListItem where isInlineBox(node, styleID, in: parent):
      try buildInline(of: node, style: styleID, isListItem: display == .inlineListItem, into: &parent)
    case _ where display.isTurnedAsAWhole && document.turns[node] != nil:
      try buildTurnedContainer(of: node, style: styleID, display: display, into: &parent)
    default:
      let box = place(Box(kind: Self.kind(of: display), style: styleID, node: node), display: display, in: &parent)
      let outerOwner = owner
      if owner.isNone, repeats(styleID) { owner = box }
      try fill(box, from: node, style: styleID, display: display)
      owner = outerOwner
    }
  }

  private mutating func buildReplaced(
    _ content: ReplacedContent, of node: NodeID, style styleID: StyleID, display: BoxStyle.Display,
    into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    var content = content
    if document[styleID].box.containment.contains(.skipsContents) { content.kind = .blank }
    tree.replaced.append(content)
    let payload = UInt32(tree.replaced.count - 1)
    if document.turns[node] != nil {
      return try buildTurnedContainer(of: node, style: styleID, display: display, replaced: payload, into: &parent)
    }
    var box = Box(kind: .replaced, style: styleID, node: node)
    box.payload = payload
    place(box, display: display, in: &parent)
  }

  private mutating func buildInline(
    of node: NodeID, style styleID: StyleID, isListItem: Bool, into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    openInline(style: styleID, onFirstLine: document.firstLines.styles[node], node: node, in: &parent)
    if isListItem {
      let marker = markerStyle(of: node, style: styleID)
      addInlineMarker(of: node, style: marker, to: &parent)
    }
    addControlText(of: node, style: styleID, to: &parent)
    if document.document.isElement(node, .ruby) {
      try buildPseudo(.before, of: node, into: &parent)
      try buildRuby(of: node, style: styleID, into: &parent)
      try buildPseudo(.after, of: node, into: &parent)
    } else {
      try buildContents(of: node, into: &parent)
    }
    closeInline(in: &parent)
  }

  /// Builds a table, flex or grid container, or a replaced box, that is turned as a whole.
  /// - Parameter replaced: index of the content of a replaced box.
  private mutating func buildTurnedContainer(
    of node: NodeID, style styleID: StyleID, display: BoxStyle.Display, replaced: UInt32? = nil,
    into parent: inout ContainerBuilder
  ) throws(LayoutError) {
    guard let turn = document.turns[node] else { return }
    let outside = document.turnedFrameStyle(styleID)
    let frame = place(Box(kind: .block, style: outside), display: document[outside].box.display, in: &parent)
    let plain = document.anonymousStyle(inheriting: styleID, display: .flowRoot)
    let inner = tree.addTurnedFrame(to: frame, style: plain, turn, link: link)
    let style = document.turnedContainerStyle(styleID, turn)
    var content = Box(kind: replaced == nil ? Self.kind(of: display) : .replaced, style: style, node: node)
    if let replaced { content.payload = replaced }
    let box = tree.add(content)
    tree.append(box, to: inner)
    guard replaced == nil else { return }
    let outerOwner = owner
    if owner.isNone, repeats(outside) { owner = frame }
    try fill(box, from: node, style: style, display: display)
    owner = outerOwner
  }

  /// Builds the content of a block container or table part.
  private mutating func fill(
    _ box: BoxID, from node: NodeID, style styleID: StyleID, display: BoxStyle.Display
  ) throws(LayoutError) {
    var container = box
    if let turn = document.turns[node], !display.isTurnedAsAWhole {
      container = tree.addTurnedContent(to: box, style: styleID, turn, &document, link: link)
    }
    var inner = ContainerBuilder(container: container)
    let outerLine = beginFirstLine(of: node, box: container)
    if display.isListItem {
      addMarker(to: box, node: node, style: markerStyle(of: node, style: styleID), inside: &inner)
    }
    addControlText(of: node, style: styleID, to: &inner)
    let outer = firstLetter
    beginFirstLetter(of: node, style: styleID)
    let own = firstLetter
    if !document[styleID].box.containment.contains(.skipsContents) { try buildContents(of: node, into: &inner) }
    endFirstLetter(own: own, outer: outer, style: styleID)
    finish(&inner)
    endFirstLine(outer: outerLine, style: styleID)
    if tree[box].kind == .table { buildGrid(of: box) }
  }
}
