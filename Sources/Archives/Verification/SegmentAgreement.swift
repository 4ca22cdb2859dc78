import Annotations
import PDF

/// Compares the update that a segment in XFDF, Instant JSON or ink was converted to with the segment itself. It needs
/// neither fonts nor the version that converted it: appearances are not compared.
enum SegmentAgreement {
  /// - Parameters:
  ///   - before: the file for which the update was made.
  ///   - after: that file with the update.
  ///   - changes: what the update changes.
  /// - Throws: `bag` if an annotation of the update says something else than the segment, or if one is missing or too
  ///   many.
  static func check(
    _ segment: ArchiveSegment, before: PDFFile, after: PDFFile, changes: [AnnotationChange]
  ) throws {
    guard let format = segment.metadata.format.annotations else { return }
    let place = "segment \(segment.sequence)"
    let expected = try Expectation(AnnotationSource(segment.bytes, format: format, base: before))
    var left = try written(changes, before: before, after: after)
    for annotation in expected.annotations {
      guard let index = match(annotation, in: left) else {
        throw ArchiveError(.bag, "its update has no annotation for one that the segment describes", place: place)
      }
      if let property = annotation.disagreement(with: left[index]) {
        throw ArchiveError(
          .bag, "its update has an annotation with another \(property) than the segment describes", place: place)
      }
      left.remove(at: index)
    }
    guard left.isEmpty else {
      throw ArchiveError(
        .bag, "its update has \(left.count) annotations that the segment does not describe", place: place)
    }
    guard changes.allSatisfy({ $0.removed.isEmpty }) || expected.deletes || !expected.annotations.isEmpty else {
      throw ArchiveError(.bag, "its update removes annotations that the segment does not", place: place)
    }
  }

  /// The annotations that a source adds or changes after all of its edits, and whether it deletes any.
  private struct Expectation {
    var annotations: [Annotation] = []
    var deletes = false

    init(_ source: AnnotationSource) {
      for (edit, _) in source.edits {
        switch edit {
        case .put(let annotation), .add(let annotation), .modify(let annotation, _): annotations.append(annotation)
        case .delete(let target):
          deletes = true
          if case .name(let name, let page) = target {
            annotations.removeAll { $0.name == name && (page == nil || $0.page == page) }
          }
        }
      }
    }
  }

  /// The annotations that an update adds or modifies, without pop-ups.
  private static func written(
    _ changes: [AnnotationChange], before: PDFFile, after: PDFFile
  ) throws -> [Annotation] {
    var reader = AnnotationReader(after)
    var pages: [PDFReference: Int] = [:]
    var tree = try PageTree(after)
    while let page = try tree.next() { if let reference = page.reference { pages[reference] = page.index } }
    var found: [Annotation] = []
    for change in changes {
      for reference in change.added + change.modified {
        guard let dictionary = try after.object(reference).dictionary,
          let annotation = try reader.annotation(dictionary, page: pages[change.page] ?? -1)
        else { continue }
        found.append(annotation)
      }
    }
    return found
  }

  /// The annotation of the same name, or else the first of the same type and page without a name in the source.
  private static func match(_ annotation: Annotation, in written: [Annotation]) -> Int? {
    if let name = annotation.name,
      let index = written.firstIndex(where: { $0.name == name && $0.page == annotation.page })
    {
      return index
    }
    if let index = written.firstIndex(where: { annotation.disagreement(with: $0) == nil }) { return index }
    return written.firstIndex { $0.page == annotation.page }
  }
}
