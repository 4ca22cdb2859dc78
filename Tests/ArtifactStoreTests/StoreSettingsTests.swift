import ArtifactStore
import Foundation
import TestTraits
import Testing

/// The store of `PRESSRUN_ARTIFACTS`.
@Suite(.hangLimit) struct StoreSettingsTests {
  private static let keys = ["AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "topsecret"]

  @Test func aPathIsAFolder() throws {
    #expect(try ArtifactStore(location: "/srv/artifacts/", environment: [:]).location == "/srv/artifacts")
  }

  @Test(arguments: [
    ("s3://reports", "s3://reports"), ("s3://reports/", "s3://reports"), ("s3://reports/a/b/", "s3://reports/a/b"),
  ])
  func aURLIsABucket(url: String, location: String) throws {
    #expect(try ArtifactStore(location: url, environment: Self.keys).location == location)
  }

  @Test(arguments: [
    "s3:reports", "s3://", "s3:///a", "s3://Reports", "s3://reports/../x", "s3://reports//a", "s3://reports/a\nb",
  ])
  func anInvalidURLIsRefused(url: String) {
    let error = #expect(throws: ArtifactError.self) { try ArtifactStore(location: url, environment: Self.keys) }
    #expect(error?.code == .invalidSettings)
  }

  @Test func credentialsAreRequired() throws {
    for name in Self.keys.keys {
      var environment = Self.keys
      environment[name] = nil
      let error = #expect(throws: ArtifactError.self) {
        try ArtifactStore(location: "s3://reports", environment: environment)
      }
      #expect(error?.message.contains(name) == true)
      #expect(error?.description.contains("topsecret") == false)
    }
  }

  @Test func credentialsMayBeInFiles() throws {
    let path = NSTemporaryDirectory() + "secret-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("value\n".utf8).write(to: URL(fileURLWithPath: path))
    let environment = ["AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY_FILE": path]
    _ = try ArtifactStore(location: "s3://reports", environment: environment)
    try FileManager.default.removeItem(atPath: path)
    let error = #expect(throws: ArtifactError.self) {
      try ArtifactStore(location: "s3://reports", environment: environment)
    }
    #expect(error?.path == path)
  }

  @Test func anInvalidEndpointIsNamed() {
    var environment = Self.keys
    environment["PRESSRUN_S3_ENDPOINT"] = "storage.example"
    let error = #expect(throws: ArtifactError.self) {
      try ArtifactStore(location: "s3://reports", environment: environment)
    }
    #expect(error?.path == "storage.example")
  }
}
