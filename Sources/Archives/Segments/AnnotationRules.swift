import PDF

/// The annotations of one page that an update adds, modifies and removes.
package struct AnnotationChange: Hashable, Sendable {
  package var page: PDFReference
  package var added: [PDFReference] = []
  package var modified: [PDFReference] = []
  package var removed: [PDFReference] = []
}

extension PDFFile {
  /// Checks that a segment only annotates.
  ///
  /// The objects of the document without its annotations (`DocumentObjects`) may not change, except for the `/Annots`
  /// of pages and for elements of annotations in the structure tree (`StructureRules`). Every other object that the
  /// segment changes or adds must be permitted by a rule. There are rules for arrays of annotations, annotations of the
  /// permitted types, the appearances, pop-ups and resources that they refer to, and the document information.
  ///
  /// - Parameters:
  ///   - segment: checked by `checkSegment` on this file.
  ///   - after: this file with the segment appended.
  ///   - index: the annotations of this file, if already known.
  /// - Returns: the changes of each page.
  /// - Throws: `PDFError` with code `segment` and the object that no rule permits.
  package func checkAnnotationsOnly(
    _ segment: PDFSegment, after: PDFFile, index: AnnotationIndex? = nil
  ) throws(PDFError) -> [AnnotationChange] {
    let known: AnnotationIndex
    if let index { known = index } else { known = try AnnotationIndex(self) }
    var rules = AnnotationRules(
      before: self, after: after, segment: segment, index: known, document: try documentObjects())
    return try rules.run()
  }

  /// Checks that an update which this program made for annotations changes no object of the document but pages, and the
  /// structure only for annotations.
  func checkDocumentUnchanged(_ segment: PDFSegment, after: PDFFile) throws(PDFError) {
    let document = try documentObjects()
    let structure = try StructureRules(self, after, segment)?.permitted ?? []
    for number in segment.objects.map(\.number) + segment.freed
    where document.contains(number) && !document.isPage(number) && !structure.contains(number) {
      throw PDFError(
        code: .segment,
        message:
          "Object \(number) is used as an annotation and as another part of the document, so it cannot be changed.",
        offset: segment.range.lowerBound)
    }
  }
}

/// The check of one segment. `AnnotationRules+Lists` has the rules for pages, `AnnotationRules+Objects` those for
/// annotations and what they refer to.
struct AnnotationRules {
  let before: PDFFile
  let after: PDFFile
  let segment: PDFSegment
  let changed: Set<PDFReference>
  /// The annotations before the segment.
  let index: AnnotationIndex
  let document: DocumentObjects
  /// The permitted changes of the structure tree; nil if there are none.
  private(set) var structure: StructureRules?
  /// Numbers of objects that a rule permits.
  var permitted: Set<Int> = []
  /// Annotations in the lists of the pages that the segment touches.
  var listed: Set<PDFReference> = []
  /// The annotations in `listed` that the segment adds to a list or changes.
  var unchecked: [PDFReference] = []
  /// Annotations that were checked, by object number.
  var annotations: Set<Int> = []
  /// Objects that annotations refer to.
  var visited: Set<Visit> = []

  init(before: PDFFile, after: PDFFile, segment: PDFSegment, index: AnnotationIndex, document: DocumentObjects) {
    (self.before, self.after, self.segment, self.index) = (before, after, segment, index)
    self.document = document
    changed = Set(segment.objects)
  }

  mutating func run() throws(PDFError) -> [AnnotationChange] {
    try checkTrailer()
    structure = try StructureRules(before, after, segment)
    permitted.formUnion(structure?.permitted ?? [])
    try checkDocument()
    try checkFreed()
    permitContainers()
    var changes: [AnnotationChange] = []
    for page in index.pages(touchedBy: changed, freed: segment.freed) {
      if let change = try change(of: page) { changes.append(change) }
    }
    for reference in unchecked { try checkAnnotation(reference) }
    try checkTags(changes)
    for reference in segment.objects where !permitted.contains(reference.number) {
      throw failure(
        "\(try describe(reference)) \(wasThere(reference) ? "is changed" : "is added and belongs to no annotation").",
        reference)
    }
    return changes
  }

  func failure(_ message: String, _ reference: PDFReference?) -> PDFError {
    var offset = segment.range.lowerBound
    if let reference, case .inUse(let place, _)? = after.table[reference.number] { offset = place }
    return PDFError(code: .segment, message: "The segment does more than annotate: \(message)", offset: offset)
  }

