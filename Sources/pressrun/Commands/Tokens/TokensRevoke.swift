import Application
import ArgumentParser
import Service

struct TokensRevoke: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke a token permanently. Running services refuse it within seconds.")

  @Argument(help: "The token's id.")
  var id: Int64

  func run() async throws {
    let isChanged = try await Installation().withQueue { try await AccessTokens($0).revoke(id) }
    printMessage(isChanged ? "token \(id) is revoked" : "token \(id) was revoked before")
  }
}
