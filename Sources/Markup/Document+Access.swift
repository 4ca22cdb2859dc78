extension Document {
  package subscript(id: NodeID) -> Node {
    _read { yield nodes[Int(id.index)] }
  }

  /// The first child of a node; `.none` if it has none.
  package func firstChild(of id: NodeID) -> NodeID {
    self[id].subtreeEnd.index > id.index + 1 ? NodeID(id.index + 1) : .none
  }

  /// The next node with the same parent; `.none` if there is none.
  package func nextSibling(of id: NodeID) -> NodeID {
    let (parent, end) = (self[id].parent, self[id].subtreeEnd)
    return parent.isNone || end == self[parent].subtreeEnd ? .none : end
  }

  /// The `html` element: the document's first element child; `.none` only in an empty `Document()`.
  package var documentElement: NodeID {
    guard !nodes.isEmpty else { return .none }
    var child = firstChild(of: Self.root)
    while !child.isNone, self[child].kind != .element { child = nextSibling(of: child) }
    return child
  }

  /// An element's local name; empty for text and the document.
  package func name(_ id: NodeID) -> String {
    self[id].kind == .element ? names[self[id].name] : ""
  }

  /// Whether a node is an element with a name, in any namespace.
  package func isElement(_ id: NodeID, _ name: Atom) -> Bool {
    let node = self[id]
    return node.kind == .element && node.name == name
  }

  /// An element's attributes, in source order; none for text.
  package func attributes(of id: NodeID) -> ContiguousArray<Attribute>.SubSequence {
    let node = self[id]
    guard node.kind == .element else { return [] }
    return attributes[Int(node.range.lowerBound)..<Int(node.range.upperBound)]
  }

  /// The range in `bytes` of an attribute's value; `nil` if the element does not have the attribute.
  package func attributeRange(_ id: NodeID, _ name: Atom) -> Range<Int>? {
    let node = self[id]
    guard node.kind == .element else { return nil }
    for index in Int(node.range.lowerBound)..<Int(node.range.upperBound) where attributes[index].name == name {
      let value = attributes[index].value
      return Int(value.lowerBound)..<Int(value.upperBound)
    }
    return nil
  }

  /// The line and column, from 1, of the value of an element's `style` attribute; of the element if that is unknown.
  package func styleAttributePlace(_ id: NodeID) -> (line: Int, column: Int) {
    if let value = attributeRange(id, .style), let place = stylePlaces[UInt32(value.lowerBound)] {
      return (Int(place.line), Int(place.column))
    }
    return (max(1, Int(self[id].line)), max(1, Int(self[id].column)))
  }

  /// The value of an attribute; nil if the element does not have it.
  package func attribute(_ id: NodeID, _ name: Atom) -> String? {
    attributeRange(id, name).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// The value of an attribute; nil if the element does not have it.
  package func attribute(_ id: NodeID, _ name: String) -> String? {
    names.find(name).flatMap { attribute(id, $0) }
  }

  /// Whether a node is an element with attributes.
  package func hasAttributes(_ id: NodeID) -> Bool { self[id].kind == .element && !self[id].range.isEmpty }

  /// Whether an element has an attribute, which may be empty.
  package func hasAttribute(_ id: NodeID, _ name: Atom) -> Bool { attributeRange(id, name) != nil }

  /// The UTF-8 of a text node.
  package func text(_ id: NodeID) -> ContiguousArray<UInt8>.SubSequence {
    let node = self[id]
    guard node.kind == .text else { return [] }
    return bytes[Int(node.range.lowerBound)..<Int(node.range.upperBound)]
  }

  /// The text of a node and its descendants.
  package func textContent(_ id: NodeID) -> String {
    var result = ContiguousArray<UInt8>()
    for index in Int(id.index)..<Int(self[id].subtreeEnd.index) where nodes[index].kind == .text {
      result.append(contentsOf: text(NodeID(UInt32(index))))
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The first element with an `id`.
  package func element(id: String) -> NodeID? { names.find(id).flatMap { elementOfID[$0] } }

  /// The child nodes of a node, in order.
  package func children(of id: NodeID) -> Children {
    Children(nodes: nodes, upcoming: id.index + 1, end: self[id].subtreeEnd.index)
  }

  /// A node's child nodes, in order.
  package struct Children: Sequence, IteratorProtocol {
    let nodes: ContiguousArray<Node>
    var upcoming: UInt32
    let end: UInt32

    package mutating func next() -> NodeID? {
      guard upcoming < end else { return nil }
      defer { upcoming = nodes[Int(upcoming)].subtreeEnd.index }
      return NodeID(upcoming)
    }
  }
}
