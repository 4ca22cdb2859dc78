import PDF

/// The annotations of one page that an update adds, modifies and removes.
package struct AnnotationChange: Hashable, Sendable {
  package var page: PDFReference
  package var added: [PDFReference] = []
  package var modified: [PDFReference] = []
  package var removed: [PDFReference] = []
}

extension PDFFile {
  /// Checks that a segment only annotates. Every object that it changes or adds must be permitted by a rule. There are
  /// rules for pages (`/Annots` only), arrays of annotations, annotations of the permitted types, the appearances,
  /// pop-ups and resources that they refer to, and the document information.
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
    var rules = AnnotationRules(before: self, after: after, segment: segment, index: known)
    return try rules.run()
  }
}

private struct AnnotationRules {
  let before: PDFFile
  let after: PDFFile
  let segment: PDFSegment
  private let changed: Set<PDFReference>
  private var explained: Set<Int> = []

  /// The annotations before the segment.
  private let index: AnnotationIndex

  init(before: PDFFile, after: PDFFile, segment: PDFSegment, index: AnnotationIndex) {
    (self.before, self.after, self.segment, self.index) = (before, after, segment, index)
    changed = Set(segment.objects)
  }

  mutating func run() throws(PDFError) -> [AnnotationChange] {
    try checkTrailer()
    explainStructure()
    var changes: [AnnotationChange] = []
    for page in index.pages(touchedBy: changed) {
      if let change = try change(of: page) { changes.append(change) }
    }
    for reference in segment.objects where !explained.contains(reference.number) {
      throw failure(
        "\(try describe(reference)) \(wasThere(reference) ? "is changed" : "is added and belongs to no annotation").",
        reference)
    }
    for number in segment.freed {
      guard let old = before.table[number], old.isInUse, let reference = PDFReference(number, old.generation),
        index.isAnnotation(reference), try !isWidget(before.object(reference))
      else { throw failure("Object \(number) is freed, and was no annotation.", nil) }
    }
    return changes
  }

  private func failure(_ message: String, _ reference: PDFReference?) -> PDFError {
    var offset = segment.range.lowerBound
    if let reference, case .inUse(let place, _)? = after.table[reference.number] { offset = place }
    return PDFError(code: .segment, message: "The segment does more than annotate: \(message)", offset: offset)
  }

  private func wasThere(_ reference: PDFReference) -> Bool { before.table[reference.number]?.isInUse ?? false }

  private func describe(_ reference: PDFReference) throws(PDFError) -> String {
    let object = try wasThere(reference) ? before.object(reference) : after.object(reference)
    let type = object.dictionary?["Type"].name.map { " of type \($0)" } ?? ""
    return "object \(reference.number) (\(object.kindName)\(type))"
  }

  // MARK: Trailer and structure

  private mutating func checkTrailer() throws(PDFError) {
    let old = before.trailer
    let new = after.trailer
    for key in Set((old.entries + new.entries).map(\.key)).sorted(by: { $0.text < $1.text })
    where !XRefWriter.ownKeys.contains(key) && key != "ID" && key != "Info" && old[key] != new[key] {
      throw failure("the trailer's \(key) changes.", nil)
    }
    guard let reference = new["Info"].reference, changed.contains(reference) else {
      guard new["Info"].isNull || new["Info"] == old["Info"] else { throw failure("the trailer's /Info changes.", nil) }
      return
    }
    guard reference == old["Info"].reference || !wasThere(reference),
      case .dictionary(let information) = try after.object(reference),
      information.entries.allSatisfy({ $0.value.string != nil || $0.value.name != nil })
    else { throw failure("the document information is more than text.", reference) }
    explained.insert(reference.number)
  }

  /// Permits the cross-reference streams and object streams that hold the update.
  private mutating func explainStructure() {
    var carriers = Set(segment.sections.filter { $0.reference != nil }.map(\.range.lowerBound))
    for section in segment.sections {
      if let stream = section.stream?.addingOrNil(before.origin) { carriers.insert(stream) }
    }
    func isNew(_ number: Int) -> Bool { before.table[number]?.isInUse != true }
    for (number, entry) in segment.entries {
      switch entry {
      case .compressed(let stream, _) where isNew(stream): explained.insert(stream)
      case .inUse(let offset, _) where isNew(number) && carriers.contains(offset): explained.insert(number)
      default: break
      }
    }
  }

