import Foundation
import JobQueue
import OperatingSystem
import TestSupport
import TestTraits
import Testing

/// Artifacts in a bucket, through the built command: no process shares a folder with another one.
@Suite(.hangLimit, .needs("seaweedfs (script/bootstrap)", S3Server.isInstalled))
struct BucketTests {
  /// The environment of commands whose artifacts are in a bucket, under a prefix of their own.
  private static func environment(endpoint: String? = nil) async throws -> [String: String] {
    let running: String
    if let endpoint { running = endpoint } else { running = try await S3Server.endpoint(.seaweedFS) }
    return [
      "PRESSRUN_ARTIFACTS": "s3://artifacts/end-to-end/\(UUID().uuidString)", "PRESSRUN_S3_ENDPOINT": running,
      "AWS_REGION": S3Server.region, "AWS_ACCESS_KEY_ID": S3Server.accessKey,
      "AWS_SECRET_ACCESS_KEY": S3Server.secretKey,
    ]
  }

  private static func run(
    _ installation: TestInstallation, _ arguments: [String], _ environment: [String: String], status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Program.Result {
    let result = try await installation.start(arguments, environment: environment).result()
    #expect(
      result.status == status, "pressrun \(arguments.joined(separator: " ")): \(result.errors)",
      sourceLocation: sourceLocation)
    return result
  }

  private static func archive(base: [String: String]) throws -> String {
    Payloads.json(["base": base, "segments": [["base64": Data(PDFSamples.segment).base64EncodedString()]]])
  }

  @Test func workersStoreAndReadArtifactsWithoutASharedFolder() async throws {
    try await TestInstallation.with { installation in
      let environment = try await Self.environment()
      let work = ["work", "--drain", "--concurrency", "1"]
      let first = try await installation.enqueue(
        "archive", Payloads.json(["base": ["base64": Data(PDFSamples.onePage).base64EncodedString()]]))
      _ = try await Self.run(installation, work, environment)
      let base = try #require(try await installation.queue.job(first).artifact).sha256
      #expect(base == SHA256.hash(data: PDFSamples.onePage).hex)

      let second = try await installation.enqueue("archive", try Self.archive(base: ["artifact": base]))
      let other = try await installation.enqueue(
        "archive", try Self.archive(base: ["artifact": base]), "--tenant", "other", "--max-attempts", "1")
      _ = try await Self.run(installation, work, environment, status: 1)
      let file = installation.folder + "/second.pdf"
      _ = try await Self.run(installation, ["artifacts", "get", "\(second)", "-o", file], environment)
      #expect(FileManager.default.contents(atPath: file) == Data(PDFSamples.onePage + PDFSamples.segment))
      #expect(!FileManager.default.fileExists(atPath: installation.folder + "/artifacts"))

      // A tenant cannot use an artifact of another one by naming its hash.
      let refused = try await installation.queue.job(other)
      #expect(refused.job.state == .discarded && refused.attempts.last?.errorCode == "artifact_missing")

      let shown = try await Self.run(installation, ["jobs", "show", "\(second)"], environment)
      #expect(shown.output.contains(environment["PRESSRUN_ARTIFACTS"] ?? "-"))
      let pruned = try await Self.run(installation, ["prune", "--json"], environment)
      #expect(pruned.output.contains("\"artifacts\":0") || pruned.output.contains("\"artifacts\" : 0"))
    }
  }

  @Test func documentsAreRegisteredAndExportedFromTheBucket() async throws {
    try await TestInstallation.with { installation in
      let environment = try await Self.environment()
      let base = installation.folder + "/base.pdf"
      try Data(PDFSamples.onePage).write(to: URL(fileURLWithPath: base))
      _ = try await Self.run(installation, ["archive", "register", "contract", base], environment)
      for command in [["verify", "contract"], ["extract", "contract", "--at", "0", "-o", base + ".copy"]] {
        _ = try await Self.run(installation, ["archive"] + command, environment)
      }
      #expect(FileManager.default.contents(atPath: base + ".copy") == Data(PDFSamples.onePage))
      _ = try await Self.run(
        installation, ["archive", "bag", "contract", "-o", installation.folder + "/bag.tar"], environment)
    }
  }

  @Test func aStorageOutOfReachCostsNoAttempt() async throws {
    try await TestInstallation.with { installation in
      let port = try ServerProcess.freePort()
      let environment = try await Self.environment(endpoint: "http://127.0.0.1:\(port)")
      let id = try await installation.enqueue("note", Payloads.note())
      let worker = try installation.start(["work", "--concurrency", "1"], environment: environment)
      #expect(await worker.says("the artifact store is out of reach"))
      worker.send(SIGTERM)
      let result = await worker.result()
      #expect(!result.errors.contains(S3Server.secretKey))
      let job = try await installation.queue.job(id).job
      #expect(job.state == .available && job.attempt == 0, "\(job)")
    }
  }

  @Test func settingsAreChecked() async throws {
    try await TestInstallation.with { installation in
      var environment = try await Self.environment()
      environment["AWS_SECRET_ACCESS_KEY"] = ""
      let result = try await installation.start(["work", "--drain"], environment: environment).result()
      #expect(result.status != 0 && result.errors.contains("AWS_SECRET_ACCESS_KEY"))
    }
  }
}
