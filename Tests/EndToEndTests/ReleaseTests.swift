import Foundation
import JobQueue
import TestSupport
import TestTraits
import Testing

/// The previous release and this one work side by side during an upgrade (docs/upgrades.md).
///
/// `PRESSRUN_PREVIOUS` is the folder of a checkout of the previous release, in which its program was built with `swift
/// build --product pressrun`. `.ci/run` makes it from the newest tag.
@Suite("Releases", .hangLimit, .enabled("PRESSRUN_PREVIOUS is not set") { previousRelease != nil })
struct ReleaseTests {
  /// One database and one artifact store, as each release sees them: with its own program, kinds and templates.
  private func withReleases(
    _ body: @Sendable (_ old: TestInstallation, _ new: TestInstallation) async throws -> Void
  ) async throws {
    let checkout = try #require(previousRelease)
    try await TestDatabase.withDatabase(migrated: false) { test in
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("releases-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: folder + "/artifacts", withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      var installations: [TestInstallation] = []
      for (name, source) in [("old", checkout), ("new", repository)] {
        try TestInstallation.makeHome("\(folder)/\(name)/home", from: source)
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder)/\(name)/artifacts", withDestinationPath: folder + "/artifacts")
        installations.append(
          TestInstallation(database: test.database, queue: test.queue, folder: "\(folder)/\(name)", url: test.url))
      }
      installations[0].program = checkout + "/.build/debug/pressrun"
      try await body(installations[0], installations[1])
    }
  }

  @Test func anUpgradeUnderLoadLosesAndRepeatsNothing() async throws {
    try await withReleases { old, new in
      try await old.pressrun("migrate")
      try await new.database.allowEveryDestination()
      let (notes, invoices) = (
        Array(repeating: Payloads.note(), count: 20).joined(separator: "\n"),
        (1...20).map { Payloads.invoice("N-\($0)") }.joined(separator: "\n")
      )
      func enqueue(with release: TestInstallation) async throws {
        try await release.pressrun("enqueue", "note", "-", "--destination", "none", input: notes)
        try await release.pressrun("enqueue", "invoice", "-", "--destination", "none", input: invoices)
      }
      try await enqueue(with: old)
      let before = try old.start(["work", "--no-deliver", "--concurrency", "1"])
      try await new.until { try await new.completed() > 2 }
      // The schema changes under a worker and producers of the previous release.
      try await new.pressrun("migrate")
      let migrated = try await new.count("select (extract(epoch from clock_timestamp()) * 1000)::bigint")
      let after = try new.start(["work", "--no-deliver", "--concurrency", "1"])
      #expect(await after.says("worker started"))
      // Both of them complete jobs with the new schema. One may take all jobs of a round.
      let workers = """
        select count(*) from (
          select from pressrun.attempts
          where outcome = 'completed' and finished_at > to_timestamp(\(migrated) / 1000.0)
          group by worker_id having count(*) > 2) w
        """
      var enqueued = 40
      repeat {
        try await enqueue(with: old)
        try await enqueue(with: new)
        enqueued += 80
        try await new.until { [enqueued] in
          let (both, completed) = (try await new.count(workers) == 2, try await new.completed())
          return both || completed == enqueued
        }
      } while try await new.count(workers) < 2
      before.send(SIGTERM)
      #expect(await before.result().status == 0)
      try await new.until { [enqueued] in try await new.completed() == enqueued }
      // Going back: the previous release is started again.
      after.send(SIGTERM)
      #expect(await after.result().status == 0)
      try await enqueue(with: new)
      try await old.pressrun("work", "--drain", "--no-deliver")
      enqueued += 40
      #expect(try await new.completed() == enqueued)
      #expect(try await new.count("select count(*) from pressrun.attempts where outcome = 'completed'") == enqueued)
      let ended = "select count(*) from pressrun.events where type = 'pressrun.job.completed'"
      #expect(try await new.count(ended) == enqueued)
    }
  }
}

/// The folder of the previous release.
private let previousRelease = ProcessInfo.processInfo.environment["PRESSRUN_PREVIOUS"].flatMap { $0.isEmpty ? nil : $0 }
