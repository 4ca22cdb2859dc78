import Application
import ArgumentParser
import JobQueue

struct AssetsList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the assets of a tenant, oldest first.")

  @OptionGroup var owner: TenantArguments

  @Flag(help: "Print one JSON object per asset.")
  var json = false

  func run() async throws {
    let assets = try await Installation().withQueue { try await $0.assets(of: owner.tenant) }
    if json {
      for asset in assets { try printJSON(AssetJSON(asset)) }
      return
    }
    if assets.isEmpty { return printMessage("No assets.") }
    var table = Table(
      ("ASSET", .left), ("NAME", .left), ("TYPE", .left), ("BYTES", .right), ("JOBS", .right), ("ADDED", .left))
    for asset in assets {
      table.add(
        asset.sha256, asset.name, asset.mediaType.isEmpty ? "-" : asset.mediaType, grouped(asset.bytes),
        "\(asset.jobs)",
        timestamp(asset.addedAt))
    }
    print(table.text, terminator: "")
  }
}

struct AssetJSON: Encodable {
  var sha256, name, mediaType: String
  var bytes: Int64
  var addedAt: String?
  /// The number of jobs that use it.
  var jobs: Int?
}

extension AssetJSON {
  init(_ asset: Asset) {
    self.init(
      sha256: asset.sha256, name: asset.name, mediaType: asset.mediaType, bytes: asset.bytes,
      addedAt: timestamp(asset.addedAt), jobs: asset.jobs)
  }
}
