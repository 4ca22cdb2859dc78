import Markup

/// The elements that force a break or have a named page.
struct ForcedBreaks {
  /// The elements in document order, in which nearly all of them are added.
  private var nodes: ContiguousArray<NodeID> = []

  mutating func add(_ node: NodeID) { nodes.insert(node, at: position(of: node)) }

  /// Whether a range of nodes has one.
  func occur(from start: NodeID, to end: NodeID) -> Bool {
    let index = position(of: start)
    return index < nodes.count && nodes[index] < end
  }

  /// The index of the first element that is not before `node`.
  private func position(of node: NodeID) -> Int {
    guard let last = nodes.last, last >= node else { return nodes.count }
    var (low, high) = (0, nodes.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle] < node { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
