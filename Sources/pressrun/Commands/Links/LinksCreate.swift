import Application
import ArgumentParser
import Delivery
import Foundation
import JobQueue
import Relay

struct LinksCreate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make a link to the document of a job, and print its address.",
    discussion: """
      The address gives access to the document and is printed only now. It is made with the key of the destination "link" in \
      Jobs/destinations.yaml.
      """)

  @Argument(help: "The completed job.")
  var job: Int64

  @Option(help: "How many hours it can be used; by default as configured.")
  var hours: Int?

  @Option(help: "How often the document may be downloaded; by default as configured.")
  var downloads: Int?

  @Option(help: "A file with the password that the link asks for.")
  var passwordFile: String?

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  func validate() throws {
    if let hours, !(1...8784).contains(hours) { throw ValidationError("--hours takes a number from 1 to 8784.") }
    if let downloads, !(1...1_000_000).contains(downloads) {
      throw ValidationError("--downloads takes a number from 1 to 1000000.")
    }
  }

  func run() async throws {
    let installation = Installation()
    guard let configuration = try installation.destinations()["link"]?.sender as? LinkConfiguration else {
      throw Failure("share links are not configured", hint: "add link: to Jobs/destinations.yaml (docs/delivery.md)")
    }
    let terms = ShareLinks.Terms(
      lifetime: hours.map { .seconds($0 * 3600) }, downloads: downloads,
      password: try passwordFile.map { try Secret.file($0).read() })
    let link = try await installation.withQueue { queue in
      try await ShareLinks(queue: queue, configuration: configuration).create(job: JobID(rawValue: job), terms: terms)
    }
    if json {
      try printJSON(CreatedLinkJSON(id: link.id, url: link.url, expiresAt: link.expires))
    } else {
      print(link.url)
    }
  }
}

/// A new link as `--json` prints it.
private struct CreatedLinkJSON: Encodable {
  var id, url: String
  var expiresAt: Date
}
