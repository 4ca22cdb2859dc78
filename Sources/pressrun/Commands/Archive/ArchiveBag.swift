import Application
import Archives
import ArgumentParser
import Foundation
import PDF

struct ArchiveBag: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bag", abstract: "Export a document as a BagIt bag that proves its order and integrity by itself.")

  @Argument(help: "The document's name.")
  var document: String

  @Option(help: "Up to this segment; all by default.")
  var at: Int?

  @Option(name: .shortAndLong, help: "The folder to make, or a .tar file; there must be nothing of that name.")
  var output: String

  func run() async throws {
    let installation = Installation()
    try await installation.withQueue { queue in
      let archive = try await ArchiveInDatabase(document, through: at, queue, installation.artifactStore)
      let builder = try archive.build()
      let export = ArchiveExport(
        base: try PDFFile(path: archive.basePath), segments: archive.segments, manifest: builder.manifest(),
        tail: builder.tail, title: archive.document.title, registered: timestamp(archive.document.registeredAt),
        exported: timestamp(Date()), software: "Pressrun \(pressrunVersion)")
      try BagWriter.write(export, to: output.hasSuffix("/") ? String(output.dropLast()) : output)
      complain("\(output): \(document) with \(archive.segments.count) segments.")
    }
  }
}
