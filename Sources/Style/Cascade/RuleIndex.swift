import Markup

/// The style rules of a document in cascade order, indexed by the id, class or type of their subject.
struct RuleIndex {
  /// One rule.
  struct Entry {
    var selector: Selector
    var block: BlockID
    /// Position of the cascade layer in the layer order.
    var layer: UInt32
    /// The innermost `@container` rule around the rule, as in `StyleRule`.
    var query: UInt32
    var scope: UInt32
  }

  /// The rules in ascending order of precedence. The rank of a rule is its index.
  private(set) var entries = ContiguousArray<Entry>()
  /// The first rank of an author rule; lower ranks belong to the user agent.
  let authorStart: Int
  private(set) var universal = ContiguousArray<UInt32>()
  /// Rules for pseudo-elements of any element.
  private(set) var universalPseudo = ContiguousArray<(kind: PseudoElement.Kind, rank: UInt32)>()
  /// Whether any rule applies to `::first-line`.
  let hasFirstLine: Bool
  private var byID: Buckets
  private var byClass: Buckets
  private var byType: Buckets

  init(_ rules: RuleSet) {
    let layers = rules.layers.order()
    let table = rules.selectors
    var order = ContiguousArray<(key: UInt64, rule: UInt32)>()
    order.reserveCapacity(rules.rules.count)
    for (index, rule) in rules.rules.enumerated() {
      let isAuthor: UInt64 = index >= rules.authorStart ? 1 : 0
      let specificity = UInt64(table.selectors[Int(rule.selector)].specificity.packed)
      order.append((isAuthor << 63 | UInt64(layers[Int(rule.layer)]) << 40 | specificity, UInt32(index)))
    }
    order.sort { $0.key != $1.key ? $0.key < $1.key : $0.rule < $1.rule }
    authorStart = rules.authorStart
    entries.reserveCapacity(order.count)
    let count = rules.names.count
    var ids: [(Atom, UInt32)] = []
    var classes: [(Atom, UInt32)] = []
    var types: [(Atom, UInt32)] = []
    for (_, number) in order {
      let rule = rules.rules[Int(number)]
      let selector = table.selectors[Int(rule.selector)]
      let rank = UInt32(entries.count)
      entries.append(
        Entry(
          selector: selector, block: rule.block, layer: layers[Int(rule.layer)], query: rule.query,
          scope: rule.scope))
      let key = Key(subjectOf: selector, in: table)
      if let id = key.id {
        ids.append((id, rank))
      } else if let className = key.className {
        classes.append((className, rank))
      } else if let type = key.type {
        types.append((type, rank))
      } else if let kind = selector.pseudo {
        universalPseudo.append((kind, rank))
      } else {
        universal.append(rank)
      }
    }
    hasFirstLine = entries.contains { $0.selector.pseudo == .firstLine }
    byID = Buckets(ids, count: count)
    byClass = Buckets(classes, count: count)
    byType = Buckets(types, count: count)
  }

  /// Whether a rule precedes another in the cascade of an element (css-cascade-6 §2.1): of rules of the same layer and
  /// specificity, that whose scoping root is nearer is stronger.
  /// - Parameter proximities: the distances of the scoping roots, by rank.
  func precedes(_ a: UInt32, _ b: UInt32, _ proximities: [UInt32: Int]) -> Bool {
    let (first, second) = (entries[Int(a)], entries[Int(b)])
    guard first.layer == second.layer, first.selector.specificity == second.selector.specificity,
      (Int(a) < authorStart) == (Int(b) < authorStart)
    else { return a < b }
    let (far, near) = (proximities[a] ?? .max, proximities[b] ?? .max)
    return far == near ? a < b : far > near
  }

  func ranks(id: UInt32) -> ArraySlice<UInt32> { byID[id] }
  func ranks(class atom: Atom) -> ArraySlice<UInt32> { byClass[atom.index] }
  func ranks(type atom: Atom) -> ArraySlice<UInt32> { byType[atom.index] }

  /// The names that the subject of a selector requires.
  private struct Key {
    var id: Atom?
    var className: Atom?
    var type: Atom?

    init(subjectOf selector: Selector, in table: SelectorTable) {
      var next: Selector? = selector
      // Of nested rules, the names may be those of the subject of `&`.
      for _ in 0..<Self.deepest {
        guard let subject = next.map(table.subject), !hasName else { return }
        next = nil
        for simple in table.simples[Int(subject.lowerBound)..<Int(subject.upperBound)] {
          switch simple.kind {
          case .id: id = simple.atom
          case .class: className = simple.atom
          case .type where simple.atom.index == simple.argument: type = simple.atom
          case .matchesAny: next = next ?? table.onlySelector(of: simple.argument)
          default: break
          }
        }
      }
    }

    private static let deepest = 8
    private var hasName: Bool { id != nil || className != nil || type != nil }
  }

  /// Ranks by atom in one array.
  private struct Buckets {
    private var starts: [UInt32]
    private var ranks: [UInt32]

    init(_ pairs: [(Atom, UInt32)], count: Int) {
      starts = [UInt32](repeating: 0, count: count + 1)
      ranks = [UInt32](repeating: 0, count: pairs.count)
      for (atom, _) in pairs { starts[Int(atom.index) + 1] += 1 }
      for index in 0..<count { starts[index + 1] += starts[index] }
      var next = starts
      for (atom, rank) in pairs {
        ranks[Int(next[Int(atom.index)])] = rank
        next[Int(atom.index)] += 1
      }
    }

    subscript(atom: UInt32) -> ArraySlice<UInt32> {
      guard Int(atom) < starts.count - 1 else { return [] }
      return ranks[Int(starts[Int(atom)])..<Int(starts[Int(atom) + 1])]
    }
  }
}
