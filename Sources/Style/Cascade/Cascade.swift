import Diagnostics
import Markup

/// Computes the style of every element and pseudo-element of a document.
struct Cascade {
  let document: Document
  var rules: RuleSet
  let index: RuleIndex
  let elements: ElementIndex
  var matcher: SelectorMatcher
  var hints: PresentationalHints
  var styleAttributes: StyleAttributes
  var lengths: LengthContext
  let elementSource: ElementSource
  /// The values of declarations with `var()`.
  let resolved = ResolvedValues()
  let containerQueries: [ContainerQuery]
  var containerResults: ContainerResults
  var log: StyleDiagnosticLog

  var styles: StyleTable
  var customSets = CustomSets()
  /// Styles by what they were computed from: the parent's style, the blocks of the element and the matching rules.
  var cache: ByteTable<StyleID>
  /// Styles of first lines to which a `::first-line` rule applies.
  var firstLines = FirstLines()

  private(set) var styleOfNode: ContiguousArray<StyleID>
  private var containers = ContainerTable()
  var pseudoStyles: [PseudoElement: StyleID] = [:]
  /// The `AncestorFilter` bits of each node and its ancestors, by node index.
  private var filters: ContiguousArray<UInt64>

  // Buffers reused for each element.
  var matched = ContiguousArray<UInt32>()
  var pseudoMatched = ContiguousArray<(kind: PseudoElement.Kind, rank: UInt32)>()
  /// The distances of the scoping roots of the matching rules that are scoped.
  var proximities: [UInt32: Int] = [:]
  var inlineBlocks = ContiguousArray<BlockID>()
  var key = ContiguousArray<UInt32>()
  var ordered = OrderedDeclarations()
  var winners = Winners()

  /// - Parameters:
  ///   - rules: its name table must contain the names of the document.
  ///   - containers: the sizes of the query containers; empty before the first layout.
  init(
    _ document: Document, rules: RuleSet, lengths: LengthContext, media: MediaContext,
    containers: [NodeID: ContainerSize], log: StyleDiagnosticLog
  ) {
    self.document = document
    styleAttributes = StyleAttributes(isQuirky: document.isQuirky)
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
    cache = ByteTable(expected: document.nodes.count / 2 + 16)
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
    let root = styles[style].text.unzoomed
    lengths.rootFont = root.font
    lengths.rootLineHeight = root.usedLineHeight
    lengths.hasVerticalRoot = root.writingMode != .horizontal
  }

}
