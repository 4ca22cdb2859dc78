import ArgumentParser

struct Kinds: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kinds", abstract: "Show the schemas of payloads.", subcommands: [KindsSchema.self])
}
