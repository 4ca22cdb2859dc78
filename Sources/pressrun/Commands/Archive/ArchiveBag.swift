import Archives
import ArgumentParser
import Fleet
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
    let stored = try await installation.withDocuments { try await StoredDocument(document, through: at, in: $0) }
    let artifacts = installation.artifactStore
    let builder = try stored.build(in: artifacts)
    let export = ArchiveExport(
      base: try PDFFile(path: stored.basePath(in: artifacts)), segments: stored.segments, manifest: builder.manifest(),
      tail: builder.tail, title: stored.document.title, registered: timestamp(stored.document.registeredAt),
      exported: timestamp(Date()), software: "Pressrun \(pressrunVersion)")
    try BagWriter.write(export, to: output.hasSuffix("/") ? String(output.dropLast()) : output)
    complain("\(output): \(document) with \(stored.segments.count) segments.")
  }
}
