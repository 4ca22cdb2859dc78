import PDF

/// What doing a segment once more on a later revision came to.
package struct RebaseReport: Sendable {
  /// New references by the ones in the segment: what it added, and what an earlier segment of its line had added.
  package var numbers: [PDFReference: PDFReference] = [:]
  /// Annotations that were changed in between too, by their references before: the segment's change stands now, and the
  /// other in the revision that made it.
  package var overridden: [PDFReference] = []
  /// Annotations that were taken off in between and that the segment changes: they are back, as it wants them.
  package var restored: [PDFReference] = []

  /// The object number that stands now for one in the segment.
  package func number(of reference: PDFReference) -> Int { (numbers[reference] ?? reference).number }
}

extension AppendWriter {
  /// What to do with an annotation that was changed by the segment and also in between.
  package enum Conflict: Sendable {
    case refuse
    /// The later one in the order of the archive stands.
    case override
  }

  /// Does once more, on top of this update's base, what a segment did to an older revision of the same file: its
  /// annotations are read out of it and written again with new object numbers, and the pages' `/Annots` are merged.
  ///
  /// - Parameters:
  ///   - changes: what the segment did, from `checkAnnotationsOnly`.
  ///   - before: the revision it was made on: an older one of this update's base, perhaps with segments of its own.
  ///   - after: that revision with the segment.
  ///   - known: what stands here for the objects that those segments of its own added or changed.
  /// - Throws: `segment` where an annotation was changed differently in between and `conflict` refuses that.
  @discardableResult
  package mutating func rebase(
    _ changes: [AnnotationChange], before: PDFFile, after: PDFFile, known: [PDFReference: PDFReference] = [:],
    conflict: Conflict = .refuse
  ) throws(PDFError) -> RebaseReport {
    var copies = ObjectCopies(before: before, after: after, numbers: known)
    var report = RebaseReport()
    for change in changes {
      guard var page = try object(change.page).dictionary else {
        throw PDFError(code: .segment, message: "Page \(change.page) is gone, so its annotations cannot be merged.")
      }
      var list: [PDFObject]
      switch try resolve(page["Annots"]) {
      case .null: list = []
      case .array(let items): list = items
      case let other:
        throw PDFError(
          code: .pageTree, message: "The /Annots of page \(change.page) is \(other.kindName), not an array.")
      }
      let present = Set(list.compactMap(\.reference))
      for reference in change.modified {
        let here = copies.numbers[reference] ?? reference
        if !present.contains(here) {
          // It was taken off meanwhile; its object may be free. A copy comes back.
          copies.forget(reference)
          list.append(try copies.copied(reference, in: &self))
          report.restored.append(reference)
          continue
        }
        if try copies.renumbered(before.object(reference), in: &self, addsNothing: true) != object(here) {
          guard conflict == .override else {
            throw PDFError(
              code: .segment,
              message:
                "Annotation \(reference) was changed both by the segment and by what came after the revision it was made on."
            )
          }
          report.overridden.append(reference)
        }
        try replace(here, with: copies.renumbered(after.object(reference), in: &self))
      }
      let removed = Set(change.removed.map { copies.numbers[$0] ?? $0 })
      list.removeAll { $0.reference.map(removed.contains) ?? false }
      for reference in change.added { list.append(try copies.renumbered(.reference(reference), in: &self)) }
      try copies.finish(in: &self)
      page["Annots"] = list.isEmpty ? .null : .array(list)
      try replace(change.page, with: .dictionary(page))
    }
    report.numbers = copies.numbers
    return report
  }
}

/// Copies the objects that a segment added, each once, under new numbers. Objects of the revision before keep theirs.
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

  mutating func forget(_ reference: PDFReference) { numbers[reference] = nil }

  /// A reference to a copy of the object, under a new number.
  mutating func copied(_ reference: PDFReference, in writer: inout AppendWriter) throws(PDFError) -> PDFObject {
    let copy = try writer.add(.null)
    numbers[reference] = copy
    waiting.append(reference)
    return .reference(copy)
  }

  /// `object` with the references to new objects exchanged; what they refer to is copied by `finish`.
  ///
  /// - Parameter addsNothing: leaves references to objects that have no copy yet as they are, to compare.
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
      // The writer states the length itself.
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
      try writer.replace(copy, with: renumbered(after.object(reference), in: &writer))
    }
  }
}
