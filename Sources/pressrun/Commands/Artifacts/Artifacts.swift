import ArgumentParser

struct Artifacts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "artifacts",
    abstract: "Get the documents that jobs have rendered.",
    subcommands: [ArtifactsGet.self, ArtifactsSplit.self])
}
