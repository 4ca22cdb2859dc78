import ArgumentParser

struct Artifacts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "artifacts",
    abstract: "Get the documents that jobs have rendered, take binders apart, and name the store.",
    subcommands: [ArtifactsGet.self, ArtifactsSplit.self, ArtifactsBind.self])
}
