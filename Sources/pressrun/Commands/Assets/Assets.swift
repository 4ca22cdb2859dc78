import ArgumentParser

struct Assets: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assets",
    abstract: "Keep images, fonts and style sheets that the jobs of a tenant use.",
    discussion: """
      A job names the files that its document refers to: pressrun enqueue note note.json --asset logo.png=artifact:SHA-256. \
      Only jobs of the same tenant can use an asset.
      """,
    subcommands: [AssetsPut.self, AssetsList.self, AssetsShow.self, AssetsDelete.self])
}

/// The tenant of assets.
struct AssetTenantArguments: ParsableArguments {
  @Option(help: "The tenant of the assets.")
  var tenant = "default"
}
