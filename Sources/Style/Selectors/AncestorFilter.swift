import Markup

/// A Bloom filter of an element's ancestors: 64 bits, one or two for each type, class, id and attribute value for which
/// selectors ask. A selector cannot match if it requires a bit that is not set.
enum AncestorFilter {
  static func bits(_ atom: Atom, salt: UInt64) -> UInt64 {
    let hash = (UInt64(atom.index) &+ salt) &* 0x9E37_79B9_7F4A_7C15
    return 1 << (hash >> 58) | 1 << (hash >> 40 & 63)
  }

  /// The bits of an attribute with a value.
  static func bits(attribute: Atom, value: some Collection<UInt8>) -> UInt64 {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in value { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return bits(attribute, salt: hash | 1 << 42)
  }

  static let typeSalt: UInt64 = 0
  static let classSalt: UInt64 = 1 << 40
  static let idSalt: UInt64 = 1 << 41

  /// The bits that the ancestor compounds of a selector require.
  static func required(by compounds: [Compound], in table: SelectorTable) -> UInt64 {
    var bits = compounds.last.map { ancestorBits(of: $0.simples, in: table) } ?? 0
    var isAncestor = false
    for index in compounds.indices.dropFirst().reversed() {
      // Compounds to the left of a descendant or child combinator are ancestors; siblings are not.
      switch compounds[index].combinator {
      case .descendant, .child: isAncestor = true
      default: isAncestor = false
      }
      guard isAncestor else { continue }
      let simples = compounds[index - 1].simples
      bits |= self.bits(of: simples, in: table) | ancestorBits(of: simples, in: table)
    }
    return bits
  }

  /// The bits that a compound's `:is()` and `&` require of ancestors.
  private static func ancestorBits(of simples: Range<UInt32>, in table: SelectorTable) -> UInt64 {
    var bits: UInt64 = 0
    for simple in table.simples[Int(simples.lowerBound)..<Int(simples.upperBound)] where simple.kind == .matchesAny {
      bits |= table.onlySelector(of: simple.argument)?.ancestors ?? 0
    }
    return bits
  }

  /// The bits of a compound's type, classes, ids and attribute values, and of those that its `:is()` and `&` require.
  static func bits(of simples: Range<UInt32>, in table: SelectorTable) -> UInt64 {
    var bits: UInt64 = 0
    for simple in table.simples[Int(simples.lowerBound)..<Int(simples.upperBound)] {
      switch simple.kind {
      case .type where simple.atom.index == simple.argument: bits |= self.bits(simple.atom, salt: typeSalt)
      case .class: bits |= self.bits(simple.atom, salt: classSalt)
      case .id: bits |= self.bits(simple.atom, salt: idSalt)
      case .attribute:
        let test = table.attributeTests[Int(simple.argument)]
        if test.isInFilter { bits |= self.bits(attribute: test.name, value: test.value) }
      case .matchesAny: bits |= table.onlySelector(of: simple.argument)?.subject ?? 0
      default: break
      }
    }
    return bits
  }
}

extension AttributeTest {
  /// Whether elements that match have the bits of the attribute and the value: the name must be the same for all
  /// namespaces.
  fileprivate var isInFilter: Bool { operation == .equals && !ignoresCase && name == lowerName }
}

extension SelectorTable {
  /// The attributes whose values are in the filters.
  var filteredAttributes: Set<Atom> {
    var names: Set<Atom> = []
    for test in attributeTests where test.isInFilter { names.insert(test.name) }
    return names
  }
}
