import Archives
import PDF

/// All that `archive inspect` finds in a file, before anything is printed: a file that cannot be read prints nothing.
struct Inspection {
  struct Revision {
    var revision: PDFRevision
    /// At most `changeLimit` in the newest revisions; the first revision is everything, and its changes are not listed.
    var changes: [ObjectChange]
  }

  let path: String
  let pdf: PDFFile
  let signatures: SignatureSummary
  let revisions: [Revision]
  let pages: [PDFPage]
  let annotations: [AnnotationSummary]
  /// Why the annotations could not be listed, where they could not.
  let annotationFault: String?

  /// Changes that are listed over all revisions, and in one.
  private static let changeLimit = 20_000, changeLimitOfOne = 200

  init(_ pdf: PDFFile, path: String) throws(PDFError) {
    self.pdf = pdf
    self.path = path
    signatures = try pdf.signatures()
    pages = try pdf.pages()
    revisions = Inspection.revisions(pdf, try pdf.revisions())
    (annotations, annotationFault) = Inspection.annotations(pdf, pages)
  }

  private static func revisions(_ pdf: PDFFile, _ all: [PDFRevision]) -> [Revision] {
    var older: Set<Int> = []
    var left = changeLimit
    return all.enumerated().map { index, revision in
      let changes = index == 0 ? [] : pdf.changes(in: revision, older: older, limit: min(left, changeLimitOfOne))
      left -= changes.count
      if all.count > 1 { older.formUnion(revision.objectNumbers) }
      return Revision(revision: revision, changes: changes)
    }
  }

  /// A file can have damaged annotations and be good otherwise.
  private static func annotations(_ pdf: PDFFile, _ pages: [PDFPage]) -> ([AnnotationSummary], String?) {
    var found: [AnnotationSummary] = []
    do throws(PDFError) {
      for page in pages { found += try pdf.annotations(of: page) }
      return (found, nil)
    } catch {
      return (found, error.description)
    }
  }

  var text: String {
    var facts = ["PDF \(Table.printable(pdf.version))", "\(grouped(Int64(pdf.length))) bytes"]
    facts.append("\(pages.count) \(pages.count == 1 ? "page" : "pages")")
    if let claim = pdf.pdfAClaim() { facts.append("claims \(claim)") }
    if pdf.isLinearized { facts.append("linearized") }
    if let encryption = pdf.encryption() { facts.append("encrypted (\(encryption.handler))") }
    if signatures.isSigned {
      let fields = signatures.signedFields.joined(separator: ", ")
      facts.append("signed in \(fields), which \(signatures.allowsAnnotations ? "allows" : "forbids") annotations")
    }
    var text = Table.printable(facts.joined(separator: ", ")) + "\n\n" + revisionTable + "\n" + pageTable
    if !annotations.isEmpty { text += "\n" + annotationTable }
    if let annotationFault { text += "\nThe annotations are damaged: \(Table.printable(annotationFault))\n" }
    return text
  }

  private var revisionTable: String {
    var table = Table(
      ("REVISION", .right), ("FROM", .right), ("TO", .right), ("XREF", .left), ("OBJECTS", .right), ("FREED", .right),
      ("CHANGES", .left))
    for (index, item) in revisions.enumerated() {
      let revision = item.revision
      table.add(
        "\(index)", grouped(Int64(revision.range.lowerBound)), grouped(Int64(revision.range.upperBound)),
        revision.kind.rawValue, "\(revision.objectCount)", "\(revision.freed.count)", summary(item.changes))
    }
    return table.text
  }

  /// `1 page replaced, 2 annotation Text added`.
  private func summary(_ changes: [ObjectChange]) -> String {
    var counts: [(what: String, count: Int)] = []
    for change in changes where change.role != "cross-reference stream" {
      let what = [change.role, change.action.rawValue].filter { !$0.isEmpty }.joined(separator: " ")
      if let index = counts.firstIndex(where: { $0.what == what }) {
        counts[index].count += 1
      } else {
        counts.append((what, 1))
      }
    }
    return counts.map { "\($0.count) \($0.what)" }.joined(separator: ", ")
  }

  private var pageTable: String {
    var table = Table(
      ("PAGE", .right), ("WIDTH", .right), ("HEIGHT", .right), ("TOP", .right), ("ROTATED", .right), ("UNIT", .right))
    var top = 0.0
    for page in pages {
      table.add(
        "\(page.index + 1)", "\(points(page.width)) pt", "\(points(page.height)) pt", "\(points(top)) pt",
        "\(page.rotation)°", points(page.userUnit))
      top += page.height
    }
    return table.text
  }

  private var annotationTable: String {
    var table = Table(
      ("PAGE", .right), ("ANNOTATION", .left), ("OBJECT", .right), ("NAME", .left), ("AUTHOR", .left),
      ("CONTENTS", .left))
    for annotation in annotations {
      table.add(
        "\(annotation.page + 1)", annotation.kind, annotation.reference.map { "\($0.number)" } ?? "-",
        annotation.name ?? "-", annotation.author ?? "-", String((annotation.contents ?? "-").prefix(60)))
    }
    return table.text
  }
}
