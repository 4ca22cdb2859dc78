import Markup

/// Tests of one element: the simple selectors of a compound.
extension SelectorMatcher {
  mutating func matchesCompound(_ simples: Range<UInt32>, _ node: Int, _ anchor: Int) -> Bool {
    for simple in simples {
      guard matchesSimple(table.simples[Int(simple)], node, anchor) else { return false }
    }
    return true
  }

  private mutating func matchesSimple(_ simple: SimpleSelector, _ node: Int, _ anchor: Int) -> Bool {
    switch simple.kind {
    case .type:
      let name = document.nodes[node].name
      return name == simple.atom && document.nodes[node].namespace == .html || name.index == simple.argument
    case .id: return index.ids[node] == simple.atom.index
    case .class:
      count(steps: index.classRanges[node].count / 16)
      return index.hasClass(node, simple.atom)
    case .namespace: return UInt32(document.nodes[node].namespace.rawValue) == simple.argument
    case .attribute: return matchesAttribute(Int(simple.argument), node)
    case .nth: return matchesNth(Int(simple.argument), node)
    case .matchesAny: return matchesAny(table.lists[Int(simple.argument)], node, anchor: anchor)
    case .not: return !matchesAny(table.lists[Int(simple.argument)], node, anchor: anchor)
    case .has: return matchesHas(table.lists[Int(simple.argument)], node)
    case .language:
      count(steps: levels(node))
      return matchesLanguage(table.languages[Int(simple.argument)], node)
    case .root: return parent(node) == nil
    case .scope: return scopingRoot.map { $0 == node } ?? (parent(node) == nil)
    case .empty: return isEmpty(node)
    case .leftToRight: return !isRightToLeft(node)
    case .rightToLeft: return isRightToLeft(node)
    case .anchor: return node == anchor
    case .never: return false
    case .link, .checked, .disabled, .enabled, .required, .optional, .readOnly, .readWrite, .placeholderShown,
      .defaulted:
      if simple.kind == .disabled || simple.kind == .enabled { count(steps: levels(node)) }
      if simple.kind == .checked, document.nodes[node].name == .option { return selectedOptions.contains(node) }
      if simple.kind == .checked, document.nodes[node].name == .input,
        !radioGroups.isChecked(NodeID(UInt32(node)), document)
      {
        return false
      }
      return FormState.matches(simple.kind, NodeID(UInt32(node)), document)
    }
  }

  /// The number of ancestors.
  private func levels(_ node: Int) -> Int {
    var count = 0
    var current = node
    while let ancestor = parent(current) { (current, count) = (ancestor, count + 1) }
    return count
  }

  private mutating func isRightToLeft(_ node: Int) -> Bool {
    count(steps: levels(node))
    switch Directionality.origin(NodeID(UInt32(node)), document) {
    case .attribute(let isRightToLeft): return isRightToLeft
    case .text(let element):
      if let known = textDirections[element.index] { return known }
      let isRightToLeft = Directionality.automatic(element, document) ?? false
      textDirections[element.index] = isRightToLeft
      return isRightToLeft
    }
  }

  private func isEmpty(_ node: Int) -> Bool {
    for child in document.children(of: NodeID(UInt32(node))) {
      let node = document[child]
      if node.kind == .element || !node.range.isEmpty { return false }
    }
    return true
  }

  /// - Parameter test: an index in `attributeTests`, which are not copied because that would retain their parts.
  private mutating func matchesAttribute(_ test: Int, _ node: Int) -> Bool {
    count(steps: document.nodes[node].range.count / 16)
    let isHTML = document.nodes[node].namespace == .html
    let name = isHTML ? table.attributeTests[test].lowerName : table.attributeTests[test].name
    guard let range = document.attributeRange(NodeID(UInt32(node)), name) else { return false }
    count(steps: range.count / 64)
    return table.attributeTests[test].matches(document.bytes, range)
  }

  private mutating func matchesNth(_ number: Int, _ node: Int) -> Bool {
    let test = table.nthTests[number]
    guard let list = test.selectors else { return test.matches(positions.position(of: node, test)) }
    guard matchesAny(list, node) else { return false }
    if scopingRoot == nil, let known = positions.filtered[number]?[node] { return test.matches(known) }
    // Count all siblings at once, which keeps long sibling lists linear.
    var members: [Int] = []
    let parent = document.nodes[node].parent
    for sibling in document.children(of: parent) {
      if document[sibling].kind == .element, matchesAny(list, Int(sibling.index)) {
        members.append(Int(sibling.index))
      }
    }
    if scopingRoot != nil {
      let place = members.firstIndex(of: node) ?? 0
      return test.matches(test.fromEnd ? members.count - place : place + 1)
    }
    for (place, member) in members.enumerated() {
      positions.filtered[number, default: [:]][member] = test.fromEnd ? members.count - place : place + 1
    }
    return test.matches(positions.filtered[number]?[node] ?? 0)
  }

  private mutating func matchesHas(_ list: Range<UInt32>, _ node: Int) -> Bool {
    for number in list {
      let selector = table.selectors[Int(number)]
      // The first compound is the anchor. The combinator of the second determines where to search.
      let combinator = table.compounds[Int(selector.compounds.lowerBound) + 1].combinator
      let start: Int
      let end: Int
      let isInside = combinator == .child || combinator == .descendant
      guard below.mayHave(table.required(by: selector), node, inside: isInside) else { continue }
      if isInside {
        (start, end) = (node + 1, Int(document.nodes[node].subtreeEnd.index))
      } else {
        let parent = document.nodes[node].parent
        (start, end) = (
          Int(document.nodes[node].subtreeEnd.index), Int(document.nodes[Int(parent.index)].subtreeEnd.index)
        )
      }
      var candidate = start
      while candidate < end, !isExhausted {
        if document.nodes[candidate].kind == .element, matches(selector, candidate, anchor: node) { return true }
        count(steps: 1)
        candidate += 1
      }
    }
    return false
  }
}
