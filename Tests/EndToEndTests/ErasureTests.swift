import Foundation
import JobQueue
import Postgres
import TestTraits
import Testing

/// `pressrun jobs erase`: what remains of a job, of its deliveries, and of the files that it shares with others.
@Suite(.hangLimit) struct ErasureTests {
  private static let person = "Ada Lovelace"

  /// The tables of the schema in which the person's name occurs.
  private func tables(_ installation: TestInstallation) async throws -> [String] {
    let names = try await installation.database.query(
      "select c.relname::text from pg_class c where c.relnamespace = 'pressrun'::regnamespace and c.relkind = 'r' order by 1"
    ).map { try $0.decode(0, as: String.self) }
    var found: [String] = []
    for name in names {
      let count = try await installation.count(
        "select count(*)::int from pressrun.\(name) t where t::text like '%\(Self.person)%'")
      if count > 0 { found.append(name) }
    }
    return found
  }

  /// Files that are newer than ten minutes are left to `prune`.
  private func makeOld(_ file: String) throws {
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: file)
  }

  @Test func aDeliveredJobOfABatchLeavesNothingButTheRecordOfItsErasure() async throws {
    try await TestInstallation.with { installation in
      let target = installation.folder + "/target"
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      _ = try installation.file(
        "home/Jobs/destinations.yaml", "folder: { people: { root: \(target), name: \"{job}.{extension}\" } }\n")
      try await installation.pressrun("migrate")
      _ = try await installation.database.query(
        "select pressrun.claim_idempotency_key('default', $1, repeat('a', 64))", [.text(Self.person)])
      let id = try await installation.enqueue(
        "note", Payloads.note("Letter to \(Self.person)"), "--destination", "folder:people/\(Self.person.first ?? "A")",
        "--unique-key", "idempotency-key:\(Self.person)", "--unique-for", "1d", "--batch", "letters")
      let other = try await installation.enqueue("note", Payloads.note("Another"), "--batch", "letters")
      try await installation.drain()
      #expect(try await tables(installation).contains("payloads"))
      #expect(try await tables(installation).contains("idempotency_keys"))
      let sha256 = try #require(try await installation.queue.job(id).artifact?.sha256)
      try makeOld(installation.artifact(sha256))

      try await installation.pressrun("jobs", "erase", "\(id)")
      #expect(try await tables(installation) == [])
      #expect(!FileManager.default.fileExists(atPath: installation.artifact(sha256)))
      #expect(try await installation.count("select count(*)::int from pressrun.deliveries where job_id = \(id)") == 0)
      #expect(
        try await installation.count(
          "select count(*)::int from pressrun.audit_log where action = 'jobs.erase' and object = 'job \(id)'") == 1)
      // The same request is a new job, the rest of the batch is untouched, and the delivered file is the receiver's.
      let again = try await installation.enqueue(
        "note", Payloads.note(), "--unique-key", "idempotency-key:\(Self.person)", "--unique-for", "1d")
      #expect(again != id)
      #expect(try await installation.queue.job(other).job.state == .completed)
      #expect(try FileManager.default.subpathsOfDirectory(atPath: target).contains { $0.hasSuffix("\(id).pdf") })
      try await installation.pressrun("jobs", "erase", "\(id)", status: 1)
    }
  }

  @Test func aFileThatAnotherJobHasTooAndAnArchiveOfADocumentRemain() async throws {
    try await TestInstallation.with { installation in
      let base = installation.folder + "/base.pdf"
      try Data(PDFSamples.onePage).write(to: URL(fileURLWithPath: base))
      try await installation.pressrun("archive", "register", "memo", base)
      let archive = try await installation.enqueue("archive", #"{"document": "memo"}"#)
      let payload = Payloads.json(["base": ["base64": Data(PDFSamples.onePage).base64EncodedString()]])
      let copies = [
        try await installation.enqueue("archive", payload), try await installation.enqueue("archive", payload),
      ]
      try await installation.drain()
      let kept = try #require(try await installation.queue.job(archive).artifact?.sha256)
      let shared = try #require(try await installation.queue.job(copies[0]).artifact?.sha256)
      for file in [kept, shared] { try makeOld(installation.artifact(file)) }
      let first = try await installation.pressrun("jobs", "erase", "\(archive)", "\(copies[0])")
      #expect(first.errors.contains("still in the artifact store"))
      #expect(FileManager.default.fileExists(atPath: installation.artifact(shared)))
      // The chain of an annotated document is append-only, and so are the archives that were made of it.
      #expect(FileManager.default.fileExists(atPath: installation.artifact(kept)))
      try await installation.pressrun("archive", "verify", "memo")
    }
  }
}
