import Application
import Archives
import ArgumentParser
import Foundation
import PDF

struct ArchiveBag: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bag",
    abstract: "Export a document as a BagIt bag, whose order and integrity can be verified without a database.")

  @Argument(help: "The name of the document.")
  var document: String

  @OptionGroup
  var owner: DocumentTenantArguments

  @Option(help: "The last segment to include; all by default.")
  var at: Int?

  @Option(name: .shortAndLong, help: "The folder or .tar file to create; it must not exist.")
  var output: String

  func run() async throws {
    let installation = Installation()
    let artifacts = try installation.artifactStore()
    let stored = try await installation.withDocuments(of: owner.tenant) {
      let stored = try await StoredDocument(document, through: at, in: $0)
      return try await DocumentConversion.complete(stored, at: Date(), in: $0, artifacts: artifacts).document
    }
    let builder = try await stored.build(in: artifacts)
    let export = ArchiveExport(
      base: try await stored.base(in: artifacts), segments: stored.segments, manifest: builder.manifest(),
      tail: builder.tail, title: stored.document.title, registered: timestamp(stored.document.registeredAt),
      exported: timestamp(Date()), software: "Pressrun \(pressrunVersion)",
      deliveries: stored.deliveries)
    try BagWriter.write(export, to: output.hasSuffix("/") ? String(output.dropLast()) : output)
    complain("\(output): \(document) with \(stored.segments.count) segments.")
  }
}
