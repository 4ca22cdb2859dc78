import PDF

/// The result of rebasing a segment.
package struct RebaseReport: Sendable {
  /// New references, by the references in the segment and in earlier segments of the same branch.
  package var numbers: [PDFReference: PDFReference] = [:]
  /// Annotations that were also changed since the parent revision, by their previous references. The segment's change
  /// replaces the other change, which remains in its revision.
  package var overridden: [PDFReference] = []
  /// Annotations that were removed since the parent revision and that the segment changes. They are restored with the
  /// segment's changes.
  package var restored: [PDFReference] = []

  /// The current object number of an object in the segment.
  package func number(of reference: PDFReference) -> Int { (numbers[reference] ?? reference).number }
}

extension AppendWriter {
  /// The handling of an annotation that was changed both by the segment and since its parent revision.
  package enum Conflict: Sendable {
    case refuse
    /// The later change in archive order replaces the earlier one.
    case override
  }

  /// Applies the changes of a segment for an older revision to this update's base: the annotations are copied with new
  /// object numbers, and the pages' `/Annots` are merged.
  ///
  /// - Parameters:
  ///   - changes: the changes of the segment, from `checkAnnotationsOnly`.
  ///   - before: the revision that the segment was made for: an older revision of this update's base, possibly with
  ///     segments of its own.
  ///   - after: that revision with the segment.
  ///   - known: the objects of the base that correspond to objects of those segments.
  /// - Throws: `segment` if an annotation was changed differently since that revision and `conflict` is `refuse`.
  @discardableResult
  package mutating func rebase(
    _ changes: [AnnotationChange], before: PDFFile, after: PDFFile, known: [PDFReference: PDFReference] = [:],
    conflict: Conflict = .refuse
  ) throws(PDFError) -> RebaseReport {
    var copies = ObjectCopies(before: before, after: after, numbers: known)
    var tags = (try? AnnotationTags(base)) ?? nil
    var report = RebaseReport()
    for change in changes { try rebase(change, &copies, &tags, &report, conflict) }
    try tags?.finish(in: &self)
    report.numbers = copies.numbers
    return report
  }

  /// Applies the changes of one page.
  private mutating func rebase(
    _ change: AnnotationChange, _ copies: inout ObjectCopies, _ tags: inout AnnotationTags?,
    _ report: inout RebaseReport, _ conflict: Conflict
  ) throws(PDFError) {
    guard var page = try object(change.page).dictionary else {
      throw PDFError(code: .segment, message: "Page \(change.page) was removed, so its annotations cannot be merged.")
    }
    var list: [PDFObject]
    switch try resolve(page["Annots"]) {
    case .null: list = []
    case .array(let items): list = items
    case let other:
      throw PDFError(
        code: .pageTree, message: "The /Annots of page \(change.page) is \(other.kindName), not an array.")
    }
    var tagged = try rebaseModified(change, &list, &copies, &report, conflict)
    let removed = Set(change.removed.map { copies.numbers[$0] ?? $0 })
    list.removeAll { $0.reference.map(removed.contains) ?? false }
    for reference in removed.sorted() { tags?.remove(reference) }
    for reference in change.added {
      list.append(try copies.renumbered(.reference(reference), in: &self))
      if try !copies.after.structureKey(reference).isNull { tagged.append(reference) }
    }
    try copies.finish(in: &self)
    for reference in tagged where tags != nil {
      try tag(copies.numbers[reference] ?? reference, on: change.page, &tags)
      page["Tabs"] = .name("S")
    }
    page["Annots"] = list.isEmpty ? .null : .array(list)
    try replace(change.page, with: .dictionary(page))
  }

  /// Applies the modifications of one page, and restores modified annotations that have been removed.
  /// - Parameter list: the page's annotations, to which the restored ones are added.
  /// - Returns: the annotations that the segment has in the structure, and this update has not.
  private mutating func rebaseModified(
    _ change: AnnotationChange, _ list: inout [PDFObject], _ copies: inout ObjectCopies, _ report: inout RebaseReport,
    _ conflict: Conflict
  ) throws(PDFError) -> [PDFReference] {
    let present = Set(list.compactMap(\.reference))
    var tagged: [PDFReference] = []
    for reference in change.modified {
      let here = copies.numbers[reference] ?? reference
      let isTagged = try !copies.after.structureKey(reference).isNull
      if !present.contains(here) {
        // The annotation was removed since, and its object may be free. A copy is added.
        copies.remove(reference)
        list.append(try copies.copied(reference, in: &self))
        report.restored.append(reference)
        if isTagged { tagged.append(reference) }
        continue
      }
      let key = try object(here).dictionary?["StructParent"] ?? .null
      if isTagged, key.isNull { tagged.append(reference) }
      let old = try copies.renumbered(copies.before.object(reference), in: &self, addsNothing: true).withStructureKey(
        key)
      if try old != object(here) {
        guard conflict == .override else {
          throw PDFError(
            code: .segment,
            message:
              "Annotation \(reference) was changed both by the segment and after the revision for which the segment was made."
          )
        }
        report.overridden.append(reference)
      }
      let new = try copies.renumbered(copies.after.object(reference), in: &self)
      try replace(here, with: new.withStructureKey(key))
    }
    return tagged
  }