  func wasThere(_ reference: PDFReference) -> Bool { before.table[reference.number]?.isInUse ?? false }

  func describe(_ reference: PDFReference) throws(PDFError) -> String {
    let object = try wasThere(reference) ? before.object(reference) : after.object(reference)
    let type = object.dictionary?["Type"].name.flatMap { AnnotationRules.knownTypes[$0] }.map { " of type \($0)" } ?? ""
    return "object \(reference.number) (\(object.kindName)\(type))"
  }

  // MARK: The document

  private mutating func checkTrailer() throws(PDFError) {
    let old = before.trailer
    let new = after.trailer
    for key in Set((old.entries + new.entries).map(\.key)).sorted(by: { $0.text < $1.text })
    where !XRefWriter.ownKeys.contains(key) && key != "ID" && key != "Info" && old[key] != new[key] {
      throw failure("an entry of the trailer changes.", nil)
    }
    guard let reference = new["Info"].reference, changed.contains(reference) else {
      guard new["Info"].isNull || new["Info"] == old["Info"] else { throw failure("the trailer's /Info changes.", nil) }
      return
    }
    guard reference == old["Info"].reference || !wasThere(reference),
      case .dictionary(let information) = try after.object(reference),
      information.entries.allSatisfy({ $0.value.string != nil || $0.value.name != nil })
    else { throw failure("the document information has values that are not strings or names.", reference) }
    permitted.insert(reference.number)
  }

  /// An object of the document must not change, unless it is a page: `change(of:)` compares its other entries. An
  /// object that is an annotation and something else as well would change both.
  private func checkDocument() throws(PDFError) {
    for reference in segment.objects
    where document.contains(reference.number) && !document.isPage(reference.number)
      && !(structure?.permitted.contains(reference.number) ?? false)
    {
      throw failure(
        wasThere(reference)
          ? "\(try describe(reference)) is a part of the document and is changed."
          : "the document refers to object \(reference.number), which it does not have and the segment adds.", reference
      )
    }
  }

  /// Elements of the structure are of annotations that are on the page that they state, or are no longer in a list.
  private func checkTags(_ changes: [AnnotationChange]) throws(PDFError) {
    guard let structure else { return }
    var pages: [PDFReference: PDFReference] = [:]
    for change in changes { for reference in change.added + change.modified { pages[reference] = change.page } }
    for (annotation, tag) in structure.tagged {
      // A pop-up can belong to an annotation without being in a list.
      guard annotations.contains(annotation.number), pages[annotation] ?? tag.page == tag.page else {
        throw failure("the structure refers to annotation \(annotation), which the segment does not add.", annotation)
      }
    }
    let removed = Set(changes.flatMap(\.removed))
    for annotation in structure.untagged where index.isAnnotation(annotation) && !removed.contains(annotation) {
      throw failure("the structure loses annotation \(annotation), which stays on its page.", annotation)
    }
  }

  /// An annotation of a permitted subtype may be freed, if the document does not use its object otherwise. The structure
  /// must not refer to a number that another object can get.
  private func checkFreed() throws(PDFError) {
    for number in segment.freed {
      guard let old = before.table[number], old.isInUse, let reference = PDFReference(number, old.generation),
        index.isAnnotation(reference), !document.contains(number),
        !document.isTagged(number) || structure?.untagged.contains(reference) ?? false,
        try isPermittedKind(before.unambiguousObject(reference))
      else {
        throw failure(
          "object \(number) is freed, but was not an annotation of a permitted subtype that nothing else uses.", nil)
      }
    }
  }

  /// Permits the cross-reference streams and object streams that hold the update.
  private mutating func permitContainers() {
    var streamOffsets = Set(segment.sections.filter { $0.reference != nil }.map(\.range.lowerBound))
    for section in segment.sections {
      if let stream = section.stream?.addingOrNil(before.origin) { streamOffsets.insert(stream) }
    }
    func isNew(_ number: Int) -> Bool { before.table[number]?.isInUse != true }
    for (number, entry) in segment.entries {
      switch entry {
      case .compressed(let stream, _) where isNew(stream): permitted.insert(stream)
      case .inUse(let offset, _) where isNew(number) && streamOffsets.contains(offset): permitted.insert(number)
      default: break
      }
    }
  }
}
