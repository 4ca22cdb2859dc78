import ArgumentParser

struct Tokens: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens", abstract: "Make, list and revoke tokens for the HTTP service.",
    subcommands: [TokensCreate.self, TokensList.self, TokensRevoke.self])
}