  // MARK: Pages

  private mutating func change(of page: PDFReference) throws(PDFError) -> AnnotationChange? {
    guard let old = try before.object(page).dictionary else { return nil }
    var new = old
    if changed.contains(page) {
      guard case .dictionary(let dictionary) = try after.object(page) else {
        throw failure("page \(page) becomes no page.", page)
      }
      new = dictionary
      explained.insert(page.number)
      var (a, b) = (old, new)
      a["Annots"] = .null
      b["Annots"] = .null
      guard a == b else {
        let keys = Set((a.entries + b.entries).map(\.key)).filter { a[$0] != b[$0] }.map(\.description).sorted()
        throw failure("page \(page) changes its \(keys.joined(separator: ", ")).", page)
      }
    }
    if let array = new["Annots"].reference, changed.contains(array) {
      guard index.isArray(array) || !wasThere(array) else {
        throw failure("\(try describe(array)) becomes a page's /Annots.", array)
      }
      explained.insert(array.number)
    }
    return try change(of: page, from: list(old, in: before), to: list(new, in: after))
  }

  private func list(_ page: PDFDictionary, in file: PDFFile) throws(PDFError) -> [PDFObject] {
    switch try file.resolve(page["Annots"]) {
    case .null: return []
    case .array(let items): return items
    case let other: throw failure("a page's /Annots is \(other.kindName).", page["Annots"].reference)
    }
  }

  private mutating func change(
    of page: PDFReference, from old: [PDFObject], to new: [PDFObject]
  ) throws(PDFError) -> AnnotationChange? {
    var change = AnnotationChange(page: page)
    let had = Set(old.compactMap(\.reference))
    let has = Set(new.compactMap(\.reference))
    for reference in had.subtracting(has).sorted() {
      guard try !isWidget(before.object(reference)) else {
        throw failure("the form field \(reference) is taken off its page.", page)
      }
      change.removed.append(reference)
    }
    for item in new {
      guard let reference = item.reference else {
        guard old.contains(item) else { throw failure("an annotation of page \(page) is no object of its own.", page) }
        continue
      }
      if changed.contains(reference) {
        try checkAnnotation(reference)
        if had.contains(reference) { change.modified.append(reference) } else { change.added.append(reference) }
      } else if !had.contains(reference) {
        guard index.isAnnotation(reference) else {
          throw failure("\(try describe(reference)) becomes an annotation.", page)
        }
        change.added.append(reference)
      }
    }
    return change.added.isEmpty && change.modified.isEmpty && change.removed.isEmpty ? nil : change
  }

  private func isWidget(_ object: PDFObject) -> Bool { object.dictionary?["Subtype"].name == "Widget" }

  // MARK: Annotations and referenced objects

  /// Permitted annotation types. Form fields and annotations with files, sounds, movies or redactions are not
  /// permitted.
  private static let kinds: Set<PDFName> = [
    "Text", "Link", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline", "Squiggly",
    "StrikeOut", "Stamp", "Caret", "Ink", "Popup",
  ]
  private static let forbiddenKeys: Set<PDFName> = [
    "AA", "PA", "JS", "OpenAction", "EF", "RF", "AF", "AcroForm", "Names", "OPI", "Ref", "Metadata", "OC",
    "StructParent",
  ]
  private static let forbiddenTypes: Set<PDFName> = [
    "Action", "Filespec", "F", "EmbeddedFile", "Catalog", "Pages", "Page", "Sig", "DocTimeStamp", "ObjStm", "XRef",
    "OCG", "OCMD",
  ]
  private static let actions: Set<PDFName> = [
    "GoTo", "GoToR", "GoToE", "GoToDp", "Launch", "Thread", "URI", "Sound", "Movie", "Hide", "Named", "SubmitForm",
    "ResetForm",
    "ImportData", "SetOCGState", "Rendition", "Trans", "GoTo3DView", "JavaScript", "RichMediaExecute",
  ]

