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

  @OptionGroup
  var state: ArchiveStateArguments

  @Option(help: "text (a table with replies below their parents), json (one object per line), xfdf or instant-json.")
  var format = Format.text

  @Option(name: .shortAndLong, help: "The file to write; \"-\" is stdout.")
  var output = "-"

  func run() async throws { try show(try await state.file()) }

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
      throw Failure(error, source: state.target)
    }
    for warning in document.warnings { printMessage("warning: \(state.target): \(warning)") }
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
