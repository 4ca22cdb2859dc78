import Markup

extension Document {
  /// A node and its descendants.
  func nodes(in root: NodeID) -> some Sequence<NodeID> {
    (root.index..<self[root].subtreeEnd.index).lazy.map { NodeID($0) }
  }

  /// The bytes of the text or the attributes of a node. A call that is not inlined copies the document.
  @inline(__always)
  func ownSize(of node: NodeID) -> Int {
    self[node].kind == .text ? text(node).count : attributes(of: node).reduce(0) { $0 + $1.value.count }
  }

  /// The bytes of the text and the attributes of a node and its descendants.
  func size(of root: NodeID) -> Int { nodes(in: root).reduce(0) { $0 + ownSize(of: $1) } }

  /// The first element of each identifier.
  func identifiers(in root: NodeID) -> [String: NodeID] {
    let all = nodes(in: root).compactMap { node in attribute(node, .id).map { ($0, node) } }
    return Dictionary(all) { first, _ in first }
  }
}
