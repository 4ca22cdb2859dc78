import Markup

/// Styles of what stands on the first line of a block that `::first-line` reaches (css-pseudo-4 §2.1).
package struct FirstLines: Sendable {
  /// Of a block container: the line's own style; of an inline element: its style where it stands on that line, inheriting
  /// from the line.
  package internal(set) var styles: [NodeID: StyleID] = [:]
  /// The same of `::before` and `::after`.
  package internal(set) var pseudoStyles: [PseudoElement: StyleID] = [:]
  /// By block container: the rules of each `::first-line` that reaches its first line, outermost first.
  var chains: [Int: [ContiguousArray<UInt32>]] = [:]
  /// Block containers of which something that takes room has come: no later block holds their first line.
  var begun: Set<Int> = []

  /// Elements around each other whose `::first-line` styles one line; outer ones beyond are passed over.
  static let deepestChain = 8
}

extension Cascade {
  /// Text that does not vanish holds the first line of its container.
  mutating func noteText(_ node: Int, in parent: Int) {
    guard firstLines.chains[parent] != nil, !firstLines.begun.contains(parent) else { return }
    let collapses = styles[Int(styleOfNode[parent].index)].text.whiteSpace.collapsesSpaces
    let isBlank = document.text(NodeID(UInt32(node))).allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if !(isBlank && collapses) { firstLines.begun.insert(parent) }
  }

  /// An element's style on the first line that it stands on, or the style of its own first line. Called for each element
  /// in document order, when its rules have been matched.
  mutating func styleFirstLine(_ node: Int, parent: Int) {
    let style = styles[Int(styleOfNode[node].index)].box
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
    key.append(contentsOf: ranks)
    if let known = cache.find(key) { return known }
    let own = key
    let computed = compute(
      parent: parent, node: node, ranks: ranks, hint: .none, inline: .none, isRoot: false, isFirstLine: true)
    if computed.isShareable || styles.count >= Self.styleLimit { cache.insert(own, computed.style) }
    return computed.style
  }

  /// The style of `::before` or `::after` where it stands on a first line.
  mutating func styleOnFirstLine(_ pseudo: PseudoElement, ranks: ArraySlice<UInt32>) {
    guard let line = firstLines.styles[pseudo.node] else { return }
    let ranks = ContiguousArray(ranks)
    let computed = compute(
      parent: line, node: pseudo.node, ranks: ranks, hint: .none, inline: .none, isRoot: false, isPseudo: true)
    firstLines.pseudoStyles[pseudo] = computed.style
  }

  /// Drops the declarations of properties that do not apply to `::first-line` (css-pseudo-4 §2.1.1).
  static func keepFirstLineProperties(_ winners: inout ContiguousArray<Int32>) {
    for property in Property.allCases where !property.appliesToFirstLine { winners[Int(property.rawValue)] = -1 }
  }
}

extension Property {
  /// Fonts, colour, backgrounds, text decoration, and of css-text and css-inline what inline boxes take.
  var appliesToFirstLine: Bool {
    switch self {
    case .fontSize, .fontFamily, .fontWeight, .fontStyle, .fontStretch, .fontVariantCaps, .fontVariantLigatures,
      .fontVariantNumeric, .fontVariantEastAsian, .fontVariantPosition, .fontVariantAlternates, .fontKerning,
      .fontFeatureSettings, .lineHeight, .color, .letterSpacing, .wordSpacing, .textTransform, .textShadow,
      .textUnderlinePosition, .textEmphasisStyle, .textEmphasisColor, .textEmphasisPosition, .textDecorationSkipInk,
      .fontSynthesisWeight, .fontSynthesisStyle, .fontSynthesisSmallCaps, .fontSizeAdjust, .textDecorationLine,
      .textDecorationStyle, .textDecorationColor, .textDecorationThickness,
      .textUnderlineOffset, .verticalAlign, .opacity, .backgroundColor, .backgroundImage, .backgroundPositionX,
      .backgroundPositionY, .backgroundSize, .backgroundRepeat, .backgroundOrigin, .backgroundClip,
      .backgroundAttachment, .custom:
      true
    default: false
    }
  }
}
