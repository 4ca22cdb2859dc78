import Application
import ArgumentParser
import Foundation
import OperatingSystem

struct TemplatesShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "List the files of a version, or print one of them.")

  @Argument(help: "The kind.")
  var kind: String

  @Argument(help: "The version: at least the first 8 digits.")
  var version: String

  @Argument(help: "Print this file, such as Templates/note/style.css.")
  var file: String?

  @Option(name: .shortAndLong, help: "Write the whole version as a tar file; '-' for stdout.")
  var output: String?

  func run() async throws {
    let installation = Installation()
    let found = try await installation.withQueue { try await templateVersion(version, of: kind, in: $0) }
    let store = try installation.artifactStore()
    let files = try await templateFiles(found, in: store)
    if let output { return try write(try await store.read(found.sha256), to: output) }
    guard let file else {
      var table = Table(("FILE", .left), ("BYTES", .right), ("SHA-256", .left))
      for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
        table.add(path, grouped(Int64(bytes.count)), SHA256.hash(data: bytes).hex)
      }
      return print(table.text, terminator: "")
    }
    guard let bytes = files[file] else {
      throw Failure(
        "the version does not contain this file", place: file,
        hint: "it has \(files.keys.sorted().joined(separator: ", "))",
        status: Failure.badInput)
    }
    try write(bytes, to: "-")
  }
}
