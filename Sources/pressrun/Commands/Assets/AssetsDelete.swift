import Application
import ArgumentParser
import JobQueue

struct AssetsDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract:
      "Delete assets. Jobs that were enqueued with them keep them; 'pressrun prune' removes the files that nothing uses."
  )

  @Argument(help: "The SHA-256 of each asset, with or without 'artifact:'.")
  var assets: [String]

  @OptionGroup var owner: AssetTenantArguments

  func validate() throws {
    guard !assets.isEmpty else { throw ValidationError("Name at least one asset.") }
  }

  func run() async throws {
    try await Installation().withQueue { queue in
      for asset in assets {
        guard try await queue.deleteAsset(sha256(of: asset), tenant: owner.tenant) else {
          throw unknownAsset(asset, of: owner.tenant)
        }
      }
    }
  }
}
