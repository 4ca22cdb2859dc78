import Application
import ArgumentParser
import Delivery

struct LinksRenew: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "renew", abstract: "Set a new expiry time of a share link, also if it has expired.",
    discussion: "Its address stays the same. A revoked link cannot be renewed.")

  @Argument(help: "The link's id, as links list prints it.")
  var link: String

  @Option(help: "How many hours it can be used, from now.")
  var hours: Int

  @Option(help: "How many more downloads it allows; by default the limit stays as it is.")
  var downloads: Int?

  func validate() throws {
    guard (1...8784).contains(hours) else { throw ValidationError("--hours takes a number from 1 to 8784.") }
    if let downloads, !(1...1_000_000).contains(downloads) {
      throw ValidationError("--downloads takes a number from 1 to 1000000.")
    }
  }

  func run() async throws {
    let expires = try await Installation().withQueue {
      try await ShareLinkRecords(queue: $0).renew(link, lifetime: .seconds(hours * 3600), downloads: downloads)
    }
    printMessage("\(link): can be used until \(timestamp(expires)).")
  }
}
