import Application
import ArgumentParser
import ArtifactStore
import Foundation
import JobQueue

struct ArtifactsBind: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bind", abstract: "Bind this artifact store to the database.",
    discussion: """
      For artifacts that were moved or restored. Workers, relays and 'pressrun prune' refuse a store that belongs to another \
      database. The first worker binds a new store to a new database by itself.
      """)

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() async throws {
    let installation = Installation()
    let store = try installation.writableArtifactStore()
    let identity = try await installation.withQueue { try await StoreBinding($0, store).replace() }
    if json { return try printJSON(["store": identity, "location": store.location]) }
    printMessage("\(store.location) has the id \(identity) and is the artifact store of the database.")
  }
}
