import Application
import Archives
import ArgumentParser
import Diagnostics
import Foundation

struct ArchiveConvert: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert segments that have no stored update, and store the updates.",
    discussion: """
      `archive sync` converts XFDF, Instant JSON and ink to an update and stores it, so that every build appends the same bytes. \
      Segments that were added by SQL, or before updates were stored, are converted once by this command. The chain does not \
      change; the record of each update states the time.
      """)

  @Argument(help: "The name of the document; all documents by default.")
  var document: String?

  @OptionGroup
  var owner: DocumentTenantsArguments

  func validate() throws {
    guard document == nil || !owner.allTenants else {
      throw ValidationError("Name a document, or --all-tenants.")
    }
  }

  func run() async throws {
    let installation = Installation()
    let artifacts = try installation.artifactStore()
    try await installation.withQueue { queue in
      let found: [AnnotatedDocument]
      if let document {
        found = [try await owner.store(queue).document(document)]
      } else {
        found = try await owner.documents(queue)
      }
      for document in found {
        let documents = DocumentStore(queue, tenant: document.tenant)
        let stored = try await StoredDocument(document, in: documents)
        let done = try await DocumentConversion.complete(stored, at: Date(), in: documents, artifacts: artifacts)
        printMessage("\(document.name): \(counted(done.converted, "segment")) converted.")
      }
    }
  }
}
