/// An `@scope` rule (css-cascade-6 §2.5).
struct StyleScope: Sendable {
  /// The selectors of the scoping roots, in `SelectorTable.lists`; nil for the parent of the element that owns the
  /// sheet.
  var start: UInt32?
  /// The selectors of the scoping limits; nil if there are none.
  var end: UInt32?
  /// The number of the `@scope` rule around it, plus 1; 0 if there is none.
  var outer: UInt32
  /// The number of the element that owns the sheet, as in `StylesheetParser.owner`.
  var owner: Int?
}

/// Matching of scoped selectors.
extension SelectorMatcher {
  /// The number of generations from the nearest scoping root with which a selector matches to the element; nil if it
  /// does not match.
  /// - Parameter scope: the number of an `@scope` rule, plus 1.
  mutating func proximity(_ selector: Selector, _ node: Int, scope: UInt32) -> Int? {
    defer { scopingRoot = nil }
    var (root, generations) = (node, 0)
    while !isExhausted {
      if isRoot(root, of: scope), !isLimited(node, from: root, scope) {
        scopingRoot = root
        if matches(selector, node) { return generations }
      }
      count()
      guard let next = parent(root) else { return nil }
      (root, generations) = (next, generations + 1)
    }
    return nil
  }

  /// Whether an element is a scoping root of a rule. That of a nested rule is in a scope of the outer one.
  private mutating func isRoot(_ node: Int, of scope: UInt32) -> Bool {
    let key = ScopedElement(scope: scope, node: node)
    if let known = scopingRoots[key] { return known }
    let rule = scopes[Int(scope) - 1]
    var isRoot = false
    if rule.outer == 0 {
      scopingRoot = nil
      isRoot = matchesStart(of: rule, node)
    } else {
      var outerRoot: Int? = node
      while let candidate = outerRoot, !isRoot, !isExhausted {
        if self.isRoot(candidate, of: rule.outer), !isLimited(node, from: candidate, rule.outer) {
          scopingRoot = candidate
          isRoot = matchesStart(of: rule, node)
        }
        count()
        outerRoot = parent(candidate)
      }
    }
    if scopingRoots.count < Self.mostScopingRoots { scopingRoots[key] = isRoot }
    return isRoot
  }

  private mutating func matchesStart(of rule: StyleScope, _ node: Int) -> Bool {
    if let start = rule.start { return matchesAny(table.lists[Int(start)], node) }
    guard let owner = rule.owner else { return parent(node) == nil }
    return node == scopeOwners[owner]
  }

  /// Whether an element is a scoping limit below a root, or in one.
  private mutating func isLimited(_ node: Int, from root: Int, _ scope: UInt32) -> Bool {
    guard let end = scopes[Int(scope) - 1].end else { return false }
    scopingRoot = root
    var next: Int? = node
    while let candidate = next {
      if matchesAny(table.lists[Int(end)], candidate) { return true }
      next = candidate == root ? nil : parent(candidate)
    }
    return false
  }
}

/// An element and an `@scope` rule.
struct ScopedElement: Hashable {
  var scope: UInt32
  var node: Int
}
