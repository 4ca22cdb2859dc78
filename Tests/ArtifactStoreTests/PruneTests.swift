import ArtifactStore
import Foundation
import TestTraits
import Testing

/// Removing artifacts that nothing references.
@Suite(.hangLimit) struct PruneTests {
  private static func age(_ temporary: TemporaryStore, hours: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3600 * hours)],
      ofItemAtPath: "\(temporary.root)/\(abcPath)")
  }

  private static func found(_ temporary: TemporaryStore) async throws -> [String] {
    var found: [String] = []
    try await temporary.store.each(olderThan: 3600) { found += $0 }
    return found
  }

  @Test func onlyOldArtifactsAreListed() async throws {
    let temporary = TemporaryStore()
    try temporary.store.put(abc)
    #expect(try await Self.found(temporary).isEmpty)
    try Self.age(temporary, hours: 2)
    #expect(try await Self.found(temporary) == [abcDigest])
  }

  @Test func unreferencedArtifactsAreRemoved() async throws {
    let temporary = TemporaryStore()
    try temporary.store.put(abc)
    try Self.age(temporary, hours: 2)
    let removed = try await temporary.store.remove([abcDigest], olderThan: 3600) { Set($0) }
    #expect(removed.map(\.sha256) == [abcDigest])
    #expect(temporary.contents.isEmpty)
  }

  @Test func artifactsReferencedMeanwhileAreRestored() async throws {
    let temporary = TemporaryStore()
    try temporary.store.put(abc)
    try Self.age(temporary, hours: 2)
    #expect(try await temporary.store.remove([abcDigest], olderThan: 3600) { _ in [] }.isEmpty)
    #expect(temporary.contents == [abcPath])
  }

  @Test func artifactsStoredAgainMeanwhileRemain() async throws {
    let temporary = TemporaryStore()
    try temporary.store.put(abc)
    try Self.age(temporary, hours: 2)
    _ = try await temporary.store.remove([abcDigest], olderThan: 3600) {
      try temporary.store.put(abc)
      return Set($0)
    }
    #expect(temporary.contents == [abcPath])
    #expect(try temporary.store.verify(abcDigest).sha256 == abcDigest)
  }
}
