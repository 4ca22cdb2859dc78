import Markup

/// `@scope` rules (css-cascade-6 §2.5).
extension StylesheetParser {
  /// The most `@scope` rules of a document.
  private static let scopeLimit = 10_000

  /// The scope of the rules in an `@scope` rule; nil if it is ignored.
  mutating func scoped(_ rule: AtRule, _ prelude: inout ValueParser, _ scope: Scope) -> Scope? {
    guard rules.scopes.count < Self.scopeLimit else {
      warn("Ignored @scope: more than \(Self.scopeLimit) of them", rule.place, scope)
      return nil
    }
    var new = StyleScope(outer: scope.scope, owner: owner)
    var isValid = true
    if var start = Self.parenthesized(&prelude) {
      new.start = selectors(&start, scope)
      isValid = new.start != nil
    }
    if isValid, prelude.ident("to") {
      var inner = scope
      (inner.parent, inner.parentIsScope) = (scopingRoot().reference, true)
      new.end = Self.parenthesized(&prelude).flatMap { limits in
        var limits = limits
        return selectors(&limits, inner)
      }
      isValid = new.end != nil
    }
    guard isValid, prelude.atEnd else {
      warn("Ignored @scope: expected selectors in parentheses, and `to` with selectors", rule.place, scope)
      return nil
    }
    rules.scopes.append(new)
    var inner = scope
    inner.depth += 1
    inner.scope = UInt32(rules.scopes.count)
    return inner
  }

  /// The declarations and rules in an `@scope` rule. Declarations apply to its roots.
  mutating func parseScope(_ body: Range<Int>, _ scope: Scope) {
    let root = scopingRoot()
    parseBody(body, selectors: root.selectors, root.reference, scope, isScope: true)
  }

  private static func parenthesized(_ prelude: inout ValueParser) -> ValueParser? {
    guard !prelude.atEnd, prelude.peek().kind == .openParen else { return nil }
    return prelude.block()
  }

  /// A selector list without pseudo-elements, in `SelectorTable.lists`; nil if it is not valid.
  private mutating func selectors(_ tokens: inout ValueParser, _ scope: Scope) -> UInt32? {
    var parser = SelectorParser(
      tokens, table: rules.selectors, names: rules.names, namespaces: scope.namespaces)
    (parser.parent, parser.parentIsScope) = (scope.parent, scope.parentIsScope)
    parser.ignoresCase = isQuirky
    // The parser must own the tables: a second reference would cause a copy on write.
    rules.selectors = SelectorTable()
    rules.names = NameTable.empty
    let selectors = parser.parseList().flatMap { $0.contains { $0.pseudo != nil } ? nil : $0 }
    let list = selectors.map { parser.add($0).list }
    rules.selectors = parser.table
    rules.names = parser.names
    return list
  }

  /// `:where(:scope)`, which selectors directly in `@scope` are relative to.
  private mutating func scopingRoot() -> (
    selectors: Range<Int>, reference: (list: UInt32, specificity: Specificity)
  ) {
    let simple = UInt32(rules.selectors.simples.count)
    rules.selectors.simples.append(SimpleSelector(kind: .scope))
    let compound = UInt32(rules.selectors.compounds.count)
    rules.selectors.compounds.append(Compound(simples: simple..<simple + 1, combinator: .none))
    let selector = rules.selectors.selectors.count
    rules.selectors.selectors.append(Selector(compounds: compound..<compound + 1, specificity: Specificity()))
    rules.selectors.lists.append(UInt32(selector)..<UInt32(selector + 1))
    return (selector..<selector + 1, (UInt32(rules.selectors.lists.count - 1), Specificity()))
  }
}
