import PDF

/// Verifies a PDF file: each update must fit the preceding bytes; reports the changes of each.
package enum FileVerification {
  /// - Parameter base: the path of a file with which the PDF must begin.
  /// - Throws: `PDFError` if the file cannot be read as a PDF.
  package static func verify(_ path: String, base: String?) throws(PDFError) -> VerificationResult {
    var result = VerificationResult()
    let bytes = try PDFBytes(path: path)
    let revisions = try PDFFile(bytes).revisions()
    var baseLength = revisions.first?.range.upperBound ?? bytes.count
    if let base {
      let original = try PDFBytes(path: base)
      if let offset = ArchiveBuilder.firstDifference(bytes, original, length: original.count) {
        result.fault = ArchiveError(.base, "does not begin with \(base)", offset: offset)
        return result
      }
      result.proven.append("The first \(original.count) bytes are those of \(base).")
      baseLength = original.count
    }
    let sha256 = Hash.of(bytes, length: baseLength)
    result.proven.append("The first revision is bytes 0 to \(baseLength - 1); their SHA-256 is \(sha256).")
    try verifyUpdates(revisions, of: bytes, after: baseLength, &result)
    result.remarks = try PDFFile(bytes).coveredPages().map(\.remark)
    return result
  }

  private static func verifyUpdates(
    _ revisions: [PDFRevision], of bytes: PDFBytes, after baseLength: Int, _ result: inout VerificationResult
  ) throws(PDFError) {
    var file = try PDFFile(bytes, length: baseLength)
    var index: AnnotationIndex?
    // Comments after the end of the base belong to it, but are in the range of the next revision.
    for (number, revision) in revisions.enumerated() where revision.crossReference >= baseLength {
      do throws(PDFError) {
        let segment = try file.checkSegment(upTo: revision.range.upperBound)
        let after = try file.advanced(over: segment)
        result.proven.append(
          "Revision \(number), bytes \(max(revision.range.lowerBound, baseLength)) to \(revision.range.upperBound - 1), fits the preceding bytes"
            + (try summary(of: segment, file, after, &index)))
        file = after
      } catch {
        result.fault = ArchiveError(
          .bag, "revision \(number): \(error.message)",
          offset: error.offset ?? max(revision.range.lowerBound, baseLength))
        return
      }
    }
    if file.length < bytes.count {
      result.fault = ArchiveError(
        .bag, "\(bytes.count - file.length) bytes follow the last revision", offset: file.length)
    }
  }

  /// - Parameter index: the annotations of the file before the segment; computed when first needed, and updated as long
  ///   as segments only annotate.
  private static func summary(
    of segment: PDFSegment, _ before: PDFFile, _ after: PDFFile, _ index: inout AnnotationIndex?
  ) throws(PDFError) -> String {
    var known: AnnotationIndex
    if let index { known = index } else { known = try AnnotationIndex(before) }
    index = nil
    do throws(PDFError) {
      let changes = try before.checkAnnotationsOnly(segment, after: after, index: known)
      try known.update(changes, after: after)
      index = known
      let counts = [
        (changes.reduce(0) { $0 + $1.added.count }, "added"),
        (changes.reduce(0) { $0 + $1.modified.count }, "changed"),
        (changes.reduce(0) { $0 + $1.removed.count }, "removed"),
      ]
      let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      return ", and only annotates: \(parts.isEmpty ? "nothing" : parts.joined(separator: ", "))."
    } catch {
      guard error.code == .segment else { throw error }
      return ", and does more than annotate: \(error.message)"
    }
  }
}
