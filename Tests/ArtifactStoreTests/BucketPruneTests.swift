import ArtifactStore
import Networking
import ObjectStorage
import Synchronization
import TestSupport
import TestTraits
import Testing

/// Removing artifacts from a bucket that nothing references.
@Suite(.hangLimit, .needs("seaweedfs and moto (script/bootstrap)", S3Server.isInstalled))
struct BucketPruneTests {
  private static func found(_ fixture: BucketFixture, olderThan age: Int) async throws -> [String] {
    var found: [String] = []
    try await fixture.store.each(olderThan: age) { found += $0 }
    return found
  }

  @Test(arguments: S3Server.Kind.allCases)
  func unreferencedArtifactsAreRemoved(server: S3Server.Kind) async throws {
    let fixture = try await BucketFixture(server)
    let (kept, removed) = (try await fixture.store.put([1]), try await fixture.store.put(abc))
    try await fixture.bucket.put(.bytes([]), to: fixture.prefix + "/objects/note.txt")
    #expect(try await Self.found(fixture, olderThan: 3600).isEmpty)
    let old = try await Self.found(fixture, olderThan: 0)
    #expect(Set(old) == [kept.sha256, removed.sha256])
    #expect(try await fixture.store.remove(old, olderThan: 3600) { Set($0) }.isEmpty)
    #expect(try await fixture.store.remove(old, olderThan: 0) { Set($0).subtracting([kept.sha256]) } == [removed])
    #expect(try await Self.found(fixture, olderThan: 0) == [kept.sha256])
    #expect(try await !fixture.keys().contains("pruning"))
  }

  /// An artifact is stored again after its age was read, and before it is deleted.
  @Test func artifactsStoredAgainMeanwhileRemain() async throws {
    let (waiting, wait) = AsyncStream.makeStream(of: Void.self)
    let (removing, endOfRemoval) = AsyncStream.makeStream(of: Void.self)
    let clock = StorageClock(sleep: { _ in
      wait.yield()
      for await _ in removing {}
    })
    let fixture = try await BucketFixture(clock: clock)
    try await fixture.store.put(abc)
    let again = Mutex<Task<ArtifactRef, any Error>?>(nil)
    let removed = try await fixture.store.remove([abcDigest], olderThan: 0) { digests in
      again.withLock { $0 = Task { try await fixture.store.put(abc) } }
      for await _ in waiting { break }
      return Set(digests)
    }
    endOfRemoval.finish()
    #expect(removed.map(\.sha256) == [abcDigest])
    let task = again.withLock { $0 }
    #expect(try await task?.value.sha256 == abcDigest)
    try await fixture.store.verify(abcDigest)
  }

  @Test func onlyOneProgramRemovesArtifacts() async throws {
    let fixture = try await BucketFixture()
    try await fixture.store.put(abc)
    _ = try await fixture.store.remove([abcDigest], olderThan: 0) { _ in
      let error = await #expect(throws: ArtifactError.self) {
        try await fixture.store.remove([abcDigest], olderThan: 0) { Set($0) }
      }
      #expect(error?.code == .unreachable)
      return []
    }
    try await fixture.store.verify(abcDigest)
    #expect(try await !fixture.keys().contains("pruning"))
  }

  /// A deletion that is repeated, or executed late, could delete an artifact that was stored again.
  @Test func aDeletionWithUnknownOutcomeIsNotRepeatedAndKeepsWritersWaiting() async throws {
    let fixture = try await BucketFixture()
    try await fixture.store.put(abc)
    let client = HTTPClient(addresses: .withLoopback)
    let deletions = Mutex(0)
    let credentials = S3Credentials(accessKey: S3Server.accessKey, secretKey: S3Server.secretKey)
    let bucket = Bucket(fixture.bucket.location, credentials: credentials) { request throws(NetworkError) in
      let response = try await client.send(request)
      guard case .bytes(let body) = request.body, request.url.contains("?delete"),
        String(decoding: body, as: UTF8.self).contains("/objects/")
      else { return response }
      deletions.withLock { $0 += 1 }
      throw NetworkError(code: .connectionLost, message: "lost", place: "test", mayHaveTakenEffect: true)
    }
    let store = ArtifactStore(.bucket(ArtifactBucket(bucket, prefix: fixture.prefix)))
    let error = await #expect(throws: ArtifactError.self) {
      try await store.remove([abcDigest], olderThan: 0) { Set($0) }
    }
    #expect(error?.code == .unreachable && deletions.withLock { $0 } == 1)
    #expect(try await fixture.keys() == ["pruning"])
  }

  @Test func anErrorEndsTheRemoval() async throws {
    let fixture = try await BucketFixture()
    try await fixture.store.put(abc)
    await #expect(throws: CancellationError.self) {
      try await fixture.store.remove([abcDigest], olderThan: 0) { _ in throw CancellationError() }
    }
    #expect(try await fixture.keys() == [abcPath])
  }
}
