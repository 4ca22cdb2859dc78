/// Entries that an update adds to the parent tree of its base (ISO 32000-1, 14.7.4.4), after all that it has.
struct ParentTreeUpdate {
  /// The key of the next entry.
  private var nextKey: Int
  private var added: [PDFObject] = []
  private let firstKey: Int

  /// The highest key is an integer of 32 bits (Annex C).
  private static let highestKey = Int(Int32.max) - 1
  /// Values of `/Nums` in a leaf that gets more entries: two for each.
  private static let longLeaf = 128

  /// - Throws: `structure` if the highest key of the tree is unknown, or no key is left.
  init(_ structure: inout StructureReader) throws(PDFError) {
    let stated = structure.entries["ParentTreeNextKey"].integer.map { max(0, $0) } ?? 0
    let used = try Self.highestKey(of: &structure)
    guard used < Self.highestKey, stated < Self.highestKey else {
      throw .structure("The parent tree of the structure has no more keys.")
    }
    nextKey = max(stated, used + 1)
    firstKey = nextKey
  }

  /// The highest key in use; -1 if there is none.
  private static func highestKey(of structure: inout StructureReader) throws(PDFError) -> Int {
    let tree = structure.resolved(structure.entries["ParentTree"])
    guard !tree.isNull else { return -1 }
    guard case .dictionary(let entries) = tree else { throw .structure("The parent tree is not a dictionary.") }
    if let last = structure.resolved(entries["Kids"]).array?.last {
      guard entries["Nums"].isNull, let limits = structure.limits(of: last) else {
        throw .structure("The parent tree does not state the limits of its keys.")
      }
      return limits.upperBound
    }
    guard let pairs = structure.resolved(entries["Nums"]).array else { return -1 }
    return stride(from: 0, to: pairs.count - 1, by: 2).reduce(-1) {
      max($0, structure.resolved(pairs[$1]).integer ?? -1)
    }
  }

  /// - Returns: the key of the element.
  mutating func add(_ element: PDFReference) throws(PDFError) -> Int {
    guard nextKey < Self.highestKey else { throw .structure("The parent tree of the structure has no more keys.") }
    added += [.integer(nextKey), .reference(element)]
    nextKey += 1
    return nextKey - 1
  }

  /// Writes the tree, and the entries of the structure tree root that concern it into `root`.
  func write(_ structure: inout StructureReader, _ root: inout PDFDictionary, in writer: inout AppendWriter)
    throws(PDFError)
  {
    guard !added.isEmpty else { return }
    root["ParentTreeNextKey"] = .integer(nextKey)
    let object = structure.entries["ParentTree"]
    var tree = structure.dictionary(object) ?? [:]
    if let kids = structure.resolved(tree["Kids"]).array, let last = kids.last {
      if try extend(last, &structure, in: &writer) { return }
      tree["Kids"] = .array(kids + [.reference(try writer.add(.dictionary(leaf([], from: firstKey))))])
    } else {
      tree["Nums"] = .array((structure.resolved(tree["Nums"]).array ?? []) + added)
    }
    if let reference = object.reference, !structure.resolved(object).isNull {
      try writer.replace(reference, with: .dictionary(tree))
    } else {
      root["ParentTree"] = .reference(try writer.add(.dictionary(tree)))
    }
  }

  /// Adds the entries to the last leaf, if it is short.
  private func extend(
    _ last: PDFObject, _ structure: inout StructureReader, in writer: inout AppendWriter
  ) throws(PDFError) -> Bool {
    guard let reference = last.reference,
      case .dictionary(let entries)? = try? structure.file.unambiguousObject(reference),
      entries["Kids"].isNull, let pairs = structure.resolved(entries["Nums"]).array, pairs.count < Self.longLeaf,
      pairs.count % 2 == 0, let limits = structure.limits(of: last)
    else { return false }
    try writer.replace(reference, with: .dictionary(leaf(pairs, from: limits.lowerBound)))
    return true
  }

  private func leaf(_ pairs: [PDFObject], from low: Int) -> PDFDictionary {
    ["Limits": .array([.integer(low), .integer(nextKey - 1)]), "Nums": .array(pairs + added)]
  }
}
