extension AppendWriter {
  /// Does once more, on top of this update's base, what a segment did to an older revision of the same file: its
  /// annotations are read out of it and written again with new object numbers, and the pages' `/Annots` are merged.
  ///
  /// - Parameters:
  ///   - changes: what the segment did, from `checkAnnotationsOnly`.
  ///   - before: the revision it was made on, of which this update's base is a later one.
  ///   - after: that revision with the segment.
  /// - Returns: the annotations' new references by their old ones, as an archive's manifest names them.
  /// - Throws: `segment` where an annotation was changed differently in between.
  @discardableResult
  package mutating func rebase(
    _ changes: [AnnotationChange], before: PDFFile, after: PDFFile
  ) throws(PDFError) -> [PDFReference: PDFReference] {
    var copies = ObjectCopies(before: before, after: after)
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
      for reference in change.modified {
        let then = try before.object(reference), now = try object(reference)
        guard then == now else {
          throw PDFError(
            code: .segment,
            message:
              "Annotation \(reference) was changed both by the segment and by what came after the revision it was made on."
          )
        }
        try replace(reference, with: copies.renumbered(after.object(reference), in: &self))
      }
      list.removeAll { $0.reference.map(change.removed.contains) ?? false }
      for reference in change.added { list.append(try copies.renumbered(.reference(reference), in: &self)) }
      try copies.finish(in: &self)
      page["Annots"] = list.isEmpty ? .null : .array(list)
      try replace(change.page, with: .dictionary(page))
    }
    return copies.numbers
  }
}

/// Copies the objects that a segment added, each once, under new numbers. Objects of the revision before keep theirs.
private struct ObjectCopies {
  let before: PDFFile
  let after: PDFFile
  private(set) var numbers: [PDFReference: PDFReference] = [:]
  private var waiting: [PDFReference] = []

  init(before: PDFFile, after: PDFFile) {
    self.before = before
    self.after = after
  }

  /// `object` with the references to new objects exchanged; what they refer to is copied by `finish`.
  mutating func renumbered(_ object: PDFObject, in writer: inout AppendWriter) throws(PDFError) -> PDFObject {
    switch object {
    case .array(let items):
      var copy: [PDFObject] = []
      copy.reserveCapacity(items.count)
      for item in items { copy.append(try renumbered(item, in: &writer)) }
      return .array(copy)
    case .dictionary(let dictionary): return .dictionary(try renumbered(dictionary, in: &writer))
    case .stream(var stream):
      // The writer states the length itself.
      stream.dictionary["Length"] = .null
      stream.dictionary = try renumbered(stream.dictionary, in: &writer)
      return .stream(stream)
    case .reference(let reference):
      if let known = numbers[reference] { return .reference(known) }
      guard before.table[reference.number]?.isInUse != true, after.table[reference.number]?.isInUse == true else {
        return object
      }
      let copy = try writer.add(.null)
      numbers[reference] = copy
      waiting.append(reference)
      return .reference(copy)
    default: return object
    }
  }

  private mutating func renumbered(_ dictionary: PDFDictionary, in writer: inout AppendWriter) throws(PDFError)
    -> PDFDictionary
  {
    var copy = dictionary
    for (key, value) in dictionary.entries { copy[key] = try renumbered(value, in: &writer) }
    return copy
  }

  mutating func finish(in writer: inout AppendWriter) throws(PDFError) {
    while let reference = waiting.popLast() {
      guard let copy = numbers[reference] else { continue }
      try writer.replace(copy, with: renumbered(after.object(reference), in: &writer))
    }
  }
}
