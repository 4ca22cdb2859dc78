import Diagnostics
import Markup

/// Computes the style of every element and pseudo-element of a document.
struct Cascade {
  let document: Document
  private(set) var rules: RuleSet
  let index: RuleIndex
  private let elements: ElementIndex
  var matcher: SelectorMatcher
  private var hints: PresentationalHints
  private var styleAttributes = StyleAttributes()
  private var lengths: LengthContext
  private let elementSource: ElementSource
  /// The values of declarations with `var()`.
  private let resolved = ResolvedValues()
  let containerQueries: [ContainerQuery]
  var containerResults: ContainerResults
  private(set) var log: StyleDiagnosticLog

  private(set) var styles: StyleTable
  private(set) var customSets = CustomSets()
  /// Styles by what they were computed from: the parent's style, the blocks of the element and the matching rules.
  var cache = ByteTable<StyleID>()
  /// Styles of first lines to which a `::first-line` rule applies.
  var firstLines = FirstLines()

  private(set) var styleOfNode: ContiguousArray<StyleID>
  private var containers = ContainerTable()
  var pseudoStyles: [PseudoElement: StyleID] = [:]
  /// By node index: `AncestorFilter` bits of the node and its ancestors.
  private var filters: ContiguousArray<UInt64>

  // Buffers reused for each element.
  private var matched = ContiguousArray<UInt32>()
  var pseudoMatched = ContiguousArray<(kind: PseudoElement.Kind, rank: UInt32)>()
  /// The distances of the scoping roots of the matching rules that are scoped.
  var proximities: [UInt32: Int] = [:]
  private var inlineBlocks = ContiguousArray<BlockID>()
  var key = ContiguousArray<UInt32>()
  private var ordered = OrderedDeclarations()
  private var winners = Winners()

  /// - Parameters:
  ///   - rules: its name table must contain the names of the document.
  ///   - containers: the sizes of the query containers; empty before the first layout.
  init(
    _ document: Document, rules: RuleSet, lengths: LengthContext, media: MediaContext,
    containers: [NodeID: ContainerSize], log: StyleDiagnosticLog
  ) {
    self.document = document
    self.lengths = lengths
    elementSource = ElementSource(document, media: media)
    self.log = log
    containerQueries = rules.containerQueries
    containerResults = ContainerResults(sizes: containers)
    var rules = rules
    elements = ElementIndex(
      document, names: &rules.names, filteredAttributes: rules.selectors.filteredAttributes)
    index = RuleIndex(rules)
    matcher = SelectorMatcher(rules, index: elements)
    hints = PresentationalHints(document)
    self.rules = rules
    customSets.registered = rules.registered
    styleOfNode = ContiguousArray(repeating: StyleID(0), count: document.nodes.count)
    filters = ContiguousArray(repeating: 0, count: document.nodes.count)
    styles = StyleTable(expected: document.nodes.count / 2 + 16)
  }

  /// The work of matching selectors so far; see `SelectorMatcher.steps`.
  var selectorSteps: Int { matcher.steps }

  mutating func run() {
    let root = document.documentElement
    for node in document.nodes.indices.dropFirst() {
      let parent = Int(document.nodes[node].parent.index)
      guard document.nodes[node].kind == .element else {
        styleOfNode[node] = styleOfNode[parent]
        if index.hasFirstLine { recordFirstLineText(node, in: parent) }
        continue
      }
      let isRoot = node == Int(root.index)
      let parentStyle = styleOfNode[parent]
      filters[node] = filters[parent] | elements.filterBits(node)
      // Descendants of `display: none` have no box, but drawings may refer to elements of other drawings.
      let isInDrawing = document.nodes[node].namespace == .svg && document.nodes[parent].namespace == .svg
      if styles[parentStyle].box.display == .none, !isInDrawing {
        styleOfNode[node] = parentStyle
        recordContainer(node, in: parent)
        continue
      }
      match(node, ancestors: filters[parent])
      let style = style(of: node, parent: parentStyle, isRoot: isRoot)
      styleOfNode[node] = style
      recordContainer(node, in: parent)
      if isRoot { setRoot(style) }
      matchUniversalPseudo(node, ancestors: filters[parent], style)
      if !containerQueries.isEmpty { removeUnmetPseudo(NodeID(UInt32(node))) }
      if index.hasFirstLine { styleFirstLine(node, parent: parent) }
      if !pseudoMatched.isEmpty { stylePseudoElements(node, style) }
    }
    warnOfLimits()
  }

