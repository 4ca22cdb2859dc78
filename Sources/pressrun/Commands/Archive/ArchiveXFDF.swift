import Annotations
import ArgumentParser
import PDFObjects

struct ArchiveXFDF: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "xfdf", abstract: "Write the annotations of a PDF as XFDF.")

  @Argument(help: "The PDF.")
  var file: String

  @Option(name: .shortAndLong, help: "The file to write; \"-\" is stdout.")
  var output = "-"

  func run() throws {
    let pdf = try PDFFile(path: file)
    let document: (xfdf: String, warnings: [AnnotationWarning])
    do throws(AnnotationError) {
      document = try XFDFWriter.document(of: pdf)
    } catch {
      throw Failure(error, source: file)
    }
    for warning in document.warnings { complain("warning: \(file): \(warning)") }
    try write(Array(document.xfdf.utf8), to: output)
  }
}
