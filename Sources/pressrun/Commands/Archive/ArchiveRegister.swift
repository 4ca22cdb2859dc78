import Application
import Archives
import ArgumentParser
import ArtifactStore
import PDF

struct ArchiveRegister: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "register", abstract: "Register a document: store a base PDF under a name.")

  @Argument(help: "The name of the document: letters, digits, '.', '_' and '-'.")
  var document: String

  @Argument(help: "The base PDF.")
  var base: String

  @Option(help: "The tenant.")
  var tenant = "default"

  @Option(help: "The title.")
  var title: String?

  func run() async throws {
    // Check that annotations can be appended before storing the file.
    let file = try about(base) { () throws(PDFError) in
      let file = try PDFFile(path: base)
      try file.requireAppendable()
      try file.checkCrossReference()
      return file
    }
    let installation = Installation()
    let store = try installation.writableArtifactStore()
    let writer = try store.write()
    for start in stride(from: 0, to: file.bytes.count, by: 1 << 20) {
      try writer.append(file.bytes.array(start..<start + 1 << 20))
      file.bytes.release(start..<start + 1 << 20)
    }
    let stored = try await writer.commit()
    let isNew = try await installation.withQueue { queue in
      try await queue.migrate()
      return try await DocumentStore(queue).register(
        document: document, baseSHA256: stored.sha256, baseBytes: Int64(stored.bytes), tenant: tenant, title: title)
    }
    complain("\(document): \(isNew ? "registered" : "was there already"), base \(stored.sha256).")
  }
}
