import PDF

/// The changes of the structure tree that a segment of a tagged document may make (ISO 32000-1, 14.7): it may add
/// elements for annotations that it adds, and remove those of annotations that it removes.
///
/// Of existing elements only `/K` may change: references to new elements are added, and references to elements of
/// removed annotations are removed. The parent tree gets entries for new elements, with keys greater than all existing
/// ones. A new element contains only references to annotations, so that the text of the document is read as before. The
/// structure of a signed document must not change.
struct StructureRules {
  private let change: StructureChange
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

  /// Fails if the segment does not change the structure, or if the document is signed or has no structure.
  /// - Throws: `segment` if it does more than the rules permit.
  init?(_ before: PDFFile, _ after: PDFFile, _ segment: PDFSegment) throws(PDFError) {
    guard let change = StructureChange(before, after, segment), try !before.signatures().isSigned else { return nil }
    self.change = change
    try checkKids()
    guard !permitted.isEmpty else { return nil }
    try checkParentTree()
    try checkPageLabels()
    try checkElements()
  }

  // MARK: Existing elements

  private mutating func checkKids() throws(PDFError) {
    for reference in change.segment.objects where change.wasThere(reference) {
      guard case .dictionary(var old)? = try? change.before.file.unambiguousObject(reference),
        case .dictionary(var new) = try change.after.file.object(reference)
      else { continue }
      let isRoot = reference == change.before.root
      // Other objects have other rules.
      guard isRoot || old["S"].name != nil && old["P"].reference != nil && old["Rect"].isNull else { continue }
      try checkReference(new["K"], before: old["K"], of: reference)
      try compare(change.before.kids(of: old), change.after.kids(of: new), of: reference)
      for key in isRoot ? ["K", "ParentTree", "ParentTreeNextKey"] : ["K"] as [PDFName] {
        old[key] = .null
        new[key] = .null
      }
      guard old == new else { throw change.failure("element \(reference) of the structure changes.") }
      permitted.insert(reference.number)
    }
  }

  /// `/K` may become a reference to a new element only: a later segment could define another object.
  private func checkReference(
    _ new: PDFObject, before old: PDFObject, of parent: PDFReference
  ) throws(PDFError) {
    guard new != old, let reference = new.reference else { return }
    guard change.adds(reference) else {
      throw change.failure("the /K of element \(parent) becomes a reference to an object that is not a new element.")
    }
  }

  private mutating func compare(
    _ old: [PDFObject], _ new: [PDFObject], of parent: PDFReference
  ) throws(PDFError) {
    var rest = old[...]
    for kid in new {
      if let reference = kid.reference, change.adds(reference) {
        guard elements.updateValue(parent, forKey: reference) == nil else {
          throw change.failure("element \(reference) is in the structure twice.")
        }
        continue
      }
      var isKept = false
      while !isKept, let next = rest.popFirst() {
        if next == kid { isKept = true } else { try remove(next, of: parent) }
      }
      guard isKept else {
        throw change.failure("element \(parent) of the structure gets kids that are not new elements.")
      }
    }
    for kid in rest { try remove(kid, of: parent) }
  }

  private mutating func remove(_ kid: PDFObject, of parent: PDFReference) throws(PDFError) {
    guard let reference = kid.reference, case .dictionary(let element) = try change.before.file.object(reference),
      let annotations = change.before.annotations(of: element)
    else { throw change.failure("element \(parent) of the structure loses content.") }
    untagged.formUnion(annotations)
  }

  // MARK: The parent tree

  private mutating func checkParentTree() throws(PDFError) {
    let (old, new) = (change.before.entries, change.after.entries)
    guard old != new else { return }
    let growth = try ParentTreeGrowth(change)
    permitted.formUnion(growth.nodes)
    var last = growth.highest
    for (key, element) in growth.added {
      // Keys are integers of 32 bits (ISO 32000-1, Annex C).
      guard key > last, key < Int(Int32.max), elements[element] != nil else {
        throw change.failure("the parent tree gets an entry that belongs to no new element.")
      }
      last = key
      try claim(element, key)
    }
    guard new["ParentTreeNextKey"].integer == (growth.added.isEmpty ? old["ParentTreeNextKey"].integer : last + 1)
    else {
      throw change.failure("the parent tree states another next key.")
    }
  }

  /// The tree of page labels is a number tree too. A node of it must not be one of the parent tree.
  private func checkPageLabels() throws(PDFError) {
    var waiting = [try change.before.file.catalog()["PageLabels"]]
    var seen: Set<Int> = []
    while let node = waiting.popLast() {
      if let reference = node.reference, !seen.insert(reference.number).inserted { continue }
      guard let entries = change.before.dictionary(node) else { continue }
      seen.formUnion([entries["Kids"], entries["Nums"]].compactMap { $0.reference?.number })
      waiting += change.before.resolved(entries["Kids"]).array ?? []
    }
    guard permitted.isDisjoint(with: seen) else {
      throw change.failure("the parent tree is also another part of the document.")
    }
  }

  // MARK: New elements

  /// Finds the annotation that states the key.
  private mutating func claim(_ element: PDFReference, _ key: Int) throws(PDFError) {
    for (annotation, page) in try references(in: element) {
      guard change.after.dictionary(.reference(annotation))?["StructParent"] == .integer(key) else { continue }
      guard tagged.updateValue((key, page), forKey: annotation) == nil else { break }
      pages.insert(page)
      return
    }
    throw change.failure("an entry of the parent tree belongs to no annotation.")
  }

  private func references(in element: PDFReference) throws(PDFError) -> [(annotation: PDFReference, page: PDFReference)]
  {
    guard case .dictionary(let entries) = try change.after.file.object(element) else { return [] }
    var found: [(annotation: PDFReference, page: PDFReference)] = []
    for kid in change.after.kids(of: entries) {
      guard case .dictionary(let object) = kid, object["Type"].name == "OBJR", let annotation = object["Obj"].reference,
        let page = object["Pg"].reference ?? entries["Pg"].reference,
        object.entries.allSatisfy({ ["Type", "Obj", "Pg"].contains($0.key) })
      else { throw change.failure("element \(element) has kids that are not annotations.") }
      found.append((annotation, page))
    }
    return found
  }

  private static let keys: Set<PDFName> = ["Type", "S", "P", "Pg", "K", "NS", "Alt", "Lang"]

  private mutating func checkElements() throws(PDFError) {
    for (element, parent) in elements {
      guard case .dictionary(let entries) = try change.after.file.object(element),
        entries.entries.allSatisfy({ Self.keys.contains($0.key) }),
        entries["Type"].isNull || entries["Type"].name == "StructElem", entries["K"].reference == nil,
        let type = entries["S"].name, type == "Annot" || type == "Link", entries["P"].reference == parent,
        entries["NS"] == change.before.dictionary(.reference(parent))?["NS"] ?? .null,
        [entries["Alt"], entries["Lang"]].allSatisfy({ $0.isNull || $0.string != nil })
      else { throw change.failure("element \(element) of the structure is not one of an annotation.") }
      let annotations = try references(in: element)
      guard !annotations.isEmpty, annotations.allSatisfy({ tagged[$0.annotation] != nil }) else {
        throw change.failure("element \(element) of the structure has no annotation that refers to it.")
      }
      permitted.insert(element.number)
    }
  }
}
