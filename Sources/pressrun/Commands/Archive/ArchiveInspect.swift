import ArgumentParser
import PDFObjects

struct ArchiveInspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Say what is in a PDF: revisions, pages, signatures.")

  @Argument(help: "The PDF.")
  var file: String

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let inspection = try Inspection(path: file)
    if json { try printJSON(inspection) } else { print(inspection.text, terminator: "") }
  }
}

private struct Inspection: Encodable {
  struct Revision: Encodable {
    var start, end: Int
    var kind: String
    var objects, freed: Int
  }
  struct Page: Encodable {
    /// Points, as shown.
    var width, height: Double
    var rotation: Int
  }
  var file, version: String
  var bytes: Int
  var isEncrypted: Bool
  var signedFields: [String]
  var allowsAnnotations: Bool
  var revisions: [Revision]
  var pages: [Page]

  init(path: String) throws {
    let file = try PDFFile(path: path)
    self.file = path
    version = file.version
    bytes = file.length
    isEncrypted = file.isEncrypted
    let signatures = try file.signatures()
    signedFields = signatures.signedFields
    allowsAnnotations = signatures.allowsAnnotations
    revisions = try file.revisions().map {
      Revision(
        start: $0.range.lowerBound, end: $0.range.upperBound, kind: "\($0.kind)", objects: $0.objects.count,
        freed: $0.freed.count)
    }
    pages = try file.pages().map { Page(width: $0.width, height: $0.height, rotation: $0.rotation) }
  }

  var text: String {
    var table = Table(
      ("REVISION", .right), ("FROM", .right), ("TO", .right), ("XREF", .left), ("OBJECTS", .right), ("FREED", .right))
    for (index, revision) in revisions.enumerated() {
      table.add(
        "\(index)", grouped(Int64(revision.start)), grouped(Int64(revision.end)), revision.kind, "\(revision.objects)",
        "\(revision.freed)")
    }
    var sheets = Table(("PAGE", .right), ("WIDTH", .right), ("HEIGHT", .right), ("ROTATED", .right))
    for (index, page) in pages.enumerated() {
      sheets.add("\(index + 1)", "\(points(page.width)) pt", "\(points(page.height)) pt", "\(page.rotation)°")
    }
    let signed = signedFields.isEmpty ? "" : ", signed in \(Table.printable(signedFields.joined(separator: ", ")))"
    return "PDF \(version), \(grouped(Int64(bytes))) bytes\(isEncrypted ? ", encrypted" : "")\(signed)\n\n"
      + table.text + "\n" + sheets.text
  }
}
