import Application
import ArgumentParser
import Foundation
import JobQueue
import Resources

struct AssetsPut: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "put", abstract: "Store files, and print how jobs name them.")

  @Argument(help: "The files; '-' for stdin.")
  var files: [String]

  @OptionGroup var owner: TenantArguments

  @Option(help: "The name of a file from stdin, such as logo.png.")
  var name: String?

  @Flag(help: "Print one JSON object per file.")
  var json = false

  /// Bytes; `add_asset` has the same limit.
  private static let limit = 64 << 20

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError("Name at least one file.") }
    guard name == nil || files.count == 1 else { throw ValidationError("--name is for one file.") }
  }

  func run() async throws {
    let installation = Installation()
    let store = try installation.writableArtifactStore()
    try await installation.withQueue { queue in
      try await queue.checkSchemaIfPermitted()
      try await StoreBinding(queue, store).bindIfPermitted()
      for file in files {
        let bytes = try read(file)
        guard bytes.count <= Self.limit else {
          throw Failure("has more than \(Self.limit >> 20) MB", place: file, status: Failure.badInput)
        }
        let name = name ?? (file == "-" ? "" : URL(fileURLWithPath: file).lastPathComponent)
        let ref = try await store.put(bytes)
        let asset = AssetJSON(
          sha256: ref.sha256, name: name, mediaType: MediaType.ofFile(named: name), bytes: Int64(ref.bytes))
        try await queue.addAsset(
          asset.sha256, bytes: asset.bytes, mediaType: asset.mediaType, name: name, tenant: owner.tenant,
          content: bytes)
        if json { try printJSON(asset) } else { print("artifact:\(asset.sha256)") }
      }
    }
  }
}
