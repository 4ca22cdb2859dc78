/// The document outline (ISO 32000-1, 12.3.3) as a tree of objects.
struct OutlineTree {
  private struct Node {
    var entry: OutlineEntry
    var number: Int
    /// Indices of nodes; a nil parent is the root.
    var parent: Int?
    var previous: Int?
    var next: Int?
    var first: Int?
    var last: Int?
    /// Descendants that are visible while this node is open.
    var visible = 0

    /// Nodes that it adds to its parent's visible ones.
    var visibleWithin: Int { 1 + (entry.isOpen ? visible : 0) }
  }
  private var nodes: [Node] = []

  /// Reserves the entries' object numbers. Entries with a destination outside the document are left out.
  init(_ entries: [OutlineEntry], to writer: inout DocumentWriter) {
    var open: [Int] = []
    var lastTop: Int?
    for entry in entries where writer.pages.indices.contains(entry.destination.page) {
      while let last = open.last, nodes[last].entry.level >= entry.level { open.removeLast() }
      let index = nodes.count
      let parent = open.last
      let previous = parent.map { nodes[$0].last } ?? lastTop
      nodes.append(Node(entry: entry, number: writer.reserve(), parent: parent, previous: previous))
      if let previous { nodes[previous].next = index }
      if let parent {
        if nodes[parent].first == nil { nodes[parent].first = index }
        nodes[parent].last = index
      } else {
        lastTop = index
      }
      open.append(index)
    }
    // Children follow their parents, so in reverse order each is complete before its parent counts it.
    for index in nodes.indices.reversed() {
      if let parent = nodes[index].parent { nodes[parent].visible += nodes[index].visibleWithin }
    }
  }

  /// - Returns: the root's object number; nil if there are no entries.
  func write(to writer: inout DocumentWriter, _ destinations: Destinations) -> Int? {
    guard !nodes.isEmpty else { return nil }
    let root = writer.reserve()
    for node in nodes {
      var dictionary: PDFDictionary = [
        "Title": .text(node.entry.title), "Parent": .reference(to: node.parent.map { nodes[$0].number } ?? root),
      ]
      let relatives: [(PDFName, Int?)] = [
        ("Prev", node.previous), ("Next", node.next), ("First", node.first), ("Last", node.last),
      ]
      for (key, index) in relatives { dictionary[key] = reference(index) }
      if node.first != nil { dictionary["Count"] = .integer(node.entry.isOpen ? node.visible : -node.visible) }
      destinations.add(node.entry.destination, to: &dictionary)
      writer.write(node.number, dictionary)
    }
    let top = nodes.indices.filter { nodes[$0].parent == nil }
    writer.write(
      root,
      [
        "Type": .name("Outlines"), "First": reference(top.first), "Last": reference(top.last),
        "Count": .integer(top.reduce(0) { $0 + nodes[$1].visibleWithin }),
      ])
    return root
  }

  private func reference(_ index: Int?) -> PDFObject { index.map { .reference(to: nodes[$0].number) } ?? .null }
}
