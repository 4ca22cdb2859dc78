import ArtifactStore
import Foundation
import Networking
import ObjectStorage
import OperatingSystem
import Synchronization
import TestSupport
import TestTraits
import Testing

/// A store in a bucket of a real storage, under a prefix of its own.
struct BucketFixture {
  let store: ArtifactStore
  let bucket: Bucket
  let prefix: String
  let temporaryFolder: String

  init(
    _ server: S3Server.Kind = .seaweedFS, bucket name: String = "artifacts", secretKey: String = S3Server.secretKey,
    endpoint: String? = nil, clock: StorageClock = StorageClock()
  ) async throws {
    let running: String
    if let endpoint { running = endpoint } else { running = try await S3Server.endpoint(server) }
    let location = try BucketLocation(bucket: name, region: S3Server.region, endpoint: running)
    var limits = TransferLimits()
    limits.firstDelay = .milliseconds(1)
    bucket = Bucket(
      location, credentials: S3Credentials(accessKey: S3Server.accessKey, secretKey: secretKey), limits: limits,
      client: HTTPClient(addresses: .withLoopback))
    prefix = "tests/\(UUID().uuidString)"
    temporaryFolder = NSTemporaryDirectory() + "artifacts-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: temporaryFolder, withIntermediateDirectories: true)
    store = ArtifactStore(
      .bucket(ArtifactBucket(bucket, prefix: prefix, temporaryFolder: temporaryFolder, clock: clock)))
  }

  /// The key of an artifact, without the prefix.
  func keys() async throws -> [String] {
    try await bucket.list(prefix: prefix + "/").objects.map { String($0.key.dropFirst(prefix.count + 1)) }
  }

  var temporaryFiles: [String] { (try? FileManager.default.contentsOfDirectory(atPath: temporaryFolder)) ?? [] }
}

@Suite(.hangLimit, .needs("seaweedfs and moto (script/bootstrap)", S3Server.isInstalled))
struct ArtifactBucketTests {
  @Test(arguments: S3Server.Kind.allCases)
  func anArtifactIsStoredUnderItsDigest(server: S3Server.Kind) async throws {
    let fixture = try await BucketFixture(server)
    let ref = try await fixture.store.put(abc)
    #expect(ref.sha256 == abcDigest && ref.bytes == 3)
    #expect(ref.path == "s3://artifacts/\(fixture.prefix)/\(abcPath)")
    #expect(try await fixture.store.put(abc) == ref)
    #expect(try await fixture.keys() == [abcPath])
    #expect(try await fixture.store.find(abcDigest) == ref)
    #expect(try await fixture.store.read(abcDigest) == abc)
    #expect(try await fixture.store.verify(abcDigest) == ref)
    #expect(fixture.store.place(of: abcDigest) == ref.path)
    #expect(fixture.temporaryFiles.isEmpty)
  }

