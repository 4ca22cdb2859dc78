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

  /// Regression: while the file system of the store was not mounted, documents were written to its mount point.
  @Test func nothingIsWrittenToAFolderThatIsNotTheStoreAnyMore() async throws {
    let temporary = TemporaryStore()
    let store = ArtifactStore(root: temporary.root)
    store.expect(try await store.identify("own"))
    let kept = try await store.put([1, 2, 3])
    let (folder, away) = (temporary.root, temporary.root + ".away")
    try FileManager.default.moveItem(atPath: folder, toPath: away)
    defer { try? FileManager.default.removeItem(atPath: away) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    await #expect { try await store.put([4]) } throws: { ($0 as? ArtifactError)?.code == .unreachable }
    await #expect { try await store.find(kept.sha256) } throws: { ($0 as? ArtifactError)?.code == .unreachable }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    try Data("another\n".utf8).write(to: URL(fileURLWithPath: folder + "/store-id"))
    await #expect { try await store.put([4]) } throws: { ($0 as? ArtifactError)?.code == .unreachable }
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.moveItem(atPath: away, toPath: folder)
    #expect(try await store.read(kept.sha256) == [1, 2, 3])
    try await store.put([4])
    await #expect { try await store.find(String(repeating: "0", count: 64)) } throws: {
      ($0 as? ArtifactError)?.code == .missing
    }
  }

  /// Artifacts that were begun before the store disappeared.
  @Test func artifactsAreNotCompletedInAnotherFolder() async throws {
    let temporary = TemporaryStore()
    let store = ArtifactStore(root: temporary.root)
    store.expect(try await store.identify("own"))
    let writer = try store.write()
    try writer.append([1])
    try FileManager.default.removeItem(atPath: temporary.root + "/store-id")
    await #expect { _ = try await writer.commit() } throws: { ($0 as? ArtifactError)?.code == .unreachable }
    #expect(!FileManager.default.fileExists(atPath: temporary.root + "/objects"))
  }

  @Test(.needs("seaweedfs and moto (script/bootstrap)", S3Server.isInstalled), arguments: S3Server.Kind.allCases)
  func aBucketKeepsItsId(server: S3Server.Kind) async throws {
    try await check(BucketFixture(server).store)
  }
}
