import Application
import Archives
import ArgumentParser
import Foundation

struct ArchiveConvert: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Store what the segments of a document become that were added without.",
    discussion: """
      `archive sync` stores the update that XFDF, Instant JSON or ink becomes, so that every build appends the same bytes. \
      Segments that were added by SQL, or before updates were stored, are converted once by this command. The chain does not \
      change; the record of each update states the time.
      """)

  @Argument(help: "The name of the document; all documents by default.")
  var document: String?

  func run() async throws {
    let installation = Installation()
    let artifacts = try installation.artifactStore()
    try await installation.withDocuments { documents in
      let names: [String]
      if let document { names = [document] } else { names = try await documents.documents().map(\.id) }
      for name in names {
        let stored = try await StoredDocument(name, in: documents)
        let done = try await DocumentConversion.complete(stored, at: Date(), in: documents, artifacts: artifacts)
        complain("\(name): \(done.converted) segments converted.")
      }
    }
  }
}
