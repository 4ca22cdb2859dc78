import Dates
import Foundation
import Networking
import OperatingSystem
import TestSupport
import TestTraits
import Testing
import XMLTree

@testable import ObjectStorage

/// All operations with real storages.
@Suite(.hangLimit, .needs("seaweedfs and moto (script/bootstrap)", S3Server.isInstalled))
struct ServerTests {
  private static func bucket(
    _ server: S3Server.Kind, _ name: String = "artifacts", secretKey: String = S3Server.secretKey,
    limits: TransferLimits = TransferLimits()
  ) async throws -> Bucket {
    let location = try BucketLocation(
      bucket: name, region: S3Server.region, endpoint: try await S3Server.endpoint(server))
    return Bucket(
      location, credentials: S3Credentials(accessKey: S3Server.accessKey, secretKey: secretKey), limits: limits,
      client: HTTPClient(addresses: .withLoopback))
  }

  private static func key() -> String { "objects/\(UUID().uuidString)/ä +%&=.pdf" }

  private static func temporary() -> String { NSTemporaryDirectory() + "object-\(UUID().uuidString)" }

  @Test(arguments: S3Server.Kind.allCases)
  func anObjectIsStoredReadAndDeleted(server: S3Server.Kind) async throws {
    let bucket = try await Self.bucket(server)
    let key = Self.key()
    let bytes = Array("hello".utf8)
    let options = ObjectOptions(
      contentType: "application/pdf", tags: [(name: "a b", value: "c=d")], metadata: [(name: "note", value: "n")])
    let stored = try await bucket.put(.bytes(bytes), to: key, options)
    let object = try await bucket.head(key)
    #expect(object.bytes == 5 && object.etag == stored.etag && object.metadata["note"] == "n")
    if let sha256 = object.sha256 { #expect(sha256 == SHA256.hash(data: bytes).hex) }
    #expect(try #require(object.modified).seconds <= Timestamp.now.seconds + 1)
    #expect(try await bucket.bytes(of: key) == bytes)
    #expect(try await bucket.bytes(of: key, range: 1..<3) == Array("el".utf8))
    let tags = try await bucket.send(BucketRequest(method: "GET", key: key, query: [("tagging", "")]))
    let tag = try XMLElement(tags.body).children.first?.children.first
    #expect(tag?["Key"] == "a b" && tag?["Value"] == "c=d")
    #expect(try await bucket.delete([key, "missing"]).isEmpty)
    for operation in ["head", "bytes"] {
      let error = await #expect(throws: ObjectStorageError.self) {
        if operation == "head" { _ = try await bucket.head(key) } else { _ = try await bucket.bytes(of: key) }
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test(arguments: S3Server.Kind.allCases)
  func anExistingObjectIsNotOverwrittenUnderACondition(server: S3Server.Kind) async throws {
    let bucket = try await Self.bucket(server)
    let key = Self.key()
    try await bucket.put(.bytes([1]), to: key, ObjectOptions(mustBeNew: true))
    let error = await #expect(throws: ObjectStorageError.self) {
      try await bucket.put(.bytes([2]), to: key, ObjectOptions(mustBeNew: true))
    }
    #expect(error?.code == .preconditionFailed)
    #expect(try await bucket.bytes(of: key) == [1])
  }

  @Test(arguments: S3Server.Kind.allCases)
  func listingsHavePages(server: S3Server.Kind) async throws {
    let bucket = try await Self.bucket(server)
    let prefix = "list \(UUID().uuidString)/"
    for name in ["a", "b c", "d&e", "ü"] { try await bucket.put(.bytes([]), to: prefix + name) }
    var found: [String] = []
    var pages = 0
    var next: String?
    repeat {
      let page = try await bucket.list(prefix: prefix, from: next, limit: 3)
      found += page.objects.map { String($0.key.dropFirst(prefix.count)) }
      pages += 1
      next = page.next
    } while next != nil
    #expect(found == ["a", "b c", "d&e", "ü"] && pages == 2)
  }

  @Test(arguments: S3Server.Kind.allCases)
  func aLargeFileIsUploadedInParts(server: S3Server.Kind) async throws {
    var limits = TransferLimits()
    (limits.largestPut, limits.part) = (5 << 20, 5 << 20)
    let bucket = try await Self.bucket(server, limits: limits)
    let (key, path) = (Self.key(), Self.temporary())
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = (0..<11).flatMap { [UInt8](repeating: $0, count: 1 << 20) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let sha256 = SHA256.hash(data: bytes).hex
    let content = ObjectContent.file(path: path, bytes: bytes.count, sha256: sha256)
    let stored = try await bucket.put(content, to: key, ObjectOptions(mustBeNew: true))
    #expect(stored.etag?.hasSuffix("-3\"") == true)
    let copy = Self.temporary()
    defer { try? FileManager.default.removeItem(atPath: copy) }
    #expect(try await bucket.download(key, to: copy, sha256: sha256).bytes == bytes.count)
    #expect(FileManager.default.contents(atPath: copy) == Data(bytes))
    let permissions = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? NSNumber
    #expect(permissions?.intValue == 0o600)
    let error = await #expect(throws: ObjectStorageError.self) {
      try await bucket.put(content, to: key, ObjectOptions(mustBeNew: true))
    }
    #expect(error?.code == .preconditionFailed)
    // The refused upload was aborted.
    #expect(try await bucket.abortUploads(prefix: key, olderThan: 0) == 0)
  }

  /// moto states a fixed time for the beginning of every upload.
  @Test func abandonedUploadsAreAborted() async throws {
    let bucket = try await Self.bucket(.seaweedFS)
    let prefix = "abandoned-\(UUID().uuidString)/"
    _ = try await bucket.send(
      BucketRequest(method: "POST", key: prefix + "a", query: [("uploads", "")], body: .bytes([])))
    #expect(try await bucket.abortUploads(prefix: prefix, olderThan: 3600) == 0)
    #expect(try await bucket.abortUploads(prefix: prefix, olderThan: 0) == 1)
    #expect(try await bucket.abortUploads(prefix: prefix, olderThan: 0) == 0)
  }

  @Test func aFileThatChangedIsRefused() async throws {
    let bucket = try await Self.bucket(.seaweedFS)
    let path = Self.temporary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
    let other = SHA256.hash(data: [3, 2, 1]).hex
    let key = Self.key()
    let error = await #expect(throws: ObjectStorageError.self) {
      try await bucket.put(.file(path: path, bytes: 3, sha256: other), to: key)
    }
    #expect(error?.code == .checksumMismatch)
    let missing = await #expect(throws: ObjectStorageError.self) { try await bucket.head(key) }
    #expect(missing?.code == .notFound)
  }

  @Test func aDownloadIsComparedWithItsChecksum() async throws {
    let bucket = try await Self.bucket(.seaweedFS)
    let (key, path) = (Self.key(), Self.temporary())
    try await bucket.put(.bytes([1, 2, 3]), to: key)
    let error = await #expect(throws: ObjectStorageError.self) {
      try await bucket.download(key, to: path, sha256: SHA256.hash(data: [9]).hex)
    }
    #expect(error?.code == .checksumMismatch)
    let large = await #expect(throws: ObjectStorageError.self) { try await bucket.download(key, to: path, limit: 2) }
    #expect(large?.code == .tooLarge)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aRetainedObjectCannotBeOverwrittenOrDeleted() async throws {
    let bucket = try await Self.bucket(.seaweedFS, "locked")
    let key = Self.key()
    let until = Timestamp(seconds: Timestamp.now.seconds + 86_400)
    let stored = try await bucket.put(
      .bytes([1]), to: key, ObjectOptions(retention: ObjectRetention(mode: .compliance, until: until)))
    let version = try #require(stored.version)
    let retention = try await bucket.send(BucketRequest(method: "GET", key: key, query: [("retention", "")]))
    let answer = try XMLElement(retention.body)
    #expect(answer["Mode"] == "COMPLIANCE")
    #expect(answer["RetainUntilDate"].flatMap { Timestamp($0) } == until)
    let error = await #expect(throws: ObjectStorageError.self) {
      try await bucket.send(BucketRequest(method: "DELETE", key: key, query: [(name: "versionId", value: version)]))
    }
    #expect(error?.code == .accessDenied)
  }

  @Test func aBucketWithoutObjectLockRefusesRetention() async throws {
    let bucket = try await Self.bucket(.seaweedFS)
    let until = Timestamp(seconds: Timestamp.now.seconds + 86_400)
    let error = await #expect(throws: ObjectStorageError.self) {
      try await bucket.put(
        .bytes([1]), to: Self.key(), ObjectOptions(retention: ObjectRetention(mode: .governance, until: until)))
    }
    #expect(error?.code == .refused)
  }

  @Test func anObjectIsEncrypted() async throws {
    let bucket = try await Self.bucket(.moto)
    let key = Self.key()
    try await bucket.put(.bytes([1]), to: key, ObjectOptions(encryption: .managed))
    let response = try await bucket.send(BucketRequest(method: "HEAD", key: key))
    #expect(response["x-amz-server-side-encryption"] == "AES256")
  }

  @Test func aWrongKeyIsDenied() async throws {
    let bucket = try await Self.bucket(.seaweedFS, secretKey: "wrong")
    let error = await #expect(throws: ObjectStorageError.self) { try await bucket.put(.bytes([1]), to: "k") }
    #expect(error?.code == .accessDenied)
  }

  @Test func aMissingBucketIsReported() async throws {
    let bucket = try await Self.bucket(.moto, "missing")
    let error = await #expect(throws: ObjectStorageError.self) { try await bucket.put(.bytes([1]), to: "k") }
    #expect(error?.code == .bucketMissing)
  }

  @Test func aStorageThatDoesNotAnswerIsUnavailable() async throws {
    var limits = TransferLimits()
    limits.firstDelay = .milliseconds(1)
    let location = try BucketLocation(
      bucket: "artifacts", region: "us-east-1", endpoint: "http://127.0.0.1:\(try ServerProcess.freePort())")
    let bucket = Bucket(
      location, credentials: S3Credentials(accessKey: "a", secretKey: "b"), limits: limits,
      client: HTTPClient(addresses: .withLoopback))
    let error = await #expect(throws: ObjectStorageError.self) { try await bucket.put(.bytes([1]), to: "k") }
    #expect(error?.code == .unavailable && error?.mayHaveTakenEffect == false)
  }
}
