import PDF

/// The changes of the structure tree that a segment of a tagged document may make (ISO 32000-1, 14.7): it may add
/// elements for annotations that it adds, and remove those of annotations that it removes.
///
/// Of existing elements only `/K` may change: references to new elements are added, and references to elements of
/// removed annotations are removed. The parent tree gets entries for new elements, with keys greater than all existing
/// ones. A new element contains only references to annotations, so that the text of the document is read as before. The
/// structure of a signed document must not change.
struct StructureRules {
  private var before: StructureReader
  private let after: StructureReader
  private let segment: PDFSegment
  private let changed: Set<PDFReference>
  /// The objects that the rules permit.
  private(set) var permitted: Set<Int> = []
  /// `/StructParent` of the annotations that get an element, and the page that it states.
  private(set) var tagged: [PDFReference: (key: Int, page: PDFReference)] = [:]
  /// The pages of the added annotations.
  private(set) var pages: Set<PDFReference> = []
  /// The annotations whose elements are removed.
  private(set) var untagged: Set<PDFReference> = []

  /// New elements by number, with the element whose kids they become.
  private var elements: [PDFReference: PDFReference] = [:]

  /// Nil if the segment does not change the structure, or if the document is signed or has no structure.
  /// - Throws: `segment` if it does more than the rules permit.
  init?(_ before: PDFFile, _ after: PDFFile, _ segment: PDFSegment) throws(PDFError) {
    guard let old = Self.reader(before), let new = Self.reader(after), old.root == new.root,
      try !before.signatures().isSigned
    else { return nil }
    (self.before, self.after, self.segment) = (old, new, segment)
    changed = Set(segment.objects)
    try checkKids()
    guard !permitted.isEmpty else { return nil }
    try checkParentTree()
    try checkPageLabels()
    try checkElements()
  }

  private static func reader(_ file: PDFFile) -> StructureReader? { (try? StructureReader(file)) ?? nil }

  private func failure(_ message: String) -> PDFError {
    PDFError(
      code: .segment, message: "The segment does more than annotate: \(message)", offset: segment.range.lowerBound)
  }

  private func wasThere(_ reference: PDFReference) -> Bool { before.file.table[reference.number]?.isInUse ?? false }

  // MARK: Existing elements

  private mutating func checkKids() throws(PDFError) {
    for reference in segment.objects where wasThere(reference) {
      guard case .dictionary(var old)? = try? before.file.unambiguousObject(reference),
        case .dictionary(var new) = try after.file.object(reference)
      else { continue }
      let isRoot = reference == before.root
      // Other objects have other rules.
      guard isRoot || old["S"].name != nil && old["P"].reference != nil && old["Rect"].isNull else { continue }
      try checkReference(new["K"], before: old["K"], of: reference)
      try compare(before.kids(of: old), after.kids(of: new), of: reference)
      for key in isRoot ? ["K", "ParentTree", "ParentTreeNextKey"] : ["K"] as [PDFName] {
        old[key] = .null
        new[key] = .null
      }
      guard old == new else { throw failure("element \(reference) of the structure changes.") }
      permitted.insert(reference.number)
    }
  }

  /// `/K` may become a reference to a new element only: a later segment could define another object.
  private func checkReference(
    _ new: PDFObject, before old: PDFObject, of parent: PDFReference
  ) throws(PDFError) {
    guard new != old, let reference = new.reference else { return }
    guard changed.contains(reference), !wasThere(reference) else {
      throw failure("the /K of element \(parent) becomes a reference to an object that is not a new element.")
    }
  }

  private mutating func compare(
    _ old: [PDFObject], _ new: [PDFObject], of parent: PDFReference
  ) throws(PDFError) {
    var rest = old[...]
    for kid in new {
      if let reference = kid.reference, changed.contains(reference), !wasThere(reference) {
        guard elements.updateValue(parent, forKey: reference) == nil else {
          throw failure("element \(reference) is in the structure twice.")
        }
        continue
      }
      var isKept = false
      while !isKept, let next = rest.popFirst() {
        if next == kid { isKept = true } else { try remove(next, of: parent) }
      }
      guard isKept else { throw failure("element \(parent) of the structure gets kids that are not new elements.") }
    }
    for kid in rest { try remove(kid, of: parent) }
  }

