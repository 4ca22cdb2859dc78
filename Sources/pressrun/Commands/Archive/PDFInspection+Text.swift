import Archives
import PDF

extension PDFInspection {
  /// The facts as tables for people.
  var text: String {
    var facts = ["PDF \(Table.printable(pdf.version))", "\(grouped(Int64(pdf.length))) bytes"]
    facts.append("\(pages.count) \(pages.count == 1 ? "page" : "pages")")
    if let claim = pdf.pdfAClaim() { facts.append("claims \(claim)" + conformance(to: claim.profile)) }
    if let claim = pdf.accessibilityClaim() { facts.append("claims \(claim)" + conformance(to: claim)) }
    if pdf.isLinearized { facts.append("linearized") }
    if let encryption = pdf.encryption() { facts.append("encrypted (\(encryption.handler))") }
    if signatures.isSigned {
      let fields = signatures.signedFields.joined(separator: ", ")
      facts.append("signed in \(fields), which \(signatures.allowsAnnotations ? "allows" : "forbids") annotations")
    }
    var text = Table.printable(facts.joined(separator: ", ")) + "\n"
    for violation in verdicts.flatMap(\.violations) { text += "  " + Table.printable(violation.description) + "\n" }
    text += "\n" + revisionTable + "\n" + pageTable
    if !annotations.isEmpty { text += "\n" + annotationTable }
    for coverage in coveredPages { text += "\nNote: \(coverage.remark)\n" }
    if let annotationFault { text += "\nThe annotations are damaged: \(Table.printable(annotationFault))\n" }
    return text
  }

  private func conformance(to profile: ConformanceProfile?) -> String {
    guard let verdict = verdicts.first(where: { $0.profile == profile }) else { return " (not checked)" }
    return verdict.violations.isEmpty ? " and conforms to it" : " and does not conform to it"
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