  private mutating func warnOfLimits() {
    let start = SourceLocation(line: 1, column: 1)
    if styles.isFull {
      log.warn(
        .styleLimitExceeded, "More than \(StyleTable.limit) different styles; some attributes were ignored", at: start)
    }
    if customSets.isFull {
      log.warn(
        .styleLimitExceeded,
        "Custom properties have more than \(CustomSets.byteLimit >> 20) MB; some were ignored", at: start)
    }
    if customSets.lacksValues {
      log.warn(
        .styleLimitExceeded,
        "Custom properties whose values are longer than \(Substitution.byteLimit >> 10) KB, or refer to others over more than "
          + "\(Substitution.depthLimit) levels, were ignored", at: start)
    }
    if matcher.isExhausted {
      log.warn(.styleLimitExceeded, "Selectors took too long to match; some were ignored", at: start)
    }
  }

  /// The style of the root element for a viewport size, px, which becomes that of the cascade. Page boxes inherit the
  /// style, and their size is that of the final viewport.
  mutating func rootStyle(viewport: (width: Double, height: Double)) -> ComputedStyle {
    setViewport(viewport)
    let root = document.documentElement
    guard !root.isNone else { return styles[StyleID(0)] }
    match(Int(root.index), ancestors: 0)
    inlineBlocks.removeAll(keepingCapacity: true)
    findInlineBlocks(root)
    let hint = hints.block(for: root, blocks: &rules.blocks)
    let style = compute(parent: StyleID(0), node: root, ranks: matched, hint: hint, inline: inlineBlocks, isRoot: true)
    return styles[style.style]
  }

  /// Sets what viewport units refer to, px.
  mutating func setViewport(_ size: (width: Double, height: Double)) {
    (lengths.viewportWidth, lengths.viewportHeight) = (size.width, size.height)
  }

  /// Whether a style depends on the size of a container.
  var usesContainerUnits: Bool { lengths.containerUse.occurred }

  private mutating func recordContainer(_ node: Int, in parent: Int) {
    containers.add(
      node, in: parent, styles[styleOfNode[node]].box.containerType,
      size: containerResults.sizes[NodeID(UInt32(node))], count: document.nodes.count)
  }

  /// The containers around an element, or around the pseudo-elements of one.
  func containers(of node: NodeID, isPseudo: Bool) -> ContainerLengths {
    containers.lengths(inside: isPseudo ? node : document[node].parent)
  }

  private mutating func setRoot(_ style: StyleID) {
    let root = styles[style].text
    lengths.rootFont = root.font
    lengths.rootLineHeight = root.usedLineHeight
    lengths.hasVerticalRoot = root.writingMode != .horizontal
  }

  // MARK: - Matching

  /// Fills `matched` and `pseudoMatched` with the ranks of the matching rules.
  private mutating func match(_ node: Int, ancestors: UInt64) {
    matched.removeAll(keepingCapacity: true)
    pseudoMatched.removeAll(keepingCapacity: true)
    if !proximities.isEmpty { proximities.removeAll(keepingCapacity: true) }
    for rank in index.universal { test(rank, node, ancestors) }
    for rank in index.ranks(type: document.nodes[node].name) { test(rank, node, ancestors) }
    let classes = elements.classRanges[node]
    for position in Int(classes.lowerBound)..<Int(classes.upperBound) {
      let name = elements.classAtoms[position]
      for rank in index.ranks(class: name) { test(rank, node, ancestors) }
    }
    if elements.ids[node] != .max {
      for rank in index.ranks(id: elements.ids[node]) { test(rank, node, ancestors) }
    }
    guard matched.count > 1 else { return }
    if proximities.isEmpty { matched.sort() } else { matched.sort { index.precedes($0, $1, proximities) } }
  }

  mutating func test(_ rank: UInt32, _ node: Int, _ ancestors: UInt64) {
    let selector = index.entries[Int(rank)].selector
    guard selector.ancestors & ~ancestors == 0, matches(rank, selector, node) else { return }
    if let pseudo = selector.pseudo {
      pseudoMatched.append((pseudo, rank))
    } else if holds(query: index.entries[Int(rank)].query, from: document.nodes[node].parent) {
      matched.append(rank)
    }
  }

  private mutating func matches(_ rank: UInt32, _ selector: Selector, _ node: Int) -> Bool {
    let scope = index.entries[Int(rank)].scope
    guard scope != 0 else { return matcher.matches(selector, node) }
    guard let proximity = matcher.proximity(selector, node, scope: scope) else { return false }
    proximities[rank] = proximity
    return true
  }

