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
  /// The elements whose named strings or bookmarks contain counters of pages or of other elements.
  var referringTexts: [NodeID] = []
  var counterEffort: CounterEffort
  lazy var radioGroups = RadioGroups(document.document)
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
  let stack = StackGuard()
  /// The link around the boxes being built.
  var link = Box.absent

  init(document: StyledDocument, images: ImageStore) {
    svgDefinitions = SVGDefinitions(document.document)
    generated = GeneratedText(bytes: document.document.bytes.count)
    counterEffort = CounterEffort(bytes: document.document.bytes.count)
    self.document = document
    self.images = images
  }

  /// Builds the whole tree. Returns nil if the root generates no box.
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
    var child = document.document.firstChild(of: node)
    while !child.isNone {
      if !isClosed || document.document[child].kind == .element { try build(child, into: &parent) }
      child = document.document.nextSibling(of: child)
    }
    if document.document.isElement(node, .select) { addWidestOption(of: node, to: &parent) }
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
      link = addLink(to: WebAddress.cleaned(target), node)
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

}
