/// Copies a parser's linked nodes into document order.
enum DocumentBuilder {
  static func flatten(_ parser: HTMLParser) -> Document {
    var document = flatten(
      nodes: parser.nodes, links: parser.links, attributes: parser.attributes, bytes: parser.bytes,
      names: parser.names, quirks: parser.quirks, keepsTemplateContents: parser.keepsTemplateContents)
    document.stylePlaces = parser.stylePlaces
    return document
  }

  /// - Parameters:
  ///   - nodes: in any order; the first is the document. Nodes without a parent are left out.
  ///   - links: the first child, last child and next sibling of each node, by its index in `nodes`.
  ///   - keepsTemplateContents: whether `template` elements keep their children, which are not rendered.
  static func flatten(
    nodes: ContiguousArray<Node>, links: ContiguousArray<TreeLinks>, attributes: ContiguousArray<Attribute>,
    bytes: ContiguousArray<UInt8>, names: NameTable, quirks: QuirksMode, keepsTemplateContents: Bool = true
  ) -> Document {
    var document = Document()
    document.attributes = attributes
    document.bytes = bytes
    document.names = names
    document.quirks = quirks
    document.nodes.reserveCapacity(nodes.count)
    var source = NodeID(0)
    var parent = NodeID.none
    var previous = NodeID.none
    while true {
      // Append `source` as the child of `parent` after `previous`.
      var node = nodes[Int(source.index)]
      let id = NodeID(UInt32(document.nodes.count))
      let isEmptied =
        !keepsTemplateContents && node.name == .template && node.kind == .element && node.namespace == .html
      let firstChild = isEmptied ? .none : links[Int(source.index)].firstChild
      node.parent = parent
      node.previousSibling = previous
      node.subtreeEnd = NodeID(source.index)  // The index in `nodes`, until the subtree is complete.
      document.nodes.append(node)
      if node.kind == .element { document.index(id) }
      if !firstChild.isNone {
        (source, parent, previous) = (firstChild, id, .none)
        continue
      }
      // Go up to the next ancestor that has a following sibling.
      var done = id
      while true {
        let origin = document.nodes[Int(done.index)].subtreeEnd
        document.nodes[Int(done.index)].subtreeEnd = NodeID(UInt32(document.nodes.count))
        let next = done == Document.root ? .none : links[Int(origin.index)].nextSibling
        if !next.isNone {
          (source, parent, previous) = (next, document.nodes[Int(done.index)].parent, done)
          break
        }
        if done == Document.root { return document }
        done = document.nodes[Int(done.index)].parent
      }
    }
  }
}

extension Document {
  /// Adds an element to the index of `id` attributes.
  mutating func index(_ id: NodeID) {
    guard let range = attributeRange(id, .id), !range.isEmpty else { return }
    let bytes = bytes
    let atom = names.intern(bytes.span.extracting(range))
    if elementOfID[atom] == nil { elementOfID[atom] = id }
  }
}