  /// What lengths in conditions on a container refer to.
  func lengths(in container: ComputedStyle) -> LengthContext {
    var lengths = lengths
    lengths.font = container.text.font
    lengths.lineHeight = container.text.usedLineHeight
    return lengths
  }

  // MARK: - Styles

  mutating func style(of node: Int, parent: StyleID, isRoot: Bool) -> StyleID {
    let id = NodeID(UInt32(node))
    let isFull = styles.isFull
    let hint = isFull ? .none : hints.block(for: id, blocks: &rules.blocks)
    inlineBlocks.removeAll(keepingCapacity: true)
    if !isFull { findInlineBlocks(id) }
    key.removeAll(keepingCapacity: true)
    key.append(parent.index)
    key.append(hint.index)
    key.append(isRoot ? 1 : 0)
    containers(of: id, isPseudo: false).append(to: &key)
    key.append(UInt32(inlineBlocks.count))
    for block in inlineBlocks { key.append(block.index) }
    key.append(contentsOf: matched)
    if let known = cache[key] { return known }
    let computed = compute(parent: parent, node: id, ranks: matched, hint: hint, inline: inlineBlocks, isRoot: isRoot)
    if computed.isShareable || isFull { cache.insert(key, computed.style) }
    return computed.style
  }

  /// - Parameter inline: the blocks of the `style` attribute.
  mutating func compute(
    parent: StyleID, node: NodeID, ranks: ContiguousArray<UInt32>, hint: BlockID, inline: ContiguousArray<BlockID>,
    isRoot: Bool, isFirstLine: Bool = false, isPseudo: Bool = false
  ) -> (style: StyleID, isShareable: Bool) {
    let isShareable = order(ranks, hint: hint, inline: inline)
    let declarations = rules.blocks.declarations
    let element = ElementReader(elementSource, node: node)
    let customSet = customSets.add(
      ordered.customProperties(declarations), parent: styles[parent].customSet, of: element)
    lengths.container = containers(of: node, isPseudo: isPseudo || isFirstLine)
    var computer = StyleComputer(
      parents: styles.all, parent: Int(parent.index), lengths: lengths, element: element, isRoot: isRoot,
      customs: customSets, customSet: customSet)
    computer.resolved = resolved
    computer.isPseudo = isPseudo || isFirstLine
    let isRightToLeft = computer.parent.text.direction == .rightToLeft
    let writing = ordered.writingMode(declarations, inherited: computer.parent.text.writingMode)
    ordered.findWinners(declarations, isRightToLeft: isRightToLeft, writing: writing, into: &winners)
    if isFirstLine { Self.keepFirstLineProperties(&winners) }
    computer.compute(winners: winners, declarations: declarations) { [ordered] in
      ordered.fallback($0, $1, declarations)
    }
    // The computer refers to `styles` until it returns its style.
    return (styles.add(computer.finished()), isShareable)
  }

  /// Puts the declarations of an element into cascade order.
  /// - Returns: whether elements that match the same rules have the same values.
  private mutating func order(
    _ ranks: ContiguousArray<UInt32>, hint: BlockID, inline: ContiguousArray<BlockID>
  ) -> Bool {
    var isShareable = true
    ordered.removeAll()
    var hintAdded = false
    for rank in ranks {
      let entry = index.entries[Int(rank)]
      if !hintAdded, Int(rank) >= index.authorStart {
        ordered.add(hint, rules.blocks, .hint, layer: 0)
        hintAdded = true
      }
      if rules.blocks.dependsOnElement(entry.block) { isShareable = false }
      ordered.add(entry.block, rules.blocks, Int(rank) < index.authorStart ? .userAgent : .author, layer: entry.layer)
    }
    if !hintAdded { ordered.add(hint, rules.blocks, .hint, layer: 0) }
    for block in inline {
      if rules.blocks.dependsOnElement(block) { isShareable = false }
      ordered.add(block, rules.blocks, .inline, layer: .max)
    }
    ordered.addImportant()
    return isShareable
  }

  /// Adds the blocks of the `style` attribute to `inlineBlocks`.
  private mutating func findInlineBlocks(_ node: NodeID) {
    guard let range = document.attributeRange(node, .style), !range.isEmpty else { return }
    document.bytes.withUnsafeBufferPointer { bytes in
      styleAttributes.append(
        UnsafeBufferPointer(rebasing: bytes[range]), place: document.styleAttributePlace(node), to: &inlineBlocks,
        blocks: &rules.blocks, log: &log)
    }
  }
}
