import Application
import ArgumentParser
import ArtifactStore
import Diagnostics
import Foundation
import JobQueue
import PDF

struct ArtifactsSplit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Restore the parts of a binder, each byte for byte as its original file.",
    discussion:
      "The original files are restored from the binder alone. They are named 001.pdf, 002.pdf, … in the order of the parts."
  )

  @Argument(help: "The id of the job that made the binder; or the binder as a file, which ends in .pdf, or '-'.")
  var source: String

  @Option(help: "Only if the job belongs to this tenant.")
  var tenant: String?

  @Option(help: "Only this part, from 1.")
  var part: Int?

  @Option(name: .shortAndLong, help: "The folder of the restored files, which is created; not needed with --list.")
  var output: String?

  @Flag(help: "List the parts instead of restoring them.")
  var list = false

  @Flag(help: "Print one JSON object for each part.")
  var json = false

  func validate() throws {
    guard list != (output != nil) else { throw ValidationError("Name the folder with -o, or use --list.") }
  }

  func run() async throws {
    var limits = PDFLimits()
    // The bytes between the streams of a large part.
    limits.decodedStream = limits.restoredPart
    let file = try PDFFile(bytes: try await binder(), limits: limits)
    let parts = try file.originals()
    guard !parts.isEmpty else {
      throw Failure("is not a binder: it does not record its parts", place: source, status: Failure.badInput)
    }
    if let part, !parts.indices.contains(part - 1) {
      throw Failure(
        "the binder has \(counted(parts.count, "part")); --part is from 1", place: source, status: Failure.badInput)
    }
    if let output { try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true) }
    let digits = max(3, "\(parts.count)".count)
    for (index, record) in parts.enumerated() where part == nil || part == index + 1 {
      let number = "\(index + 1)"
      let name = String(repeating: "0", count: digits - number.count) + number + ".pdf"
      let path = output.map { "\($0)/\(name)" }
      if let path { try write(try file.restore(record), to: path) }
      if json {
        try printJSON(PartJSON(record, number: index + 1, path: path))
      } else {
        let range = "page \(record.firstPage + 1), \(record.pages) \(record.pages == 1 ? "page" : "pages")"
        print([path ?? number, Table.printable(record.title), range].joined(separator: "  "))
      }
    }
  }

  private func binder() async throws -> [UInt8] {
    guard let id = Int64(source) else { return try read(source) }
    let installation = Installation()
    let details = try await installation.withQueue { try await $0.job(JobID(rawValue: id), of: tenant) }
    guard let artifact = details.artifacts.first(where: { $0.mediaType == "application/pdf" }) else {
      throw Failure("job \(id) is \(details.job.state.rawValue) and has no PDF")
    }
    let store = try installation.artifactStore()
    try await store.verify(artifact.sha256)
    return try await store.read(artifact.sha256)
  }
}

private struct PartJSON: Encodable {
  var part: Int
  var title: String
  var firstPage: Int
  var pages: Int
  var bytes: Int
  var sha256: String
  var path: String?

  init(_ record: OriginalPart, number: Int, path: String?) {
    part = number
    title = record.title
    firstPage = record.firstPage + 1
    pages = record.pages
    bytes = record.size
    sha256 = record.sha256
    self.path = path
  }
}
