import ArgumentParser

struct Kinds: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kinds", abstract: "Show what the payloads of kinds have.", subcommands: [KindsSchema.self])
}
