import PDF

/// The facts about a PDF that `archive inspect` prints. All are read before anything is printed, so that an unreadable
/// file prints nothing.
package struct PDFInspection {
  /// A revision with the objects that it changes.
  package struct Revision {
    package var revision: PDFRevision
    /// Changed objects, up to `changeLimit` over all revisions; empty for the first revision, which adds every object.
    package var changes: [ObjectChange]
  }

  package let pdf: PDFFile
  package let signatures: SignatureSummary
  /// Whether the file conforms to the profiles of PDF/A and PDF/UA that it claims, without those that cannot be
  /// checked.
  package let verdicts: [ConformanceVerdict]
  /// Oldest first.
  package let revisions: [Revision]
  package let pages: [PDFPage]
  package let annotations: [AnnotationSummary]
  /// Pages that annotations cover for the most part.
  package let coveredPages: [PageCoverage]
  /// The error that stopped the reading of annotations; nil if all were read.
  package let annotationFault: String?

  /// Changes listed over all revisions, and in one revision.
  private static let changeLimit = 20_000, changeLimitPerRevision = 200

  package init(_ pdf: PDFFile) throws(PDFError) {
    self.pdf = pdf
    signatures = try pdf.signatures()
    verdicts = try ConformanceVerdict.all(pdf)
    pages = try pdf.pages()
    revisions = Self.revisions(pdf, try pdf.revisions())
    (annotations, annotationFault) = Self.annotations(pdf, pages)
    let byPage = Dictionary(grouping: annotations, by: \.page)
    coveredPages = pages.compactMap { page in byPage[page.index].flatMap { PageCoverage(page, $0) } }
  }

  private static func revisions(_ pdf: PDFFile, _ all: [PDFRevision]) -> [Revision] {
    var older: Set<Int> = []
    var left = changeLimit
    return all.enumerated().map { index, revision in
      let limit = min(left, changeLimitPerRevision)
      let changes = index == 0 ? [] : pdf.changes(in: revision, older: older, limit: limit)
      left -= changes.count
      if all.count > 1 { older.formUnion(revision.objectNumbers) }
      return Revision(revision: revision, changes: changes)
    }
  }

  /// Damaged annotations do not make the rest of the file unreadable.
  private static func annotations(_ pdf: PDFFile, _ pages: [PDFPage]) -> ([AnnotationSummary], String?) {
    var found: [AnnotationSummary] = []
    do throws(PDFError) {
      for page in pages { found += try pdf.annotations(of: page) }
      return (found, nil)
    } catch {
      return (found, error.description)
    }
  }
}
