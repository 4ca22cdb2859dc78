import Markup

/// Matches selectors against elements, from right to left.
struct SelectorMatcher {
  let table: SelectorTable
  let index: ElementIndex
  let document: Document
  /// Number of compounds tested, with further steps for tests that take long. Beyond `stepLimit` no complex selector
  /// matches, which bounds the time.
  private(set) var steps = 0
  private var positions: SiblingPositions
  /// Results of searching preceding siblings for `~`, by compound and parent. They keep the time linear in the number
  /// of siblings.
  private var searches: [SiblingSearch: SiblingProgress] = [:]
  /// Whether the text of an element determines that its direction is right-to-left; by node index. Many elements may
  /// inherit the direction of one long text.
  private var textDirections: [UInt32: Bool] = [:]
  /// The `@scope` rules, and the elements that own the sheets.
  let scopes: [StyleScope]
  let scopeOwners: [Int]
  /// The element that `:scope` matches; nil for the root of the document.
  var scopingRoot: Int?
  /// Whether elements are scoping roots.
  var scopingRoots: [ScopedElement: Bool] = [:]
  static let mostScopingRoots = 1 << 20
  /// For `:has()`; created on first use.
  private lazy var below = SubtreeFilters(document, index)

  static let stepLimit = 100_000_000

  private struct SiblingSearch: Hashable {
    var compound: Int
    var parent: UInt32
  }

  private struct SiblingProgress {
    /// The last child tested, or the child that matched.
    var child: Int
    var found: Bool
  }

  init(_ rules: RuleSet, index: ElementIndex) {
    table = rules.selectors
    scopes = rules.scopes
    scopeOwners = rules.scopeOwners
    self.index = index
    document = index.document
    positions = SiblingPositions(document: index.document)
  }

  var isExhausted: Bool { steps > Self.stepLimit }

  mutating func count(steps count: Int = 1) { steps += count }

  /// The result of a match. The kind of failure determines which alternatives remain.
  private enum Outcome { case matched, failedHere, failedForAllAncestors }

  mutating func matches(_ selector: Selector, _ node: Int, anchor: Int = -1) -> Bool {
    match(Int(selector.compounds.upperBound) - 1, from: Int(selector.compounds.lowerBound), node, anchor) == .matched
  }

  mutating func matchesAny(_ list: Range<UInt32>, _ node: Int, anchor: Int = -1) -> Bool {
    for selector in list {
      if matches(table.selectors[Int(selector)], node, anchor: anchor) { return true }
    }
    return false
  }

  private mutating func match(_ compound: Int, from first: Int, _ node: Int, _ anchor: Int) -> Outcome {
    // All compounds of a relative selector are between its anchor and the subject.
    if node < anchor, isRelative(first) { return .failedForAllAncestors }
    let simples = table.compounds[compound].simples
    steps += 1 + simples.count / 8
    guard steps < Self.stepLimit, matchesCompound(simples, node, anchor) else {
      return .failedHere
    }
    if compound == first { return .matched }
    switch table.compounds[compound].combinator {
    case .none: return .matched
    case .child:
      guard let parent = parent(node) else { return .failedForAllAncestors }
      return match(compound - 1, from: first, parent, anchor)
    case .descendant:
      var ancestor = parent(node)
      while let candidate = ancestor {
        switch match(compound - 1, from: first, candidate, anchor) {
        case .matched: return .matched
        case .failedForAllAncestors: return .failedForAllAncestors
        case .failedHere: ancestor = parent(candidate)
        }
      }
      return .failedForAllAncestors
    case .nextSibling:
      guard let sibling = previousElement(node) else { return .failedHere }
      return match(compound - 1, from: first, sibling, anchor)
    case .subsequentSibling: return matchPrevious(compound, from: first, node, anchor)
    }
  }

  /// Whether a selector that begins with a compound is the argument of `:has()`.
  private func isRelative(_ first: Int) -> Bool {
    guard let simple = table.compounds[first].simples.first else { return false }
    return table.simples[Int(simple)].kind == .anchor
  }

