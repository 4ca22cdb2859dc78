import Markup

/// Styles on first lines that a `::first-line` rule applies to (css-pseudo-4 §2.1).
package struct FirstLines: Sendable {
  /// For a block container, the style of its first line. For an inline element, its style on the first line, which
  /// inherits from the style of the line.
  package internal(set) var styles: [NodeID: StyleID] = [:]
  /// The styles of `::before` and `::after` on the first line.
  package internal(set) var pseudoStyles: [PseudoElement: StyleID] = [:]
  /// The `::first-line` rules that apply to the first line of each block container, those of the outermost element
  /// first.
  var chains: [Int: [ContiguousArray<UInt32>]] = [:]
  /// Block containers whose first line has begun: a later child block does not contain the first line.
  var begun: Set<Int> = []

  /// Maximum number of nested `::first-line` styles of one line; outer ones are ignored.
  static let deepestChain = 8
}

extension Cascade {
  /// Records that a text node begins the first line of its container, unless its white space collapses to nothing.
  mutating func recordFirstLineText(_ node: Int, in parent: Int) {
    guard firstLines.chains[parent] != nil, !firstLines.begun.contains(parent) else { return }
    let collapses = styles[styleOfNode[parent]].text.whiteSpace.collapsesSpaces
    let isBlank = document.text(NodeID(UInt32(node))).allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if !(isBlank && collapses) { firstLines.begun.insert(parent) }
  }

  /// Computes the style of an inline element on a first line, or the style of a block container's first line. Called
  /// for each element in document order after its rules have been matched.
  mutating func styleFirstLine(_ node: Int, parent: Int) {
    let style = styles[styleOfNode[node]].box
    guard style.display != .none else { return }
    let isInFlow =
      style.float == .none && (style.position == .static || style.position == .relative || style.position == .sticky)
    let id = NodeID(UInt32(node))
    switch style.display {
    case .inline, .inlineListItem, .contents:
      if isInFlow { firstLines.begun.insert(parent) }
      guard isInFlow, let line = firstLines.styles[document[id].parent] else { return }
      firstLines.styles[id] = self.style(of: node, parent: line, isRoot: false)
    case .block, .listItem, .flowRoot, .inlineBlock, .inlineBlockListItem, .tableCell, .tableCaption:
      var chain: [ContiguousArray<UInt32>] = []
      let isBlock = style.display == .block || style.display == .listItem || style.display == .flowRoot
      if isInFlow, firstLines.begun.insert(parent).inserted, isBlock { chain = firstLines.chains[parent] ?? [] }
      let own = ContiguousArray(pseudoMatched.lazy.filter { $0.kind == .firstLine }.map(\.rank))
      if !own.isEmpty { chain.append(own) }
      guard !chain.isEmpty else { return }
      chain = chain.suffix(FirstLines.deepestChain)
      firstLines.chains[node] = chain
      var line = styleOfNode[node]
      for ranks in chain { line = firstLineStyle(of: id, parent: line, ranks: ranks) }
      firstLines.styles[id] = line
    default:
      if isInFlow { firstLines.begun.insert(parent) }
    }
  }

  private mutating func firstLineStyle(of node: NodeID, parent: StyleID, ranks: ContiguousArray<UInt32>) -> StyleID {
    key.removeAll(keepingCapacity: true)
    key.append(parent.index)
    key.append(UInt32.max - 1 - UInt32(PseudoElement.Kind.firstLine.rawValue))
    containers(of: node, isPseudo: true).append(to: &key)
    key.append(contentsOf: ranks)
    if let known = cache[key] { return known }
    let own = key
    let computed = compute(
      parent: parent, node: node, ranks: ranks, hint: .none, inline: [], isRoot: false, isFirstLine: true)
    if computed.isShareable || styles.isFull { cache.insert(own, computed.style) }
    return computed.style
  }

  /// Computes the style of `::before` or `::after` on a first line.
  mutating func styleOnFirstLine(_ pseudo: PseudoElement, ranks: ArraySlice<UInt32>) {
    guard let line = firstLines.styles[pseudo.node] else { return }
    let ranks = ContiguousArray(ranks)
    let computed = compute(
      parent: line, node: pseudo.node, ranks: ranks, hint: .none, inline: [], isRoot: false, isPseudo: true)
    firstLines.pseudoStyles[pseudo] = computed.style
  }
}
