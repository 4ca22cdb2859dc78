import Application
import ArgumentParser
import JobQueue

struct AssetsShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show an asset, or copy its file.")

  @Argument(help: "The SHA-256 of the asset, with or without 'artifact:'.")
  var asset: String

  @OptionGroup var owner: TenantArguments

  @Option(name: .shortAndLong, help: "The file to write; '-' for stdout.")
  var output: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() async throws {
    let installation = Installation()
    let found = try await installation.withQueue { queue in
      try await queue.assets(of: owner.tenant).first { $0.sha256 == sha256(of: asset) }
    }
    guard let found else { throw unknownAsset(asset, of: owner.tenant) }
    if let output {
      let store = try installation.artifactStore()
      try await store.verify(found.sha256)
      return try write(try await store.read(found.sha256), to: output)
    }
    if json { return try printJSON(AssetJSON(found)) }
    let lines = [
      ("asset", found.sha256), ("name", found.name), ("type", found.mediaType), ("bytes", grouped(found.bytes)),
      ("added", timestamp(found.addedAt)), ("jobs", "\(found.jobs)"),
    ]
    for (name, value) in lines {
      print(name.padding(toLength: 8, withPad: " ", startingAt: 0) + Table.printable(value))
    }
  }
}

/// The SHA-256 of an asset that is named as on the command line or as in jobs.
func sha256(of asset: String) -> String {
  asset.hasPrefix("artifact:") ? String(asset.dropFirst("artifact:".count)) : asset
}

func unknownAsset(_ asset: String, of tenant: String) -> Failure {
  Failure("the tenant \(tenant) has no asset \(asset.prefix(80))", status: Failure.badInput)
}
