import Annotations
import Application
import Archives
import ArgumentParser
import Diagnostics
import PDF

struct ArchiveAnnotations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "annotations",
    abstract: "List the annotations of a PDF or a document, or write them as XFDF or Instant JSON.")

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, xfdf
    case instantJSON = "instant-json"
  }

  @Argument(help: "A PDF, or the name of a document.")
  var target: String

  @OptionGroup
  var owner: DocumentTenantArguments

  @Option(help: "State after this revision or segment; 0 is the base. The newest by default.")
  var at: Int?

  @Option(help: "text (a table with replies below their parents), json (one object per line), xfdf or instant-json.")
  var format = Format.text

  @Option(name: .shortAndLong, help: "The file to write; \"-\" is stdout.")
  var output = "-"

  func validate() throws {
    guard at.map({ $0 >= 0 }) ?? true else { throw ValidationError("--at must be 0 or greater.") }
  }

  func run() async throws {
    switch ArchiveTarget(target) {
    case .file(let path): try show(try file(path))
    case .bag(let path): throw ArchiveTarget.refusal(ofBag: path)
    case .document(let id):
      let installation = Installation()
      let stored = try await installation.withDocuments(of: owner.tenant) {
        try await StoredDocument(id, through: at, in: $0)
      }
      try show(try await stored.build(in: installation.artifactStore()).file)
    }
  }

  private func file(_ path: String) throws -> PDFFile {
    guard let at else { return try about(path) { () throws(PDFError) in try PDFFile(path: path) } }
    let end = try revision(at, of: path).upperBound
    return try about(path) { () throws(PDFError) in try PDFFile(PDFBytes(path: path), length: end) }
  }

  private func show(_ pdf: PDFFile) throws {
    let document: (text: String, warnings: [Diagnostic])
    do throws(AnnotationError) {
      switch format {
      case .text, .json:
        let threads = try AnnotationThreads(pdf)
        document = (format == .json ? threads.lines : threads.table, threads.warnings)
      case .xfdf:
        let written = try XFDFWriter.document(of: pdf)
        document = (written.xfdf, written.warnings)
      case .instantJSON:
        let written = try InstantJSONWriter.document(of: pdf)
        document = (written.json, written.warnings)
      }
    } catch {
      throw Failure(error, source: target)
    }
    for warning in document.warnings { printMessage("warning: \(target): \(warning)") }
    try write(Array(document.text.utf8), to: output)
  }
}

extension AnnotationThreads {
  fileprivate var table: String {
    var table = Table(
      ("PAGE", .right), ("ANNOTATION", .left), ("NAME", .left), ("AUTHOR", .left), ("CHANGED", .left),
      ("CONTENTS", .left))
    for (annotation, depth) in entries {
      let kind = String(repeating: "  ", count: min(depth, 10)) + annotation.kind.subtype.text
      let state = annotation.state.map { "[\($0.state)] " } ?? ""
      table.add(
        "\(annotation.page + 1)", kind, annotation.name ?? "-", annotation.author ?? "-", annotation.modified ?? "-",
        state + String((annotation.contents ?? "-").prefix(60)))
    }
    return table.text
  }

  /// One JSON object per line.
  fileprivate var lines: String {
    entries.reduce(into: "") { text, entry in text += entry.annotation.listing.text + "\n" }
  }
}
