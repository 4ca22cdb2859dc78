/// The declarations of one element in the order of the cascade (css-cascade-5 §6): the last one of a property wins.
struct OrderedDeclarations {
  enum Origin: UInt8 { case userAgent, hint, author, inline }

  private struct Entry {
    var declaration: Int32
    var origin: Origin
    var layer: UInt32
    var isImportant: Bool
  }
  private var entries: [Entry] = []
  private var important: [Entry] = []

  /// Adds a block; the caller goes from the weakest to the strongest.
  mutating func add(_ block: BlockID, _ blocks: BlockTable, _ origin: Origin, layer: UInt32) {
    let hasImportant = blocks.hasImportant(block)
    for index in blocks.range(block) {
      let isImportant = hasImportant && blocks.declarations[index].isImportant
      let entry = Entry(declaration: Int32(index), origin: origin, layer: layer, isImportant: isImportant)
      if isImportant { important.append(entry) } else { entries.append(entry) }
    }
  }

  /// Puts the important ones last: there the order of origins and of layers is the other way round (css-cascade-5
  /// §6.1).
  mutating func addImportant() {
    guard !important.isEmpty else { return }
    func strength(_ entry: Entry) -> (Int, Int) {
      switch entry.origin {
      case .hint, .author: (0, -Int(entry.layer))
      case .inline: (1, 0)
      case .userAgent: (2, -Int(entry.layer))
      }
    }
    let sorted = important.enumerated().sorted { a, b in
      let (x, y) = (strength(a.element), strength(b.element))
      return x == y ? a.offset < b.offset : x < y
    }
    entries += sorted.map(\.element)
    important = []
  }

  /// By property number, the declaration that won, or -1; flow-relative properties as the physical ones they stand for.
  /// - Parameter writing: turns the axes of page boxes; the document's own boxes are set horizontally.
  func winners(
    _ declarations: ContiguousArray<Declaration>, isRightToLeft inherited: Bool,
    writing: TextStyle.WritingMode = .horizontal
  ) -> ContiguousArray<Int32> {
    var winners = ContiguousArray<Int32>(repeating: -1, count: Property.allCases.count)
    var isRightToLeft = inherited
    for entry in entries where declarations[Int(entry.declaration)].property == .direction {
      switch declarations[Int(entry.declaration)].value {
      case .keyword(let keyword): isRightToLeft = keyword == .rtl
      case .wide(.initial): isRightToLeft = false
      default: isRightToLeft = inherited
      }
    }
    for entry in entries {
      var property = declarations[Int(entry.declaration)].property
      if let pair = LogicalProperties.table[Int(property.rawValue)] {
        property = isRightToLeft ? pair.rightToLeft : pair.leftToRight
        if writing != .horizontal { property = LogicalProperties.turned(property, writing) }
      }
      winners[Int(property.rawValue)] = entry.declaration
    }
    return winners
  }

  func declares(_ property: Property, _ declarations: ContiguousArray<Declaration>) -> Bool {
    entries.contains { declarations[Int($0.declaration)].property == property }
  }

  /// The custom properties' declarations that won.
  func customProperties(_ declarations: ContiguousArray<Declaration>) -> [String: CustomValue] {
    var result: [String: CustomValue] = [:]
    for entry in entries {
      if case .customProperty(let name, let value) = declarations[Int(entry.declaration)].value { result[name] = value }
    }
    return result
  }

  /// What a property's `revert` or `revert-layer` rolls back to: the strongest declaration of a weaker origin or layer,
  /// or -1.
  func fallback(_ property: Property, _ wide: WideKeyword, _ declarations: ContiguousArray<Declaration>) -> Int32 {
    let ofProperty = entries.filter { entry in
      let declared = declarations[Int(entry.declaration)].property
      if declared == property { return true }
      guard let pair = LogicalProperties.table[Int(declared.rawValue)] else { return false }
      return pair.leftToRight == property || pair.rightToLeft == property
    }
    guard var current = ofProperty.last else { return -1 }
    for entry in ofProperty.reversed() {
      let isWeaker =
        wide == .revert
        ? Self.rank(entry.origin) < Self.rank(current.origin)
        : (Self.rank(entry.origin), entry.layer) < (Self.rank(current.origin), current.layer)
          || entry.origin == .author && current.origin == .inline
      guard isWeaker else { continue }
      // One that reverts in turn is followed further down.
      if case .wide(let next) = declarations[Int(entry.declaration)].value, next == .revert || next == .revertLayer {
        current = entry
        continue
      }
      return entry.declaration
    }
    return -1
  }

  private static func rank(_ origin: Origin) -> Int { origin == .userAgent ? 0 : 1 }
}
