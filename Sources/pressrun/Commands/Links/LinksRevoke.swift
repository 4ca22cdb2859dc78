import Application
import ArgumentParser
import Delivery

struct LinksRevoke: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Revoke a share link permanently.")

  @Argument(help: "The link's id, as links list prints it.")
  var link: String

  func run() async throws {
    let isNew = try await Installation().withQueue { try await ShareLinkRecords(queue: $0).revoke(link) }
    printMessage("\(link): \(isNew ? "revoked" : "was revoked already").")
  }
}
