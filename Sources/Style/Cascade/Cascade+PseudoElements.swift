import Markup

/// Pseudo-elements: which of them an element has, and their styles.
extension Cascade {
  /// Adds the matching rules for pseudo-elements of any element to `pseudoMatched`, if the element can have the
  /// pseudo-element.
  mutating func matchUniversalPseudo(_ node: Int, ancestors: UInt64, _ style: StyleID) {
    for (kind, rank) in index.universalPseudo where canHave(kind, style) { test(rank, node, ancestors) }
    guard pseudoMatched.count > 1 else { return }
    pseudoMatched.sort { proximities.isEmpty ? $0.rank < $1.rank : index.precedes($0.rank, $1.rank, proximities) }
  }

  private func canHave(_ kind: PseudoElement.Kind, _ style: StyleID) -> Bool {
    let display = styles[style].box.display
    switch kind {
    case .marker: return display.isListItem
    case .footnoteCall, .footnoteMarker: return styles[style].box.float == .footnote
    case .before, .after, .firstLetter, .firstLine: return display != .none
    }
  }

  /// Removes the rules for pseudo-elements whose `@container` does not hold. The element itself may be the container,
  /// so that this needs its style.
  mutating func removeUnmetPseudo(_ node: NodeID) {
    for position in pseudoMatched.indices.reversed()
    where !holds(query: index.entries[Int(pseudoMatched[position].rank)].query, from: node) {
      pseudoMatched.remove(at: position)
    }
  }

  /// Whether `content` of a `::before` or `::after` keeps its initial value, with which there is no box: style sheets
  /// often set `box-sizing` for all of them.
  private func isWithoutContent(_ kind: PseudoElement.Kind, _ ranks: ArraySlice<UInt32>) -> Bool {
    guard kind == .before || kind == .after else { return false }
    return !ranks.contains { rules.blocks.setsContent(index.entries[Int($0)].block) }
  }

  /// Computes the styles of the pseudo-elements of an element that have a box.
  mutating func stylePseudoElements(_ node: Int, _ parent: StyleID) {
    let id = NodeID(UInt32(node))
    for kind in PseudoElement.Kind.allCases where kind != .firstLine && canHave(kind, parent) {
      // `::first-letter` inherits from `::first-line`.
      let parent = kind == .firstLetter ? firstLines.styles[id] ?? parent : parent
      key.removeAll(keepingCapacity: true)
      key.append(parent.index)
      key.append(UInt32.max - 1 - UInt32(kind.rawValue))
      containers(of: id, isPseudo: true).append(to: &key)
      let start = key.count
      for (matchedKind, rank) in pseudoMatched where matchedKind == kind { key.append(rank) }
      if key.count == start || isWithoutContent(kind, key[start...]) { continue }
      let style: StyleID
      if let known = cache[key] {
        style = known
      } else {
        let ranks = ContiguousArray(key[start...])
        let computed = compute(
          parent: parent, node: id, ranks: ranks, hint: .none, inline: [], isRoot: false, isPseudo: true,
          isMarker: kind == .marker)
        if computed.isShareable || styles.isFull { cache.insert(key, computed.style) }
        style = computed.style
      }
      if styles[style].box.display == .none { continue }
      if kind == .before || kind == .after, styles[style].content.content?.isEmpty ?? true { continue }
      pseudoStyles[PseudoElement(id, kind)] = style
      if kind == .before || kind == .after { styleOnFirstLine(PseudoElement(id, kind), ranks: key[start...]) }
    }
  }
}
