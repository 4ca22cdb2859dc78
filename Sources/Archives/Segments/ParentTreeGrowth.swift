import PDF

/// The entries that the parent tree of a structure (ISO 32000-1, 14.7.4.4) gets with a segment. It loses none.
struct ParentTreeGrowth {
  /// The new entries, in the order of the tree.
  private(set) var added: [(key: Int, element: PDFReference)] = []
  /// The nodes of the tree that the segment defines, by object number.
  private(set) var nodes: Set<Int> = []
  /// At least the highest key that the tree had.
  private(set) var highest: Int

  private var change: StructureChange

  /// - Throws: `segment` if the tree changes in another way.
  init(_ change: StructureChange) throws(PDFError) {
    self.change = change
    let (old, new) = (change.before.entries, change.after.entries)
    highest = old["ParentTreeNextKey"].integer.map { $0 - 1 } ?? -1
    try readTree(old["ParentTree"], new["ParentTree"])
  }

  private mutating func readTree(_ old: PDFObject, _ new: PDFObject) throws(PDFError) {
    let tree = change.before.dictionary(old) ?? [:]
    let isNew = old.reference == nil && new.reference.map(change.adds) ?? false
    guard old == new || isNew, case .dictionary(let grown) = try change.after.file.resolve(new) else {
      throw change.failure("the structure gets another parent tree.")
    }
    try checkNode(tree)
    if let reference = new.reference, change.objects.contains(reference) { nodes.insert(reference.number) }
    guard let kids = change.before.resolved(tree["Kids"]).array, let last = kids.last else {
      return try readLeaf(tree, grown, isRoot: true)
    }
    guard let range = change.before.limits(of: last), var more = change.after.resolved(grown["Kids"]).array,
      more.starts(with: kids), tree.entries.allSatisfy({ $0.key == "Kids" || grown[$0.key] == $0.value }),
      grown.entries.count == tree.entries.count
    else { throw change.failure("the parent tree loses entries.") }
    highest = max(highest, range.upperBound)
    more.removeFirst(kids.count)
    if let reference = last.reference, change.objects.contains(reference), let leaf = change.before.dictionary(last),
      let grown = change.after.dictionary(last)
    {
      try readLeaf(leaf, grown)
      nodes.insert(reference.number)
    }
    for kid in more {
      guard let reference = kid.reference, change.adds(reference), let leaf = change.after.dictionary(kid) else {
        throw change.failure("the parent tree gets a node that is not new.")
      }
      try readLeaf([:], leaf)
      nodes.insert(reference.number)
    }
  }

  /// Adds the entries that a leaf gets after those that it has.
  private mutating func readLeaf(_ old: PDFDictionary, _ new: PDFDictionary, isRoot: Bool = false) throws(PDFError) {
    try checkNode(old)
    let had = change.before.resolved(old["Nums"]).array ?? []
    guard let has = change.after.resolved(new["Nums"]).array, has.count % 2 == 0, has.starts(with: had),
      new.entries.allSatisfy({ $0.key == "Nums" || !isRoot && $0.key == "Limits" || old[$0.key] == $0.value }),
      old.entries.allSatisfy({ !new[$0.key].isNull })
    else { throw change.failure("the parent tree loses entries.") }
    for index in stride(from: 0, to: had.count, by: 2) {
      highest = max(highest, change.before.resolved(had[index]).integer ?? 0)
    }
    for index in stride(from: had.count, to: has.count, by: 2) {
      guard let key = has[index].integer, let element = has[index + 1].reference else {
        throw change.failure("the parent tree gets an entry that is not an integer key with a reference.")
      }
      added.append((key, element))
    }
    // Only the root has no limits (ISO 32000-1, 7.9.7).
    guard !isRoot, has.count > had.count, let first = has.first, let last = added.last else { return }
    let limits = new["Limits"].array ?? []
    guard limits.count == 2,
      limits[0] == first || !had.isEmpty && limits[0] == change.before.resolved(old["Limits"]).array?.first,
      limits[1] == .integer(last.key)
    else { throw change.failure("a node of the parent tree has /Limits that are not those of its keys.") }
  }

  /// An object with other entries is also another part of the document. Skia, and so Chromium, writes a `/Type`.
  private func checkNode(_ node: PDFDictionary) throws(PDFError) {
    guard
      node.entries.allSatisfy({
        ["Kids", "Nums", "Limits"].contains($0.key) || $0.key == "Type" && $0.value.name == "ParentTree"
      })
    else {
      throw change.failure("the parent tree is also another part of the document.")
    }
  }
}
