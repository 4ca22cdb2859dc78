import Markup

/// All selectors of a document in flat arrays: a list is a range of selectors, a selector a range of compounds, and a
/// compound a range of simple selectors.
struct SelectorTable: Sendable {
  var selectors = ContiguousArray<Selector>()
  var compounds = ContiguousArray<Compound>()
  var simples = ContiguousArray<SimpleSelector>()
  var attributeTests = ContiguousArray<AttributeTest>()
  var nthTests = ContiguousArray<NthTest>()
  /// Arguments of `:is()`, `:not()`, `:has()` and of `&`.
  var lists = ContiguousArray<Range<UInt32>>()
  /// Arguments of `:lang()`, in lower case.
  var languages: [[String]] = []

  /// A list without the selectors that contain `:has()`: what `&` represents in another `:has()`, as `:is()` does.
  mutating func listWithoutHas(_ list: UInt32) -> UInt32 {
    let kept = lists[Int(list)].filter { !selectors[Int($0)].containsHas }
    guard kept.count < lists[Int(list)].count else { return list }
    let start = UInt32(selectors.count)
    for index in kept { selectors.append(selectors[Int(index)]) }
    lists.append(start..<UInt32(selectors.count))
    return UInt32(lists.count - 1)
  }

  /// The only selector of a list, such as that of `&` in a rule with one selector, which elements that match the list
  /// match. Returns nil if there are several selectors.
  func onlySelector(of list: UInt32) -> Selector? {
    let list = lists[Int(list)]
    return list.count == 1 ? selectors[Int(list.lowerBound)] : nil
  }

  /// The simple selectors of the subject of a selector.
  func subject(of selector: Selector) -> Range<UInt32> { compounds[Int(selector.compounds.upperBound) - 1].simples }

  func containsHas(_ compound: Compound) -> Bool {
    simples[Int(compound.simples.lowerBound)..<Int(compound.simples.upperBound)].contains { simple in
      switch simple.kind {
      case .has: true
      case .matchesAny, .not: containsHas(lists[Int(simple.argument)])
      case .nth: nthTests[Int(simple.argument)].selectors.map(containsHas) ?? false
      default: false
      }
    }
  }

  private func containsHas(_ list: Range<UInt32>) -> Bool { list.contains { selectors[Int($0)].containsHas } }
}

/// A complex selector. Its last compound is the subject.
struct Selector: Sendable {
  var compounds: Range<UInt32>
  var specificity: Specificity
  var pseudo: PseudoElement.Kind?
  /// Bits of the names that ancestors must have (`AncestorFilter`).
  var ancestors: UInt64 = 0
  /// Bits of the names that the element which it selects must have.
  var subject: UInt64 = 0
  /// Whether the selector contains `:has()` at any depth.
  var containsHas = false
}

/// Ids, classes and types, ten bits each (selectors-4 §17).
struct Specificity: Comparable, Sendable {
  var packed: UInt32 = 0
  static let id = Specificity(packed: 1 << 20)
  static let `class` = Specificity(packed: 1 << 10)
  static let type = Specificity(packed: 1)
  static func < (a: Specificity, b: Specificity) -> Bool { a.packed < b.packed }
  static func + (a: Specificity, b: Specificity) -> Specificity {
    func part(_ shift: UInt32) -> UInt32 { min(1023, (a.packed >> shift & 1023) + (b.packed >> shift & 1023)) << shift }
    return Specificity(packed: part(20) | part(10) | part(0))
  }
}

struct Compound: Sendable {
  var simples: Range<UInt32>
  /// The combinator between the preceding compound and this one.
  var combinator: Combinator
}

enum Combinator: UInt8, Sendable { case none, descendant, child, nextSibling, subsequentSibling }

struct SimpleSelector: Sendable {
  enum Kind: UInt8, Sendable {
    /// `atom` is the name for HTML elements; `argument` is the atom of the name as written, for others.
    case type
    case id, `class`
    /// `argument`: `Node.Namespace.rawValue`.
    case namespace
    /// `argument` is an index in `attributeTests`, `nthTests`, `lists` or `languages`.
    case attribute, nth, matchesAny, not, has, language
    /// `scope` is the scoping root of `@scope`, or the root.
    case root, scope, empty, link, checked, disabled, enabled, required, optional, readOnly, readWrite
    case placeholderShown, defaulted
    case leftToRight, rightToLeft
    /// The element that `:has()` is tested on.
    case anchor
    /// States that do not exist on paged media.
    case never
  }
  var kind: Kind
  var atom = Atom(0)
  var argument: UInt32 = 0
}

struct AttributeTest: Sendable {
  enum Operation: UInt8, Sendable { case exists, equals, includes, dashMatch, prefix, suffix, substring }
  /// The name of the attribute on HTML elements, in lower case.
  var lowerName: Atom
  var name: Atom
  var operation: Operation
  var value: ContiguousArray<UInt8>
  var ignoresCase: Bool
  /// The borders of the value for a substring; see `SubstringSearch`.
  var borders: ContiguousArray<Int32> = []
}

/// `An+B` of a structural pseudo-class.
struct NthTest: Sendable {
  var a: Int
  var b: Int
  var fromEnd: Bool
  var ofType: Bool
  /// `of <selector list>`.
  var selectors: Range<UInt32>?

  func matches(_ index: Int) -> Bool {
    let offset = index - b
    return a == 0 ? offset == 0 : offset % a == 0 && offset / a >= 0
  }
}
