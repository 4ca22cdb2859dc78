/// Adds annotations to the structure tree of a tagged base, and removes their elements with them (ISO 32000-1,
/// 14.7.4.3; ISO 14289-1, 7.18.1).
///
/// Each annotation gets an element of type Annot, a link one of type Link, after the content of its page. Existing
/// elements change in their `/K` only.
package struct AnnotationTags {
  private var structure: StructureReader
  private var parentTree: ParentTreeUpdate
  /// The place of new elements, by page.
  private var places: [PDFReference: StructureReader.Place] = [:]
  /// The added elements, by parent and then by the kid that they follow.
  private var added: [PDFReference: [PDFReference?: [PDFReference]]] = [:]
  /// Elements of annotations that are removed, by parent.
  private var removed: [PDFReference: Set<PDFReference>] = [:]
  private var removedAnnotations: Set<PDFReference> = []

  /// Fails if the file is not tagged, or is signed: signatures that permit annotations do not permit that the structure
  /// changes.
  /// - Throws: `structure` if nothing can be added to its structure tree.
  package init?(_ file: PDFFile) throws(PDFError) {
    guard try !file.signatures().isSigned, var structure = try StructureReader(file) else { return nil }
    parentTree = try ParentTreeUpdate(&structure)
    self.structure = structure
  }

  /// Whether pop-ups are elements. In PDF 2.0 they must not be (ISO 14289-2, 8.9.2.4).
  package var includesPopups: Bool { structure.entries["Namespaces"].isNull }

  /// Adds one element for annotations that belong together: one and its pop-up.
  /// - Returns: their `/StructParent`, in the same order.
  package mutating func add(
    _ annotations: [PDFReference], isLink: Bool, on page: PDFReference, in writer: inout AppendWriter
  ) throws(PDFError) -> [Int] {
    let place = places[page] ?? structure.place(of: page)
    places[page] = place
    let references = annotations.map {
      PDFObject.dictionary(["Type": .name("OBJR"), "Pg": .reference(page), "Obj": .reference($0)])
    }
    let element: PDFDictionary = [
      "Type": .name("StructElem"), "S": .name(isLink ? "Link" : "Annot"), "P": .reference(place.parent),
      "NS": structure.entries(of: place.parent)?["NS"] ?? .null, "Pg": .reference(page),
      "K": .array(references),
    ]
    let reference = try writer.add(.dictionary(element))
    added[place.parent, default: [:]][place.sibling, default: []].append(reference)
    var keys: [Int] = []
    for _ in annotations { keys.append(try parentTree.add(reference)) }
    return keys
  }

  /// Removes the element of an annotation of the base, if it has no other content.
  package mutating func remove(_ annotation: PDFReference) {
    guard let key = structure.resolved(structure.dictionary(.reference(annotation))?["StructParent"]).integer,
      let element = structure.parent(key).reference, let entries = structure.entries(of: element),
      structure.annotations(of: entries) != nil, let parent = entries["P"].reference,
      structure.entries(of: parent) != nil
    else { return }
    removedAnnotations.insert(annotation)
    removed[parent, default: []].insert(element)
  }

  /// Writes the changed elements and the parent tree.
  package mutating func finish(in writer: inout AppendWriter) throws(PDFError) {
    var root = structure.entries
    for parent in Set(added.keys).union(removed.keys).sorted() {
      guard let entries = structure.entries(of: parent) else { continue }
      let old = structure.kids(of: entries)
      let new = kids(of: parent, old)
      guard new != old else { continue }
      if parent == structure.root {
        root["K"] = .array(new)
      } else {
        var changed = entries
        changed["K"] = .array(new)
        try writer.replace(parent, with: .dictionary(changed))
      }
    }
    try parentTree.write(&structure, &root, in: &writer)
    if root != structure.entries { try writer.replace(structure.root, with: .dictionary(root)) }
  }

  /// The kids of an element after the update.
  private func kids(of parent: PDFReference, _ old: [PDFObject]) -> [PDFObject] {
    let gone = (removed[parent] ?? []).filter { element in
      let annotations = structure.entries(of: element).flatMap { structure.annotations(of: $0) } ?? []
      return annotations.allSatisfy(removedAnnotations.contains)
    }
    var left = added[parent] ?? [:]
    var kids: [PDFObject] = []
    // Elements to add after the elements of existing annotations.
    var waiting: [PDFReference] = []
    for kid in old {
      if !waiting.isEmpty, !structure.isAnnotation(kid) {
        kids += waiting.map { .reference($0) }
        waiting = []
      }
      if let reference = kid.reference {
        waiting += left.removeValue(forKey: reference) ?? []
        if gone.contains(reference) { continue }
      }
      kids.append(kid)
    }
    waiting += left.sorted { ($0.key?.number ?? 0) < ($1.key?.number ?? 0) }.flatMap(\.value)
    return kids + waiting.map { .reference($0) }
  }
}
