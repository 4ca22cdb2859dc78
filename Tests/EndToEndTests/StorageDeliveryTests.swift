import Foundation
import TestSupport
import TestTraits
import Testing

/// Deliveries to buckets and WebDAV servers, through the built command.
@Suite(.hangLimit) struct StorageDeliveryTests {
  /// Renders one note and delivers it.
  /// - Returns: the artifact's SHA-256, and the delivery as `deliveries list --json` prints it.
  private static func deliver(
    _ installation: TestInstallation, _ destinations: String, to destination: String,
    environment: [String: String] = [:]
  ) async throws -> (sha256: String, delivery: String) {
    try destinations.write(
      toFile: installation.folder + "/home/Jobs/destinations.yaml", atomically: true, encoding: .utf8)
    try await installation.pressrun("migrate")
    try await installation.deny([], tenant: "default")
    let id = try await installation.enqueue("note", Payloads.note(), "--destination", destination)
    let worker = try installation.start(["work", "--drain", "--concurrency", "1"], environment: environment)
    let result = await worker.result()
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.errors.contains(S3Server.secretKey))
    let list = try await installation.pressrun("deliveries", "list", "--json")
    return (try #require(try await installation.queue.job(id).artifact).sha256, list.output)
  }

  @Test(.needs("seaweedfs (script/bootstrap)", S3Server.isInstalled))
  func aBucketReceivesTheDocument() async throws {
    let endpoint = try await S3Server.endpoint(.seaweedFS)
    try await TestInstallation.with { installation in
      let accessKey = try installation.file("access", S3Server.accessKey + "\n")
      let secretKey = try installation.file("secret", S3Server.secretKey + "\n")
      let prefix = "end-to-end/\(UUID().uuidString)"
      let (sha256, delivery) = try await Self.deliver(
        installation,
        """
        s3:
          reports:
            bucket: reports
            endpoint: \(endpoint)
            access_key: { file: \(accessKey) }
            secret_key: { file: \(secretKey) }
            prefix: \(prefix)
            allowed_networks: [127.0.0.0/8]
        """, to: "s3:reports/2026",
        // The artifact is in a bucket too, so that no process shares a folder with another one.
        environment: [
          "PRESSRUN_ARTIFACTS": "s3://artifacts/\(prefix)", "PRESSRUN_S3_ENDPOINT": endpoint,
          "AWS_ACCESS_KEY_ID_FILE": accessKey, "AWS_SECRET_ACCESS_KEY_FILE": secretKey,
        ])
      #expect(delivery.contains("delivered"), "\(delivery)")
      #expect(delivery.contains("\(prefix)/2026/default/\(sha256).pdf"), "\(delivery)")
      #expect(!FileManager.default.fileExists(atPath: installation.folder + "/artifacts"))
    }
  }

  @Test(.needs("wsgidav (script/bootstrap)", WebDAVTestServer.isInstalled))
  func aWebDAVServerReceivesTheDocument() async throws {
    let server = try await WebDAVTestServer.start(.wsgidav)
    try await TestInstallation.with { installation in
      let collection = UUID().uuidString
      try FileManager.default.createDirectory(
        atPath: "\(server.root)/\(collection)", withIntermediateDirectories: true)
      let (sha256, delivery) = try await Self.deliver(
        installation,
        """
        webdav:
          share:
            url: \(server.url)/\(collection)/
            name: "{tenant}/{sha256}.{extension}"
            allowed_networks: [127.0.0.0/8]
        """, to: "webdav:share")
      #expect(delivery.contains("delivered"), "\(delivery)")
      let received = FileManager.default.contents(atPath: "\(server.root)/\(collection)/default/\(sha256).pdf")
      #expect(received == FileManager.default.contents(atPath: installation.artifact(sha256)))
      #expect(received != nil)
    }
  }
}
