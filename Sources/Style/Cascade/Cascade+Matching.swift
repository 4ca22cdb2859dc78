import Markup

/// The rules that match an element.
extension Cascade {
  /// Fills `matched` and `pseudoMatched` with the ranks of the matching rules.
  mutating func match(_ node: Int, ancestors: UInt64) {
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
}
