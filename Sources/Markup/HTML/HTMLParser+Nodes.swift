// Section numbers are those of the HTML standard unless another one is named.

/// Creating, linking and moving nodes of the tree under construction.
extension HTMLParser {
  mutating func addNode(_ kind: Node.Kind, name: Atom, range: Range<UInt32>) -> NodeID {
    let id = NodeID(UInt32(nodes.count))
    if nodes.count >= limits.nodes {
      failure = MarkupError(
        code: .tooManyNodes, message: "The document has more than \(limits.nodes) nodes.", line: Int(line))
    }
    nodes.append(
      Node(
        kind: kind, namespace: .html, column: column, name: name, parent: .none, previousSibling: .none,
        subtreeEnd: .none, range: range, line: line))
    links.append(TreeLinks())
    return id
  }

  mutating func append(_ child: NodeID, to parent: NodeID) {
    let last = links[Int(parent.index)].lastChild
    nodes[Int(child.index)].parent = parent
    nodes[Int(child.index)].previousSibling = last
    if last.isNone {
      links[Int(parent.index)].firstChild = child
    } else {
      links[Int(last.index)].nextSibling = child
    }
    links[Int(parent.index)].lastChild = child
  }

  mutating func insert(_ child: NodeID, before reference: NodeID) {
    let parent = nodes[Int(reference.index)].parent
    let previous = nodes[Int(reference.index)].previousSibling
    nodes[Int(child.index)].parent = parent
    nodes[Int(child.index)].previousSibling = previous
    links[Int(child.index)].nextSibling = reference
    nodes[Int(reference.index)].previousSibling = child
    if previous.isNone {
      links[Int(parent.index)].firstChild = child
    } else {
      links[Int(previous.index)].nextSibling = child
    }
  }

  mutating func detach(_ child: NodeID) {
    let node = nodes[Int(child.index)]
    let next = links[Int(child.index)].nextSibling
    guard !node.parent.isNone else { return }
    if node.previousSibling.isNone {
      links[Int(node.parent.index)].firstChild = next
    } else {
      links[Int(node.previousSibling.index)].nextSibling = next
    }
    if next.isNone {
      links[Int(node.parent.index)].lastChild = node.previousSibling
    } else {
      nodes[Int(next.index)].previousSibling = node.previousSibling
    }
    nodes[Int(child.index)].parent = .none
    links[Int(child.index)].nextSibling = .none
    nodes[Int(child.index)].previousSibling = .none
  }

  /// The position of a new node: the end of `parent`, or before the sibling `before` if that is not `.none`.
  struct Place {
    var parent: NodeID
    var before: NodeID
  }

  /// The appropriate place for inserting a node (13.2.6.1), with foster parenting if that is enabled.
  func appropriatePlace(in target: NodeID? = nil) -> Place {
    let parent = target ?? current
    guard fosterParenting, isTablePart(parent) else { return Place(parent: parent, before: .none) }
    let tableIndex = openElements.lastIndex { isHTML($0, .table) }
    if !templateModes.isEmpty, let templateIndex = openElements.lastIndex(where: { isHTML($0, .template) }),
      templateIndex > tableIndex ?? -1
    {
      return Place(parent: openElements[templateIndex], before: .none)
    }
    guard let tableIndex else { return Place(parent: openElements.first ?? parent, before: .none) }
    let table = openElements[tableIndex]
    let tableParent = nodes[Int(table.index)].parent
    if !tableParent.isNone { return Place(parent: tableParent, before: table) }
    return Place(parent: tableIndex > 0 ? openElements[tableIndex - 1] : parent, before: .none)
  }

  mutating func place(_ node: NodeID, at place: Place) {
    if place.before.isNone { append(node, to: place.parent) } else { insert(node, before: place.before) }
  }

  // Inlined, because a call would copy the parser.
  @inline(__always)
  func isHTML(_ id: NodeID, _ name: Atom) -> Bool {
    nodes[Int(id.index)].name == name && nodes[Int(id.index)].namespace == .html
  }

  /// Whether an element allows no text and few elements as children: others are foster parented.
  func isTablePart(_ id: NodeID) -> Bool {
    guard nodes[Int(id.index)].namespace == .html else { return false }
    switch nodes[Int(id.index)].name {
    case .table, .tbody, .tfoot, .thead, .tr: return true
    default: return false
    }
  }

  /// The current node: the innermost open element, or the document if no element is open.
  var current: NodeID { openElements.last ?? Document.root }
  var currentName: Atom { nodes[Int(current.index)].name }
}