  private mutating func remove(_ kid: PDFObject, of parent: PDFReference) throws(PDFError) {
    guard let reference = kid.reference, case .dictionary(let element) = try before.file.object(reference),
      let annotations = before.annotations(of: element)
    else { throw failure("element \(parent) of the structure loses content.") }
    untagged.formUnion(annotations)
  }

  // MARK: The parent tree

  private mutating func checkParentTree() throws(PDFError) {
    let (old, new) = (before.entries, after.entries)
    guard old != new else { return }
    var highest = old["ParentTreeNextKey"].integer.map { $0 - 1 } ?? -1
    let added = try pairs(old["ParentTree"], new["ParentTree"], &highest)
    var last = highest
    for (key, element) in added {
      // Keys are integers of 32 bits (ISO 32000-1, Annex C).
      guard key > last, key < Int(Int32.max), elements[element] != nil else {
        throw failure("the parent tree gets an entry that belongs to no new element.")
      }
      last = key
      try claim(element, key)
    }
    guard new["ParentTreeNextKey"].integer == (added.isEmpty ? old["ParentTreeNextKey"].integer : last + 1) else {
      throw failure("the parent tree states another next key.")
    }
  }

  /// The entries that the tree gets.
  /// - Parameter highest: at least the highest key that it had.
  private mutating func pairs(
    _ old: PDFObject, _ new: PDFObject, _ highest: inout Int
  ) throws(PDFError) -> [(key: Int, element: PDFReference)] {
    let tree = before.dictionary(old) ?? [:]
    let isNew = old.reference == nil && new.reference.map { changed.contains($0) && !wasThere($0) } ?? false
    guard old == new || isNew, case .dictionary(let grown) = try after.file.resolve(new) else {
      throw failure("the structure gets another parent tree.")
    }
    try checkNode(tree)
    if let reference = new.reference, changed.contains(reference) { permitted.insert(reference.number) }
    guard let kids = before.resolved(tree["Kids"]).array, let last = kids.last else {
      return try pairs(tree, grown, &highest, isLeaf: false)
    }
    guard let range = before.limits(of: last), var more = after.resolved(grown["Kids"]).array,
      more.starts(with: kids), tree.entries.allSatisfy({ $0.key == "Kids" || grown[$0.key] == $0.value }),
      grown.entries.count == tree.entries.count
    else { throw failure("the parent tree loses entries.") }
    highest = max(highest, range.upperBound)
    more.removeFirst(kids.count)
    var found: [(key: Int, element: PDFReference)] = []
    if let reference = last.reference, changed.contains(reference), let leaf = before.dictionary(last),
      let grown = after.dictionary(last)
    {
      found += try pairs(leaf, grown, &highest, isLeaf: true)
      permitted.insert(reference.number)
    }
    for kid in more {
      guard let reference = kid.reference, changed.contains(reference), !wasThere(reference),
        let leaf = after.dictionary(kid)
      else { throw failure("the parent tree gets a node that is not new.") }
      found += try pairs([:], leaf, &highest, isLeaf: true)
      permitted.insert(reference.number)
    }
    return found
  }

  /// The entries that a leaf gets after those that it has.
  private func pairs(
    _ old: PDFDictionary, _ new: PDFDictionary, _ highest: inout Int, isLeaf: Bool
  ) throws(PDFError) -> [(key: Int, element: PDFReference)] {
    try checkNode(old)
    let had = before.resolved(old["Nums"]).array ?? []
    guard let has = after.resolved(new["Nums"]).array, has.count % 2 == 0, has.starts(with: had),
      new.entries.allSatisfy({ $0.key == "Nums" || isLeaf && $0.key == "Limits" || old[$0.key] == $0.value }),
      old.entries.allSatisfy({ !new[$0.key].isNull })
    else { throw failure("the parent tree loses entries.") }
    for index in stride(from: 0, to: had.count, by: 2) {
      highest = max(highest, before.resolved(had[index]).integer ?? 0)
    }
    var found: [(key: Int, element: PDFReference)] = []
    for index in stride(from: had.count, to: has.count, by: 2) {
      guard let key = has[index].integer, let element = has[index + 1].reference else {
        throw failure("the parent tree gets an entry that is not an integer key with a reference.")
      }
      found.append((key, element))
    }
    guard isLeaf, let first = has.first, let last = found.last else { return found }
    let limits = new["Limits"].array ?? []
    guard limits.count == 2,
      limits[0] == first || !had.isEmpty && limits[0] == before.resolved(old["Limits"]).array?.first,
      limits[1] == .integer(last.key)
    else { throw failure("a node of the parent tree has /Limits that are not those of its keys.") }
    return found
  }

