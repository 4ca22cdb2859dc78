import Foundation
import JobQueue
import Postgres
import TestSupport
import TestTraits
import Testing

/// A backup in the order of docs/backup.md, made under load, loses none of its jobs and documents when it is restored.
@Suite(.hangLimit) struct BackupTests {
  private static let pgDump = "/usr/bin/pg_dump"

  /// Runs a program of PostgreSQL.
  private func run(_ path: String, _ arguments: [String]) async throws {
    let result = try await Program(
      path, arguments, input: [], environment: ProcessInfo.processInfo.environment
    ).result()
    try #require(result.status == 0, "\(path): \(result.errors)")
  }

  @Test(.needs("pg_dump (Debian: postgresql-client)", FileManager.default.isExecutableFile(atPath: pgDump)))
  func aBackupUnderLoadIsWhole() async throws {
    try await TestInstallation.with { installation in
      let url = try #require(installation.url)
      let worker = try installation.start(["work", "--no-deliver", "--concurrency", "1"])
      let payloads = (1...150).map { Payloads.note("Note \($0)") }.joined(separator: "\n")
      try await installation.pressrun("enqueue", "note", "-", "--destination", "none", input: payloads)
      try await installation.until { try await installation.completed() >= 20 }

      let dump = installation.folder + "/pressrun.dump"
      try await run(
        Self.pgDump, ["--format=custom", "--file=\(dump)", "--dbname=\(url)"])
      // More documents are stored and recorded between the two parts.
      let recorded = try await installation.completed()
      try await installation.until { try await installation.completed() > recorded }
      let backup = installation.folder + "/backup"
      try FileManager.default.createDirectory(atPath: backup, withIntermediateDirectories: true)
      try await run("/bin/cp", ["-a", installation.folder + "/artifacts", backup + "/artifacts"])
      worker.send(SIGKILL)
      _ = await worker.result()

      try await TestDatabase.withDatabase(migrated: false) { test in
        try await run(
          "/usr/bin/pg_restore", ["--no-owner", "--exit-on-error", "--dbname=\(test.url)", dump])
        try await restored(installation, folder: backup, url: test.url, test.database)
      }
    }
  }

  /// Finishes the jobs of the backup and compares its documents with its records.
  private func restored(
    _ installation: TestInstallation, folder: String, url: String, _ database: Database
  ) async throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/home", withDestinationPath: installation.folder + "/home")
    let installation = TestInstallation(
      database: database, queue: JobQueue(database: database), folder: folder, url: url)
    let before = try await installation.completed()
    #expect(before >= 20 && before < 150)
    for sha256 in Set(try await installation.queue.jobs(JobFilter(limit: 1000)).compactMap(\.artifact?.sha256)) {
      #expect(FileManager.default.fileExists(atPath: installation.artifact(sha256)), "\(sha256)")
    }
    // The leases of jobs that ran during the dump are those of a worker that does not exist here.
    _ = try await database.query(
      "update pressrun.jobs set lease_expires_at = now() - interval '1 second' where state = 'running'")
    _ = try await installation.queue.rescue()
    try await installation.pressrun("migrate")
    try await installation.drain(delivers: false)
    #expect(try await installation.completed() == 150)
    for job in try await installation.queue.jobs(JobFilter(limit: 1000)) {
      // Compares the bytes with their SHA-256.
      if job.id.rawValue % 10 == 0 {
        try await installation.pressrun("artifacts", "get", "\(job.id)", "-o", folder + "/document.pdf")
      }
    }
  }
}