  /// Searches for a preceding sibling that matches the compounds up to `compound - 1`. The result is stored for later
  /// siblings unless it depends on the anchor of a `:has()` or on a scoping root.
  private mutating func matchPrevious(_ compound: Int, from first: Int, _ node: Int, _ anchor: Int) -> Outcome {
    let key = SiblingSearch(compound: compound, parent: document.nodes[node].parent.index)
    let isGeneral = anchor < 0 && scopingRoot == nil
    let known = isGeneral ? searches[key] : nil
    if let known, known.found, known.child < node { return .matched }
    let stop = known.flatMap { !$0.found && $0.child < node ? $0.child : nil } ?? -1
    var sibling = previousElement(node)
    let last = sibling
    while let candidate = sibling, candidate > stop {
      switch match(compound - 1, from: first, candidate, anchor) {
      case .matched:
        if isGeneral { searches[key] = SiblingProgress(child: candidate, found: true) }
        return .matched
      case .failedForAllAncestors: return .failedForAllAncestors
      case .failedHere: sibling = previousElement(candidate)
      }
    }
    if isGeneral, let last, last > stop, known?.found != true {
      searches[key] = SiblingProgress(child: last, found: false)
    }
    return .failedHere
  }

  func parent(_ node: Int) -> Int? {
    let parent = document.nodes[node].parent
    guard !parent.isNone, document.nodes[Int(parent.index)].kind == .element else { return nil }
    return Int(parent.index)
  }

  private func previousElement(_ node: Int) -> Int? {
    var sibling = document.nodes[node].previousSibling
    while !sibling.isNone {
      if document.nodes[Int(sibling.index)].kind == .element { return Int(sibling.index) }
      sibling = document.nodes[Int(sibling.index)].previousSibling
    }
    return nil
  }

  // MARK: - Compounds

  private mutating func matchesCompound(_ simples: Range<UInt32>, _ node: Int, _ anchor: Int) -> Bool {
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
      steps += index.classRanges[node].count / 16
      return index.hasClass(node, simple.atom)
    case .namespace: return UInt32(document.nodes[node].namespace.rawValue) == simple.argument
    case .attribute: return matchesAttribute(Int(simple.argument), node)
    case .nth: return matchesNth(Int(simple.argument), node)
    case .matchesAny: return matchesAny(table.lists[Int(simple.argument)], node, anchor: anchor)
    case .not: return !matchesAny(table.lists[Int(simple.argument)], node, anchor: anchor)
    case .has: return matchesHas(table.lists[Int(simple.argument)], node)
    case .language:
      steps += levels(node)
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
      if simple.kind == .disabled || simple.kind == .enabled { steps += levels(node) }
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
    steps += levels(node)
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
    var child = document.nodes[node].firstChild
    while !child.isNone {
      let node = document.nodes[Int(child.index)]
      if node.kind == .element || !node.range.isEmpty { return false }
      child = node.nextSibling
    }
    return true
  }

  /// - Parameter test: an index in `attributeTests`, which are not copied because that would retain their parts.
  private mutating func matchesAttribute(_ test: Int, _ node: Int) -> Bool {
    steps += document.nodes[node].range.count / 16
    let isHTML = document.nodes[node].namespace == .html
    let name = isHTML ? table.attributeTests[test].lowerName : table.attributeTests[test].name
    guard let range = document.attributeRange(NodeID(UInt32(node)), name) else { return false }
    steps += range.count / 64
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
    var sibling = document.nodes[Int(parent.index)].firstChild
    while !sibling.isNone {
      if document.nodes[Int(sibling.index)].kind == .element, matchesAny(list, Int(sibling.index)) {
        members.append(Int(sibling.index))
      }
      sibling = document.nodes[Int(sibling.index)].nextSibling
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
        steps += 1
        candidate += 1
      }
    }
    return false
  }
}