  /// Gives an annotation of this update an element in the structure.
  private mutating func tag(
    _ reference: PDFReference, on page: PDFReference, _ tags: inout AnnotationTags?
  ) throws(PDFError) {
    let annotation = try object(reference)
    let isLink = annotation.dictionary?["Subtype"].name == "Link"
    let key = try tags?.add([reference], isLink: isLink, on: page, in: &self).first
    try replace(reference, with: annotation.withStructureKey(key.map { .integer($0) } ?? .null))
  }
}

extension PDFFile {
  /// An annotation's key in the parent tree; null if it is not in the structure.
  fileprivate func structureKey(_ annotation: PDFReference) throws(PDFError) -> PDFObject {
    try object(annotation).dictionary?["StructParent"] ?? .null
  }
}

extension PDFObject {
  /// An annotation with another key in the parent tree; without one if it is null.
  fileprivate func withStructureKey(_ key: PDFObject) -> PDFObject {
    guard case .dictionary(var dictionary) = self else { return self }
    dictionary["StructParent"] = key
    return .dictionary(dictionary)
  }
}

/// Copies the objects that a segment added under new object numbers, each once. Objects of the parent revision keep
/// their numbers.
private struct ObjectCopies {
  let before: PDFFile
  let after: PDFFile
  private(set) var numbers: [PDFReference: PDFReference]
  private var waiting: [PDFReference] = []

  init(before: PDFFile, after: PDFFile, numbers: [PDFReference: PDFReference]) {
    self.before = before
    self.after = after
    self.numbers = numbers
  }

  mutating func remove(_ reference: PDFReference) { numbers[reference] = nil }

  /// A reference to a copy of the object, under a new number.
  mutating func copied(_ reference: PDFReference, in writer: inout AppendWriter) throws(PDFError) -> PDFObject {
    let copy = try writer.add(.null)
    numbers[reference] = copy
    waiting.append(reference)
    return .reference(copy)
  }

  /// `object` with references to new objects replaced. The referenced objects are copied by `finish`.
  ///
  /// - Parameter addsNothing: do not add copies; references to objects that have not been copied remain unchanged. Used
  ///   for comparison.
  mutating func renumbered(
    _ object: PDFObject, in writer: inout AppendWriter, addsNothing: Bool = false
  ) throws(PDFError) -> PDFObject {
    switch object {
    case .array(let items):
      var copy: [PDFObject] = []
      copy.reserveCapacity(items.count)
      for item in items { copy.append(try renumbered(item, in: &writer, addsNothing: addsNothing)) }
      return .array(copy)
    case .dictionary(let dictionary): return .dictionary(try renumbered(dictionary, in: &writer, addsNothing))
    case .stream(var stream):
      // The writer sets the length.
      stream.dictionary["Length"] = .null
      stream.dictionary = try renumbered(stream.dictionary, in: &writer, addsNothing)
      return .stream(stream)
    case .reference(let reference):
      if let known = numbers[reference] { return .reference(known) }
      guard !addsNothing, before.table[reference.number]?.isInUse != true,
        after.table[reference.number]?.isInUse == true
      else { return object }
      return try copied(reference, in: &writer)
    default: return object
    }
  }

  private mutating func renumbered(
    _ dictionary: PDFDictionary, in writer: inout AppendWriter, _ addsNothing: Bool
  ) throws(PDFError) -> PDFDictionary {
    var copy = dictionary
    for (key, value) in dictionary.entries { copy[key] = try renumbered(value, in: &writer, addsNothing: addsNothing) }
    return copy
  }

  mutating func finish(in writer: inout AppendWriter) throws(PDFError) {
    while let reference = waiting.popLast() {
      guard let copy = numbers[reference] else { continue }
      // The keys of the parent tree belong to the segment's revision.
      try writer.replace(copy, with: renumbered(after.object(reference), in: &writer).withStructureKey(.null))
    }
  }
}
