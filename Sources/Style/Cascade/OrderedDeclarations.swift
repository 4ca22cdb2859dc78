/// The declarations of one element in cascade order (css-cascade-5 §6): the last declaration of a property wins.
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

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    important.removeAll(keepingCapacity: true)
  }

  /// Adds a block. Blocks are added in ascending order of precedence.
  mutating func add(_ block: BlockID, _ blocks: BlockTable, _ origin: Origin, layer: UInt32) {
    let hasImportant = blocks.hasImportant(block)
    for index in blocks.range(block) {
      let isImportant = hasImportant && blocks.declarations[index].isImportant
      let entry = Entry(declaration: Int32(index), origin: origin, layer: layer, isImportant: isImportant)
      if isImportant { important.append(entry) } else { entries.append(entry) }
    }
  }

  /// Appends the important declarations, for which the order of origins and layers is reversed (css-cascade-5 §6.1).
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
    important.removeAll(keepingCapacity: true)
  }

  /// Finds the winning declaration of each property. Flow-relative properties are replaced by physical ones.
  /// - Parameters:
  ///   - inherited: the direction of the parent.
  ///   - writing: the writing mode of the box.
  ///   - winners: replaced by the result.
  func findWinners(
    _ declarations: ContiguousArray<Declaration>, isRightToLeft inherited: Bool,
    writing: TextStyle.WritingMode = .horizontal, into winners: inout Winners
  ) {
    winners.removeAll()
    var isRightToLeft = inherited
    for entry in entries where declarations[Int(entry.declaration)].property == .direction {
      switch declarations[Int(entry.declaration)].value {
      case .keyword(let keyword): isRightToLeft = keyword == .rtl
      case .wide(.initial): isRightToLeft = false
      default: isRightToLeft = inherited
      }
    }
    let longhands = Longhand.table
    for entry in entries {
      var property = declarations[Int(entry.declaration)].property
      if let pair = longhands[Int(property.rawValue)].physical {
        property = isRightToLeft ? pair.rightToLeft : pair.leftToRight
        if writing != .horizontal { property = property.turned(writing) }
      }
      winners[property] = entry.declaration
    }
  }

  /// The writing mode of a box.
  func writingMode(
    _ declarations: ContiguousArray<Declaration>, inherited: TextStyle.WritingMode
  ) -> TextStyle.WritingMode {
    guard let last = entries.last(where: { declarations[Int($0.declaration)].property == .writingMode }) else {
      return inherited
    }
    return switch declarations[Int(last.declaration)].value {
    case .keyword(.verticalRl): .verticalRL
    case .keyword(.sidewaysRl): .sidewaysRL
    case .keyword(.verticalLr): .verticalLR
    case .keyword(.sidewaysLr): .sidewaysLR
    case .keyword, .wide(.initial): .horizontal
    default: inherited
    }
  }

  func declares(_ property: Property, _ declarations: ContiguousArray<Declaration>) -> Bool {
    entries.contains { declarations[Int($0.declaration)].property == property }
  }

  /// The winning declarations of custom properties.
  func customProperties(_ declarations: ContiguousArray<Declaration>) -> [String: CustomValue] {
    var result: [String: CustomValue] = [:]
    for entry in entries {
      if case .customProperty(let name, let value) = declarations[Int(entry.declaration)].value { result[name] = value }
    }
    return result
  }

  /// The declaration that `revert` or `revert-layer` rolls back to: the last one of a lower origin or layer, or -1.
  func fallback(_ property: Property, _ wide: WideKeyword, _ declarations: ContiguousArray<Declaration>) -> Int32 {
    let ofProperty = entries.filter { entry in
      let declared = declarations[Int(entry.declaration)].property
      if declared == property { return true }
      guard let pair = declared.longhand.physical else { return false }
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
      // A declaration that also reverts rolls back further.
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