  /// An object with other entries is also another part of the document. Skia, and so Chromium, writes a `/Type`.
  private func checkNode(_ node: PDFDictionary) throws(PDFError) {
    guard
      node.entries.allSatisfy({
        ["Kids", "Nums", "Limits"].contains($0.key) || $0.key == "Type" && $0.value.name == "ParentTree"
      })
    else {
      throw failure("the parent tree is also another part of the document.")
    }
  }

  /// The tree of page labels is a number tree too. A node of it must not be one of the parent tree.
  private func checkPageLabels() throws(PDFError) {
    var waiting = [try before.file.catalog()["PageLabels"]]
    var seen: Set<Int> = []
    while let node = waiting.popLast() {
      if let reference = node.reference, !seen.insert(reference.number).inserted { continue }
      guard let entries = before.dictionary(node) else { continue }
      seen.formUnion([entries["Kids"], entries["Nums"]].compactMap { $0.reference?.number })
      waiting += before.resolved(entries["Kids"]).array ?? []
    }
    guard permitted.isDisjoint(with: seen) else {
      throw failure("the parent tree is also another part of the document.")
    }
  }

  // MARK: New elements

  /// Finds the annotation that states the key.
  private mutating func claim(_ element: PDFReference, _ key: Int) throws(PDFError) {
    for (annotation, page) in try references(in: element) {
      guard after.dictionary(.reference(annotation))?["StructParent"] == .integer(key) else { continue }
      guard tagged.updateValue((key, page), forKey: annotation) == nil else { break }
      pages.insert(page)
      return
    }
    throw failure("an entry of the parent tree belongs to no annotation.")
  }

  private func references(in element: PDFReference) throws(PDFError) -> [(annotation: PDFReference, page: PDFReference)]
  {
    guard case .dictionary(let entries) = try after.file.object(element) else { return [] }
    var found: [(annotation: PDFReference, page: PDFReference)] = []
    for kid in after.kids(of: entries) {
      guard case .dictionary(let object) = kid, object["Type"].name == "OBJR", let annotation = object["Obj"].reference,
        let page = object["Pg"].reference ?? entries["Pg"].reference,
        object.entries.allSatisfy({ ["Type", "Obj", "Pg"].contains($0.key) })
      else { throw failure("element \(element) has kids that are not annotations.") }
      found.append((annotation, page))
    }
    return found
  }

  private static let keys: Set<PDFName> = ["Type", "S", "P", "Pg", "K", "NS", "Alt", "Lang"]

  private mutating func checkElements() throws(PDFError) {
    for (element, parent) in elements {
      guard case .dictionary(let entries) = try after.file.object(element),
        entries.entries.allSatisfy({ Self.keys.contains($0.key) }),
        entries["Type"].isNull || entries["Type"].name == "StructElem", entries["K"].reference == nil,
        let type = entries["S"].name, type == "Annot" || type == "Link", entries["P"].reference == parent,
        entries["NS"] == before.dictionary(.reference(parent))?["NS"] ?? .null,
        [entries["Alt"], entries["Lang"]].allSatisfy({ $0.isNull || $0.string != nil })
      else { throw failure("element \(element) of the structure is not one of an annotation.") }
      let annotations = try references(in: element)
      guard !annotations.isEmpty, annotations.allSatisfy({ tagged[$0.annotation] != nil }) else {
        throw failure("element \(element) of the structure has no annotation that refers to it.")
      }
      permitted.insert(element.number)
    }
  }
}
