import PDF

/// The structure trees of a document before and after a segment.
struct StructureChange {
  var before: StructureReader
  let after: StructureReader
  let segment: PDFSegment
  /// The objects of the segment.
  let objects: Set<PDFReference>

  /// Fails if the document has no structure, or if its structure gets another root.
  init?(_ before: PDFFile, _ after: PDFFile, _ segment: PDFSegment) {
    guard let old = Self.reader(before), let new = Self.reader(after), old.root == new.root else { return nil }
    (self.before, self.after, self.segment) = (old, new, segment)
    objects = Set(segment.objects)
  }

  private static func reader(_ file: PDFFile) -> StructureReader? { (try? StructureReader(file)) ?? nil }

  func wasThere(_ reference: PDFReference) -> Bool { before.file.table[reference.number]?.isInUse ?? false }

  /// Whether the segment defines an object that was not there.
  func adds(_ reference: PDFReference) -> Bool { objects.contains(reference) && !wasThere(reference) }

  func failure(_ message: String) -> PDFError {
    PDFError(
      code: .segment, message: "The segment does more than annotate: \(message)", offset: segment.range.lowerBound)
  }
}
