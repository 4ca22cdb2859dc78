import Application
import Archives
import ArgumentParser
import Diagnostics
import Foundation
import PDF
import Signing

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

  @Option(help: ArgumentHelp("Add a timestamp of the chain by this authority (RFC 3161).", valueName: "url"))
  var timestamp: String?

  @Option(
    help: "Certificates that the authority's certificate is checked with, as PEM; by default the system's.")
  var timestampCa: String?

  func validate() throws {
    if timestampCa != nil, timestamp == nil { throw ValidationError("--timestamp-ca needs --timestamp.") }
  }

  func run() async throws {
    let installation = Installation()
    let artifacts = try installation.artifactStore()
    let (stored, timestamps) = try await installation.withDocuments(of: owner.tenant) {
      let stored = try await StoredDocument(document, through: at, in: $0)
      return (
        try await DocumentConversion.complete(stored, at: Date(), in: $0, artifacts: artifacts).document,
        try await $0.timestamps(of: document, through: Int64(stored.segments.count))
      )
    }
    let builder = try await stored.build(in: artifacts)
    var export = ArchiveExport(
      base: try await stored.base(in: artifacts), segments: stored.segments, manifest: builder.manifest(),
      tail: builder.tail, title: stored.document.title, registered: pressrun.timestamp(stored.document.registeredAt),
      exported: pressrun.timestamp(Date()), software: "Pressrun \(pressrunVersion)",
      deliveries: stored.deliveries, timestamps: timestamps)
    if let timestamp {
      do {
        export.timestamp = try await SignerConfiguration.Authority(url: timestamp, certificates: timestampCa)
          .token(of: export.chainText)
      } catch let error as SigningError {
        throw Failure(error.message, place: error.place)
      }
    }
    try BagWriter.write(export, to: output.hasSuffix("/") ? String(output.dropLast()) : output)
    printMessage("\(output): \(document) with \(counted(stored.segments.count, "segment")).")
  }
}
