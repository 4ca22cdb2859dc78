import ArgumentParser
import PDFObjects

struct ArchiveAppend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "append", abstract: "Put segments after a base PDF, byte for byte, once each was found to fit.")

  @Argument(help: "The base PDF; it is not changed.")
  var base: String

  @Option(name: .customLong("segment"), help: "A segment (an incremental update); more than one in order.")
  var segments: [String] = []

  @Option(name: .shortAndLong, help: "The file to write; it appears whole or not at all.")
  var output: String

  func validate() throws {
    guard !segments.isEmpty else { throw ValidationError("Name at least one --segment.") }
  }

  func run() throws {
    let file = try PDFAssembly.assemble(basePath: base, segments: try segments.map(read), to: output)
    let pages = try file.pages().count
    complain("\(output): \(grouped(Int64(file.length))) bytes, \(pages) \(pages == 1 ? "page" : "pages").")
  }
}
