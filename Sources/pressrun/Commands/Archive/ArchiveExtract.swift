import Application
import Archives
import ArgumentParser
import PDF

struct ArchiveExtract: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract", abstract: "Write a PDF as it was after one of its revisions, or a document up to a segment."
  )

  @Argument(help: "A PDF, or a document's name.")
  var target: String

  @Option(help: "The revision or the segment's sequence number; 0 is the base.")
  var at: Int

  @Option(name: .shortAndLong, help: "The file to write; it appears whole or not at all.")
  var output: String

  func validate() throws {
    guard at >= 0 else { throw ValidationError("--at is a number from 0.") }
  }

  func run() async throws {
    switch ArchiveTarget(target) {
    case .file(let path): try extract(file: path)
    case .bag(let path):
      throw Failure("is a bag: its files lie open in it", place: path, status: Failure.badInput)
    case .document(let id):
      let installation = Installation()
      try await installation.withQueue { queue in
        let archive = try await ArchiveInDatabase(id, through: at, queue, installation.artifactStore)
        let builder = try archive.build()
        try AtomicFile.write(
          prefixOf: archive.basePath, length: Int(archive.document.baseBytes), then: [builder.tail], to: output)
        complain("\(output): \(grouped(Int64(builder.file.length))) bytes, \(id) up to segment \(at).")
      }
    }
  }

  private func extract(file path: String) throws {
    let revisions = try about(path) { () throws(PDFError) in try PDFFile(path: path).revisions() }
    guard at < revisions.count else {
      throw Failure("has revisions 0 to \(revisions.count - 1)", place: path, status: Failure.badInput)
    }
    let end = revisions[at].range.upperBound
    try AtomicFile.write(prefixOf: path, length: end, to: output)
    complain("\(output): \(grouped(Int64(end))) bytes, revision \(at) of \(path).")
  }
}
