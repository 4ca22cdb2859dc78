import Foundation
import JobQueue
import Networking
import ObjectStorage
import TestSupport
import TestTraits
import Testing

/// Archives as bags, their delivery, and finished documents as bases.
@Suite(.hangLimit) struct ArchiveDeliveryTests {
  /// Registers a document, makes a bag of it, delivers it, and makes the next bag.
  /// - Parameters:
  ///   - destinations: the file of destinations.
  ///   - destination: where the bag is delivered.
  /// - Returns: the job, the SHA-256 of the delivered bag, the delivery as `deliveries list --json` prints it, and the
  ///   PREMIS record of the next bag.
  private func deliverBag(
    _ installation: TestInstallation, _ destinations: String, to destination: String
  ) async throws -> (job: JobID, sha256: String, delivery: String, history: String) {
    _ = try installation.file("home/Jobs/deed.yaml", "name: deed\ncomposer: archive\noutput: bag\n")
    _ = try installation.file("home/Jobs/destinations.yaml", destinations)
    try await installation.pressrun("migrate")
    let base = installation.folder + "/base.pdf"
    try Data(PDFSamples.onePage).write(to: URL(fileURLWithPath: base))
    try await installation.pressrun("archive", "register", "deed-1", base)
    let id = try await installation.enqueue("deed", #"{"document":"deed-1"}"#, "--destination", destination)
    try await installation.drain()
    let artifact = try #require(try await installation.queue.job(id).artifact)
    #expect(artifact.mediaType == "application/x-tar")
    let delivery = try await installation.pressrun("deliveries", "list", "--json").output
    #expect(delivery.contains(#""state":"delivered""#), "\(delivery)")
    let next = installation.folder + "/next"
    try await installation.pressrun("archive", "bag", "deed-1", "-o", next)
    try await installation.pressrun("archive", "verify", next)
    let history = try String(contentsOfFile: next + "/metadata/premis.xml", encoding: .utf8)
    #expect(history.contains("<eventType>transfer</eventType>"))
    return (id, artifact.sha256, delivery, history)
  }

  @Test func bagIsDeliveredAndItsReceiptIsPartOfTheNextBag() async throws {
    try await TestInstallation.with { installation in
      let folder = installation.folder + "/vault"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let (id, _, _, history) = try await deliverBag(
        installation, "folder:\n  default:\n    root: \(folder)\n    name: \"{job}.{extension}\"\n", to: "folder")
      let bag = folder + "/\(id).tar"
      try await installation.pressrun("archive", "verify", bag)
      #expect(history.contains(bag))

      // A bag has no chain without a document of the database.
      let payload = Payloads.json(["base": ["base64": Data(PDFSamples.onePage).base64EncodedString()], "segments": []])
      let other = try await installation.enqueue("deed", payload)
      try await installation.drain(discards: 1)
      #expect(try await installation.queue.job(other).job.state == .discarded)
    }
  }

  @Test(.needs("sshd", SSHServer.isInstalled)) func bagIsDeliveredBySFTP() async throws {
    let server = try await SSHServer.shared.server()
    try await TestInstallation.with { installation in
      let (_, sha256, _, history) = try await deliverBag(
        installation,
        server.destinations("vault", fileName: "bags/{sha256}.{extension}"), to: "sftp:vault")
      let bag = server.process.folder + "/files/bags/\(sha256).tar"
      try await installation.pressrun("archive", "verify", bag)
      #expect(history.contains("bags/\(sha256).tar"))
    }
  }

  @Test(.needs("seaweedfs (script/bootstrap)", S3Server.isInstalled)) func bagIsLockedInABucket() async throws {
    let endpoint = try await S3Server.endpoint(.seaweedFS)
    try await TestInstallation.with { installation in
      let prefix = "bags/\(UUID().uuidString)"
      let (_, sha256, delivery, history) = try await deliverBag(
        installation,
        """
        s3:
          vault:
            bucket: locked
            endpoint: \(endpoint)
            access_key: { file: \(try installation.file("access", S3Server.accessKey)) }
            secret_key: { file: \(try installation.file("secret", S3Server.secretKey)) }
            prefix: \(prefix)
            object_lock: { mode: governance, days: 30, kinds: [deed] }
            allowed_networks: [127.0.0.0/8]
        """, to: "s3:vault")
      #expect(delivery.contains("retained_until") && delivery.contains("version"))
      let key = "\(prefix)/default/\(sha256).tar"
      #expect(history.contains("s3://locked/\(key)"))

      let bucket = Bucket(
        try BucketLocation(bucket: "locked", region: S3Server.region, endpoint: endpoint),
        credentials: S3Credentials(accessKey: S3Server.accessKey, secretKey: S3Server.secretKey),
        client: HTTPClient(addresses: .withLoopback))
      let bag = installation.folder + "/received.tar"
      try Data(await bucket.bytes(of: key)).write(to: URL(fileURLWithPath: bag))
      try await installation.pressrun("archive", "verify", bag)
    }
  }

  @Test func finishedDocumentBecomesABase() async throws {
    try await TestInstallation.with { installation in
      let id = try await installation.enqueue("note", Payloads.note(), "--tenant", "acme", "--destination", "none")
      try await installation.drain()
      let sha256 = try #require(try await installation.queue.job(id).artifact?.sha256)
      try await installation.pressrun("archive", "register", "by-job", "--job", "\(id)")
      try await installation.pressrun("archive", "register", "by-hash", "--artifact", sha256, "--tenant", "acme")
      for name in ["by-job", "by-hash"] {
        let count = try await installation.count(
          "select count(*) from pressrun.annotation_documents where name = '\(name)' and tenant = 'acme' and base_sha256 = '\(sha256)'"
        )
        #expect(count == 1)
      }
      // Another tenant has no such artifact, and a job that made none has no document.
      try await installation.pressrun("archive", "register", "x", "--artifact", sha256, "--tenant", "other", status: 2)
      try await installation.pressrun("archive", "register", "x", "--job", "\(id)", "--tenant", "other", status: 1)
      try await installation.pressrun("archive", "register", "x", status: 2)
      let waiting = try await installation.enqueue("note", Payloads.note(), "--destination", "none")
      try await installation.pressrun("archive", "register", "x", "--job", "\(waiting)", status: 1)
    }
  }
}
