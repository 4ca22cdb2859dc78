import Markup

/// Bloom filters of the names in the subtree of each element, and in its following siblings and their subtrees, for
/// `:has()`.
struct SubtreeFilters {
  private var inside: ContiguousArray<UInt64>
  private var after: ContiguousArray<UInt64>

  init(_ document: Document, _ index: ElementIndex) {
    let nodes = document.nodes
    inside = ContiguousArray(repeating: 0, count: nodes.count)
    after = inside
    // In reverse order, children and following siblings precede a node.
    for node in nodes.indices.reversed() where nodes[node].kind == .element {
      let own = index.filterBits(node) | inside[node]
      let parent = Int(nodes[node].parent.index)
      after[node] = inside[parent]
      inside[parent] |= own
    }
  }

  func mayHave(_ bits: UInt64, _ node: Int, inside isInside: Bool) -> Bool {
    bits & ~(isInside ? inside[node] : after[node]) == 0
  }
}

extension SelectorTable {
  /// The bits of the names in a relative selector of `:has()`.
  func required(by selector: Selector) -> UInt64 {
    var bits: UInt64 = 0
    for compound in compounds[Int(selector.compounds.lowerBound) + 1..<Int(selector.compounds.upperBound)] {
      bits |= AncestorFilter.bits(of: compound.simples, in: self)
    }
    return bits
  }
}
