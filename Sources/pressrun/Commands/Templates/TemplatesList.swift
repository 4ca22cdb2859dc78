import Application
import ArgumentParser
import Foundation
import JobQueue

struct TemplatesList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the versions that workers have had.")

  @Argument(help: "Only of this kind.")
  var kind: String?

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() async throws {
    let versions = try await Installation().withQueue { try await $0.templateVersions(of: kind) }
    if json {
      for version in versions { try printJSON(TemplateVersionJSON(version)) }
      return
    }
    guard !versions.isEmpty else { return printMessage("No worker has stored a version yet.") }
    var table = Table(
      ("KIND", .left), ("VERSION", .left), ("FILES", .right), ("BYTES", .right), ("FIRST SEEN", .left),
      ("WORKERS", .right), ("PINNED FOR", .left))
    for version in versions {
      table.add(
        version.kind, String(version.sha256.prefix(12)), "\(version.files)", grouped(Int64(version.bytes)),
        "\(timestamp(version.firstSeen)) \(version.firstHost)", "\(version.workers)",
        version.pinned.isEmpty ? "-" : version.pinned.joined(separator: ", "))
    }
    print(table.text, terminator: "")
  }
}

private struct TemplateVersionJSON: Encodable {
  var kind, sha256: String
  var bytes, files: Int
  var firstSeen: Date
  var firstHost: String
  var workers: Int
  var pinned: [String]

  init(_ version: TemplateVersionRecord) {
    kind = version.kind
    sha256 = version.sha256
    bytes = version.bytes
    files = version.files
    firstSeen = version.firstSeen
    firstHost = version.firstHost
    workers = version.workers
    pinned = version.pinned
  }
}
