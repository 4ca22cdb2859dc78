import ArtifactStore
import Foundation
import TestSupport
import TestTraits
import Testing

/// The id of a store.
@Suite(.hangLimit) struct IdentityTests {
  private func check(_ store: ArtifactStore) async throws {
    #expect(try await store.identity() == nil)
    // Processes that start at the same time agree on one id.
    let ids = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<8 { group.addTask { try await store.identify("proposal-\(number)") } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    #expect(try await store.identity() == ids.first)
    #expect(try await store.identify("another") == ids.first)
  }

  @Test func aFolderKeepsItsId() async throws {
    let temporary = TemporaryStore()
    let store = ArtifactStore(root: temporary.root)
    try await check(store)
    #expect(temporary.contents == ["store-id"])
    try Data("not an id\u{7}".utf8).write(to: URL(fileURLWithPath: temporary.root + "/store-id"))
    await #expect { _ = try await store.identity() } throws: { ($0 as? ArtifactError)?.code == .damaged }
  }

  @Test(.needs("seaweedfs and moto (script/bootstrap)", S3Server.isInstalled), arguments: S3Server.Kind.allCases)
  func aBucketKeepsItsId(server: S3Server.Kind) async throws {
    try await check(BucketFixture(server).store)
  }
}
