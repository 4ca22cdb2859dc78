import Markup

/// Matches selectors against elements, from right to left.
struct SelectorMatcher {
  let table: SelectorTable
  let index: ElementIndex
  let document: Document
  /// Number of compounds tested, with further steps for tests that take long. Beyond `stepLimit` no complex selector
  /// matches, which bounds the time.
  private(set) var steps = 0
  var positions: SiblingPositions
  /// Results of searching preceding siblings for `~`, by compound and parent. They keep the time linear in the number
  /// of siblings.
  private var searches: [SiblingSearch: SiblingProgress] = [:]
  /// Whether the text of an element determines that its direction is right-to-left; by node index. Many elements may
  /// inherit the direction of one long text.
  var textDirections: [UInt32: Bool] = [:]
  /// The `@scope` rules, and the elements that own the sheets.
  let scopes: [StyleScope]
  let scopeOwners: [Int]
  /// The element that `:scope` matches; nil for the root of the document.
  var scopingRoot: Int?
  /// Whether elements are scoping roots.
  var scopingRoots: [ScopedElement: Bool] = [:]
  static let mostScopingRoots = 1 << 20
  /// The filters for `:has()`; created on first use.
  lazy var below = SubtreeFilters(document, index)
  /// The options for `:checked`; created on first use.
  lazy var selectedOptions = SelectedOptions(document)
  lazy var radioGroups = RadioGroups(document)

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

}
