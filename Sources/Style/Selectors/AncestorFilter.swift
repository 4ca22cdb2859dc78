import Markup

/// A Bloom filter of the names of an element's ancestors: 64 bits, one or two for each name. A selector cannot match if it
/// requires a bit that is not set.
enum AncestorFilter {
  static func bits(_ atom: Atom, salt: UInt64) -> UInt64 {
    let hash = (UInt64(atom.index) &+ salt) &* 0x9E37_79B9_7F4A_7C15
    return 1 << (hash >> 58) | 1 << (hash >> 40 & 63)
  }

  static let typeSalt: UInt64 = 0
  static let classSalt: UInt64 = 1 << 40
  static let idSalt: UInt64 = 1 << 41

  /// The bits that the ancestor compounds of a selector require.
  static func required(by compounds: [Compound], in table: SelectorTable) -> UInt64 {
    var bits: UInt64 = 0
    var isAncestor = false
    for index in compounds.indices.dropFirst().reversed() {
      // Compounds to the left of a descendant or child combinator are ancestors; siblings are not.
      switch compounds[index].combinator {
      case .descendant, .child: isAncestor = true
      default: isAncestor = false
      }
      guard isAncestor else { continue }
      bits |= self.bits(of: compounds[index - 1].simples, in: table)
    }
    return bits
  }

  /// The bits of a compound's type, classes and ids.
  static func bits(of simples: Range<UInt32>, in table: SelectorTable) -> UInt64 {
    var bits: UInt64 = 0
    for simple in table.simples[Int(simples.lowerBound)..<Int(simples.upperBound)] {
      switch simple.kind {
      case .type where simple.atom.index == simple.argument: bits |= self.bits(simple.atom, salt: typeSalt)
      case .class: bits |= self.bits(simple.atom, salt: classSalt)
      case .id: bits |= self.bits(simple.atom, salt: idSalt)
      default: break
      }
    }
    return bits
  }
}
