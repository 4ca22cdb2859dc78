import Application
import Archives
import ArgumentParser
import PDF

struct ArchiveExtract: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract", abstract: "Write an earlier revision of a PDF, or a document up to a segment."
  )

  @Argument(help: "A PDF, or the name of a document.")
  var target: String

  @OptionGroup
  var owner: DocumentTenantArguments

  @Option(help: "The revision or the segment's sequence number; 0 is the base.")
  var at: Int

  @Option(name: .shortAndLong, help: "The file to write; it appears complete or not at all.")
  var output: String

  func validate() throws {
    guard at >= 0 else { throw ValidationError("--at must be 0 or greater.") }
  }

  func run() async throws {
    switch ArchiveTarget(target) {
    case .file(let path): try extract(file: path)
    case .bag(let path): throw ArchiveTarget.refusal(ofBag: path)
    case .document(let id):
      let installation = Installation()
      let stored = try await installation.withDocuments(of: owner.tenant) {
        try await StoredDocument(id, through: at, in: $0)
      }
      let artifacts = try installation.artifactStore()
      let builder = try await stored.build(in: artifacts)
      try await artifacts.withLocalFile(of: stored.document.baseSHA256) { base in
        try AtomicFile.write(prefixOf: base, length: Int(stored.document.baseBytes), then: [builder.tail], to: output)
      }
      printMessage("\(output): \(grouped(Int64(builder.file.length))) bytes, \(id) up to segment \(at).")
    }
  }

  private func extract(file path: String) throws {
    let end = try revision(at, of: path).upperBound
    try AtomicFile.write(prefixOf: path, length: end, to: output)
    printMessage("\(output): \(grouped(Int64(end))) bytes, revision \(at) of \(path).")
  }
}