  /// A client that requested a few bytes of a large document caused a download of all of it.
  @Test(arguments: S3Server.Kind.allCases)
  func aPartIsReadWithoutTheRest(server: S3Server.Kind) async throws {
    let fixture = try await BucketFixture(server)
    _ = try await fixture.store.put(abc)
    guard case .bucket(let bucket) = fixture.store.backend else { return }
    for range in [0..<1, 1..<3, 2..<3, 1..<1] {
      #expect(try await bucket.read(abcDigest, range) == Array(abc[range]))
    }
    let error = await #expect(throws: ArtifactError.self) {
      try await bucket.read(String(repeating: "0", count: 64), 0..<1)
    }
    #expect(error?.code == .missing)
  }

  @Test func aLocalFileExistsWhileItIsUsed() async throws {
    let fixture = try await BucketFixture()
    try await fixture.store.put(abc)
    let path = try await fixture.store.withLocalFile(of: abcDigest) { path in
      #expect(FileManager.default.contents(atPath: path) == Data(abc))
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
      return path
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    await #expect(throws: CancellationError.self) {
      try await fixture.store.withLocalFile(of: abcDigest) { _ in throw CancellationError() }
    }
    #expect(fixture.temporaryFiles.isEmpty)
  }

  @Test func chunksBecomeOneArtifact() async throws {
    let fixture = try await BucketFixture()
    let writer = try fixture.store.write()
    for chunk in ["a", "", "bc"] { try writer.append(Array(chunk.utf8)) }
    #expect(try await writer.commit().sha256 == abcDigest)
  }

  @Test func aLargeArtifactIsCollectedInAFile() async throws {
    let fixture = try await BucketFixture()
    var writer: ArtifactWriter? = try fixture.store.write()
    let chunk = [UInt8](repeating: 1, count: 3 << 20)
    for _ in 0..<4 { try writer?.append(chunk) }
    #expect(fixture.temporaryFiles.count == 1)
    let ref = try await writer?.commit()
    #expect(ref?.bytes == 12 << 20)
    #expect(fixture.temporaryFiles.isEmpty)
    #expect(try await fixture.store.verify(try #require(ref).sha256).bytes == 12 << 20)
    writer = try fixture.store.write()
    for _ in 0..<4 { try writer?.append(chunk) }
    writer = nil
    #expect(fixture.temporaryFiles.isEmpty)
  }

  @Test func damageIsFoundAndRepaired() async throws {
    let fixture = try await BucketFixture()
    try await fixture.store.put(abc)
    try await fixture.bucket.put(.bytes(Array("abd".utf8)), to: "\(fixture.prefix)/\(abcPath)")
    for operation in ["verify", "read", "local"] {
      let error = await #expect(throws: ArtifactError.self) {
        switch operation {
        case "verify": _ = try await fixture.store.verify(abcDigest)
        case "read": _ = try await fixture.store.read(abcDigest)
        default: try await fixture.store.withLocalFile(of: abcDigest) { _ in }
        }
      }
      #expect(error?.code == .damaged, "\(operation)")
    }
    try await fixture.store.put(abc)
    try await fixture.store.verify(abcDigest)
    #expect(fixture.temporaryFiles.isEmpty)
  }

  @Test func faultsSayWhatToDo() async throws {
    let missing = try await BucketFixture(.moto, bucket: "missing")
    let denied = try await BucketFixture(secretKey: "wrong")
    let port = try ServerProcess.freePort()
    let unreachable = try await BucketFixture(
      endpoint: "http://127.0.0.1:\(port)", clock: StorageClock(sleep: { _ in }))
    for (fixture, code) in [(missing, ArtifactError.Code.denied), (denied, .denied), (unreachable, .unreachable)] {
      let error = await #expect(throws: ArtifactError.self) { try await fixture.store.put(abc) }
      #expect(error?.code == code && error?.advice.isEmpty == false)
      #expect(error?.description.contains(S3Server.secretKey) == false)
    }
    let fixture = try await BucketFixture()
    let unknown = await #expect(throws: ArtifactError.self) { try await fixture.store.read(abcDigest) }
    #expect(unknown?.code == .missing)
    let invalid = await #expect(throws: ArtifactError.self) { try await fixture.store.read("../../x") }
    #expect(invalid?.code == .invalidDigest)
  }

  /// All 60 attempts followed each other at once.
  @Test func anArtifactThatIsRemovedWhileItIsStoredIsStoredAfterAPause() async throws {
    let attempts = Mutex(0)
    let pauses = Mutex(0)
    let bucket = Bucket(
      try BucketLocation(bucket: "reports", region: "eu", endpoint: "https://storage.example"),
      credentials: S3Credentials(accessKey: "key", secretKey: "secret")
    ) { request throws(NetworkError) in
      var status = 404
      if request.method == "PUT" {
        let number = attempts.withLock { count in
          count += 1
          return count
        }
        status = number < 3 ? 412 : 200
      }
      let body = status == 412 ? "<Error><Code>PreconditionFailed</Code><Message>Exists.</Message></Error>" : ""
      let headers = status == 200 ? [(name: "ETag", value: "\"stored\"")] : []
      return HTTPResponse(status: status, headers: headers, body: Array(body.utf8), address: "192.0.2.1:443")
    }
    let clock = StorageClock(sleep: { _ in pauses.withLock { $0 += 1 } })
    let store = ArtifactStore(.bucket(ArtifactBucket(bucket, prefix: "p", clock: clock)))
    #expect(try await store.put(abc).sha256 == abcDigest)
    #expect(attempts.withLock { $0 } == 3 && pauses.withLock { $0 } == 2)
  }

  @Test func leftoversAreSwept() async throws {
    let fixture = try await BucketFixture()
    let names = ["pressrun-artifact-old", "pressrun-artifact-new", "other-old"]
    for name in names { try Data().write(to: URL(fileURLWithPath: "\(fixture.temporaryFolder)/\(name)")) }
    for name in ["pressrun-artifact-old", "other-old"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -90_000)], ofItemAtPath: "\(fixture.temporaryFolder)/\(name)")
    }
    #expect(try await fixture.store.sweep() == 1)
    #expect(Set(fixture.temporaryFiles) == ["pressrun-artifact-new", "other-old"])
  }
}
