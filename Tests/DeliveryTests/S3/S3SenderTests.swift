import Foundation
import Networking
import ObjectStorage
import TestSupport
import TestTraits
import Testing

@testable import Delivery

/// Deliveries to real storages.
@Suite(.hangLimit, .needs("seaweedfs and moto (script/bootstrap)", S3Server.isInstalled))
struct S3SenderTests {
  /// A sender, and the bucket that it delivers to.
  private struct Fixture {
    let sender: S3Sender
    let bucket: Bucket
    let prefix: String

    init(
      _ server: S3Server.Kind = .seaweedFS, bucket name: String = "reports", template: String? = nil,
      onConflict: S3DestinationConfiguration.OnConflict = .rename, secretKey: String = S3Server.secretKey,
      change: (inout S3DestinationConfiguration) -> Void = { _ in }
    ) async throws {
      prefix = "tests/\(UUID().uuidString)"
      let location = try BucketLocation(
        bucket: name, region: S3Server.region, endpoint: try await S3Server.endpoint(server))
      var configuration = S3DestinationConfiguration(
        location: location, accessKey: .environment("A"), secretKey: .environment("B"), prefix: prefix,
        name: try template.map { try NameTemplate($0) } ?? S3DestinationConfiguration.nameByContent,
        onConflict: onConflict)
      change(&configuration)
      bucket = Bucket(
        location, credentials: S3Credentials(accessKey: S3Server.accessKey, secretKey: secretKey),
        client: HTTPClient(addresses: .withLoopback))
      sender = S3Sender(configuration, name: "reports", bucket: bucket)
    }

    /// Sends a document, whose file exists until the end.
    @discardableResult
    func send(
      _ document: SampleDocument, to destination: String = "s3:reports", attempt: Int = 1, kind: String = "note"
    ) async throws -> Receipt {
      let request = try document.request(
        destination, attempt: attempt, mayHaveArrived: attempt > 1, kind: kind)
      defer { withExtendedLifetime(document) {} }
      return try await sender.send(request)
    }

    func keys() async throws -> [String] {
      try await bucket.list(prefix: prefix + "/").objects.map { String($0.key.dropFirst(prefix.count + 1)) }
    }
  }

  @Test(arguments: S3Server.Kind.allCases)
  func aDocumentIsStoredByItsContentOnce(server: S3Server.Kind) async throws {
    let fixture = try await Fixture(server)
    let document = try SampleDocument()
    let receipt = try await fixture.send(document, to: "s3:reports/2026")
    let key = "2026/acme/\(document.sha256).pdf"
    #expect(try await fixture.keys() == [key])
    #expect(receipt.protocol == "s3" && receipt.address == "s3://reports/\(fixture.prefix)/\(key)")
    #expect(receipt.bytes == document.bytes.count && receipt.sha256 == document.sha256)
    #expect(receipt.remoteID == receipt.details["etag"] && receipt.details["existed"] == nil)
    let again = try await fixture.send(document, to: "s3:reports/2026", attempt: 2)
    #expect(again.details["existed"] == "true" && again.details["etag"] == receipt.details["etag"])
    #expect(try await fixture.keys() == [key])
    #expect(try await fixture.bucket.bytes(of: "\(fixture.prefix)/\(key)") == document.bytes)
  }

  @Test func aTakenKeyGetsADistinctName() async throws {
    let fixture = try await Fixture(template: "{kind}.{extension}")
    let (first, second) = (try SampleDocument([1]), try SampleDocument([2]))
    try await fixture.send(first)
    for attempt in 1...2 { try await fixture.send(second, attempt: attempt) }
    #expect(try await Set(fixture.keys()) == ["note.pdf", "note-\(second.sha256.prefix(12)).pdf"])
  }

  @Test func aTakenKeyCanBeAFailure() async throws {
    let fixture = try await Fixture(template: "{kind}.{extension}", onConflict: .fail)
    try await fixture.send(try SampleDocument([1]))
    let error = await #expect(throws: SendError.self) {
      try await fixture.send(try SampleDocument([2]))
    }
    #expect(error?.code == "name_taken" && error?.retry == .never && error?.isDestinationDown == false)
    #expect(error?.isOutcomeUnknown == false)
  }

  @Test func aTakenKeyCanBeReplaced() async throws {
    let fixture = try await Fixture(template: "{kind}.{extension}", onConflict: .replace)
    for byte in [UInt8(1), 2] { try await fixture.send(try SampleDocument([byte])) }
    #expect(try await fixture.bucket.bytes(of: fixture.prefix + "/note.pdf") == [2])
  }

  @Test func archivesAreRetained() async throws {
    let fixture = try await Fixture(bucket: "locked") {
      $0.objectLock = ObjectLockSettings(mode: .governance, days: 3650, kinds: ["archive"])
      $0.tags = ["source": "pressrun"]
    }
    let document = try SampleDocument()
    let locked = try await fixture.send(document, kind: "archive")
    #expect(locked.details["retained_until"] == "2036-11-19T14:30:59Z")
    #expect(locked.details["version"] == locked.remoteID)
    let free = try await fixture.send(try SampleDocument([1]))
    #expect(free.details["retained_until"] == nil)
  }

  @Test func faultsSayWhetherToTryAgain() async throws {
    let document = try SampleDocument()
    let denied = try await Fixture(secretKey: "wrong")
    let missing = try await Fixture(.moto, bucket: "missing")
    for (fixture, code) in [(denied, "access_denied"), (missing, "bucket_missing")] {
      let error = await #expect(throws: SendError.self) {
        try await fixture.send(document)
      }
      #expect(error?.code == code && error?.retry == .later(notBefore: nil) && error?.isDestinationDown == true)
      #expect(error?.message.contains(S3Server.secretKey) == false)
    }
  }

  @Test func privateAddressesAreForbiddenByDefault() async throws {
    let fixture = try await Fixture()
    let document = try SampleDocument()
    let key = Secret.file(document.path)
    let configuration = S3DestinationConfiguration(
      location: fixture.bucket.location, accessKey: key, secretKey: key)
    let sender = try configuration.makeSender(name: "reports", limits: DestinationLimits())
    let error = await #expect(throws: SendError.self) {
      defer { withExtendedLifetime(document) {} }
      return try await sender.send(document.request("s3:reports"))
    }
    #expect(error?.retry == .later(notBefore: nil) && error?.isDestinationDown == true)
    await sender.close()
  }
}
