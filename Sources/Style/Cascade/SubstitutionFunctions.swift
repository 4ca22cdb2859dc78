import Markup

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

/// The element that substitution functions read.
struct ElementReader {
  let document: Document
  let node: NodeID
  let siblings: SiblingCounts
  /// What `if(media(…))` tests.
  let media: MediaContext

  func attribute(_ name: String) -> String? {
    document.attribute(node, name) ?? document.attribute(node, name.asciiLowercased)
  }
}

/// The values of `sibling-index()` and `sibling-count()` (css-values-5 §9.1), counted for a document at their first use.
final class SiblingCounts {
  private var positions: SiblingPositions

  init(_ document: Document) { positions = SiblingPositions(document: document) }

  func index(of node: NodeID) -> Int { positions.index(of: Int(node.index)) }
  func count(of node: NodeID) -> Int { positions.siblings(of: Int(node.index)) }
}
