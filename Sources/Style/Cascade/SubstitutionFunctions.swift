/// The substitution functions that a value contains (css-values-5 §7).
struct SubstitutionFunctions: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// `var()` and `env()`.
  static let variables = SubstitutionFunctions(rawValue: 1)
  /// Functions whose result depends on the element: `attr()`, `if()`, `sibling-index()` and `sibling-count()`.
  static let element = SubstitutionFunctions(rawValue: 2)

  private static let byName: [String: SubstitutionFunctions] = [
    "var": .variables, "env": .variables, "attr": .element, "if": .element, "sibling-index": .element,
    "sibling-count": .element,
  ]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The kind of one function; empty if it is not a substitution function.
  init(named name: String) { self = Self.byName[name] ?? [] }

  /// - Parameter excluded: a function that is not substituted.
  init(_ list: TokenList, _ range: Range<Int>, except excluded: String? = nil) {
    self = []
    for token in list.tokens[range] where token.kind == .function {
      let name = list.lowercasedText(token)
      if name != excluded { formUnion(SubstitutionFunctions(named: name)) }
    }
  }
}