  private mutating func checkAnnotation(_ reference: PDFReference) throws(PDFError) {
    guard !explained.contains(reference.number) else { return }
    explained.insert(reference.number)
    guard case .dictionary(let annotation) = try after.object(reference) else {
      throw failure("annotation \(reference) is no dictionary.", reference)
    }
    guard let kind = annotation["Subtype"].name, AnnotationRules.kinds.contains(kind) else {
      throw failure("annotation \(reference) is of the kind \(annotation["Subtype"].kindName).", reference)
    }
    if wasThere(reference) {
      let old = try before.object(reference).dictionary
      guard index.isAnnotation(reference) || old?["Subtype"].name == "Popup", old?["Subtype"].name == kind else {
        throw failure("\(try describe(reference)) becomes an annotation of the kind \(kind).", reference)
      }
    }
    var rest = annotation
    rest["A"] = .null
    try checkAction(annotation["A"], of: kind, reference)
    try walk(.dictionary(rest), from: reference)
  }

  /// A link may have a destination in the file or a URI that the reader shows. All other actions are refused.
  private mutating func checkAction(_ action: PDFObject, of kind: PDFName, _ reference: PDFReference) throws(PDFError) {
    guard !action.isNull else { return }
    guard kind == "Link", case .dictionary(let dictionary) = action, let type = dictionary["S"].name,
      type == "URI" || type == "GoTo",
      dictionary.entries.allSatisfy({ ["S", "Type", "URI", "D", "IsMap"].contains($0.key) })
    else { throw failure("annotation \(reference) has an action.", reference) }
  }

  /// Checks all new objects that are reachable from `object`. Objects of earlier revisions are not checked again.
  private mutating func walk(_ object: PDFObject, from owner: PDFReference) throws(PDFError) {
    var stack = [object]
    while let object = stack.popLast() {
      switch object {
      case .array(let items): stack += items
      case .dictionary(let dictionary):
        try checkKeys(dictionary, owner)
        stack += dictionary.entries.map(\.value)
      case .stream(let stream):
        try checkKeys(stream.dictionary, owner)
        // 7.3.8.2: `/F` refers to an external file; `/Subtype/PS` is a PostScript XObject.
        guard stream.dictionary["F"].isNull, stream.dictionary["Subtype"].name != "PS" else {
          throw failure("a stream of annotation \(owner) is kept elsewhere or is a program.", owner)
        }
        stack += stream.dictionary.entries.map(\.value)
      case .reference(let reference):
        guard changed.contains(reference), !explained.contains(reference.number) else { continue }
        let target = try after.object(reference)
        if target.dictionary?["Type"].name == "Annot" {
          try checkLater(reference, &stack)
        } else if !wasThere(reference) {
          explained.insert(reference.number)
          stack.append(target)
        }
      default: break
      }
    }
  }

  /// Checks an annotation that another one refers to, such as a pop-up or a reply. Its entries are added to the stack,
  /// to avoid recursion.
  private mutating func checkLater(_ reference: PDFReference, _ stack: inout [PDFObject]) throws(PDFError) {
    guard case .dictionary(var annotation) = try after.object(reference), let kind = annotation["Subtype"].name,
      AnnotationRules.kinds.contains(kind)
    else { throw failure("\(try describe(reference)) is no annotation that people make.", reference) }
    guard !wasThere(reference) || index.isAnnotation(reference) || kind == "Popup" else { return }
    if wasThere(reference) {
      guard try before.object(reference).dictionary?["Subtype"].name == kind else {
        throw failure("\(try describe(reference)) becomes an annotation of the kind \(kind).", reference)
      }
    }
    explained.insert(reference.number)
    try checkAction(annotation["A"], of: kind, reference)
    annotation["A"] = .null
    stack.append(.dictionary(annotation))
  }

  private func checkKeys(_ dictionary: PDFDictionary, _ owner: PDFReference) throws(PDFError) {
    for (key, value) in dictionary.entries {
      if AnnotationRules.forbiddenKeys.contains(key) {
        throw failure("annotation \(owner) leads to a \(key) entry.", owner)
      }
      if key == "Type", let type = value.name, AnnotationRules.forbiddenTypes.contains(type) {
        throw failure("annotation \(owner) leads to an object of type \(type).", owner)
      }
      if key == "S", let action = value.name, AnnotationRules.actions.contains(action) {
        throw failure("annotation \(owner) leads to a \(action) action.", owner)
      }
    }
  }
}
