import FoundationEssentials
import Postgres
import TestTraits
import Testing

@testable import JobQueue

/// The version of a kind with which a job is rendered.
@Suite(.hangLimit) struct TemplateVersionTests {
  private static let old = String(repeating: "a", count: 64)
  private static let new = String(repeating: "b", count: 64)

  /// Calls a queue whose statements fail instead of waiting for a lock.
  private func withoutWaiting<T: Sendable>(
    _ test: QueueFixture, _ body: @Sendable (JobQueue) async throws -> T
  ) async throws -> T {
    let separator = test.url.contains("?") ? "&" : "?"
    let database = Database(url: test.url + separator + "options=-c%20lock_timeout%3D1ms")
    let result: Result<T, any Error>
    do { result = .success(try await body(JobQueue(database: database))) } catch { result = .failure(error) }
    await database.close()
    return try result.get()
  }

  private func capabilities(_ sha256: String?, problem: String? = nil) -> WorkerCapabilities {
    WorkerCapabilities(
      kinds: ["note"],
      templates: [
        "note": AnnouncedTemplate(
          sha256: sha256, bytes: sha256.map { _ in 1 }, files: sha256.map { _ in 2 }, problem: problem)
      ])
  }

  private func withWorker(_ body: @Sendable (QueueFixture) async throws -> Void) async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.announce(capabilities(Self.old), of: test.worker)
      try await body(test)
    }
  }

  private func failOnce(_ job: ClaimedJob, _ test: QueueFixture) async throws {
    _ = try await test.queue.fail(job.ref, JobFailure(code: "x", message: "x", isPermanent: false))
    try await test.makeDue()
  }

  @Test func theFirstClaimRecordsTheVersionOfTheWorkersFiles() async throws {
    try await withWorker { test in
      let job = try await test.claimNew()
      #expect(job.template == Self.old)
      #expect(try await test.queue.job(job.ref.job).job.template == Self.old)
    }
  }

  @Test func aRetryKeepsTheVersionAlthoughTheFilesAndThePinsHaveChanged() async throws {
    try await withWorker { test in
      let job = try await test.claimNew()
      try await test.queue.announce(capabilities(Self.new), of: test.worker)
      try await test.queue.pin(Self.new, of: "note", for: nil)
      try await failOnce(job, test)
      let retry = try #require(try await test.claim().first)
      #expect(retry.ref.job == job.ref.job && retry.template == Self.old)
      #expect(try await test.claimNew().template == Self.new)
    }
  }

  @Test func aJobThatEndedIsRetriedWithThePresentVersion() async throws {
    try await withWorker { test in
      let job = try await test.claimNew()
      _ = try await test.queue.fail(job.ref, JobFailure(code: "x", message: "x", isPermanent: true))
      try await test.queue.announce(capabilities(Self.new), of: test.worker)
      try await test.queue.retry(job.ref.job)
      #expect(try await test.claim().first?.template == Self.new)
    }
  }

  @Test func versionsThatNothingNamesAreRemoved() async throws {
    try await withWorker { test in
      func versions() async throws -> [String] { try await test.queue.templateVersions(of: nil).map(\.sha256).sorted() }
      let job = try await test.claimNew()
      try await test.queue.announce(capabilities(Self.new), of: test.worker)
      #expect(try await test.queue.pruneTemplates() == 0)
      try await test.database.execute(
        script: "update pressrun.template_versions set first_seen = now() - interval '2 days'")
      // The job was claimed with the old version, and the worker has the new one.
      #expect(try await test.queue.pruneTemplates() == 0)
      try await test.queue.pin(Self.old, of: "note", for: "acme")
      _ = try await test.queue.fail(job.ref, JobFailure(code: "x", message: "x", isPermanent: true))
      try await test.database.execute(script: "update pressrun.jobs set template = null")
      #expect(try await test.queue.pruneTemplates() == 0)
      #expect(try await test.queue.unpin("note", for: "acme"))
      #expect(try await test.queue.pruneTemplates() == 1)
      #expect(try await versions() == [Self.new])
      #expect(try await test.queue.unreferenced([Self.old, Self.new]) == [Self.old])
      // Files that come back are a new version of the same name.
      try await test.queue.announce(capabilities(Self.old), of: test.worker)
      #expect(try await versions() == [Self.old, Self.new])
    }
  }

  /// Workers could not announce their templates while all jobs were read.
  @Test func versionsAreAnnouncedWhileUnusedOnesAreSearched() async throws {
    try await withWorker { test in
      try await test.queue.announce(capabilities(Self.new), of: test.worker)
      try await test.queue.pin(Self.new, of: "note", for: nil)
      try await test.database.execute(
        script: "update pressrun.template_versions set first_seen = now() - interval '2 days'")
      try await test.queue.pin(Self.old, of: "note", for: "acme")
      try await test.database.transaction { connection in
        // A transaction keeps the locks of a search until its end.
        let removed = try await connection.query("select pressrun.prune_templates()").single().decode(0, as: Int.self)
        #expect(removed == 0)
        try await withoutWaiting(test) { try await $0.announce(capabilities(Self.old), of: test.worker) }
      }
      #expect(try await test.queue.templateVersions(of: nil).count == 2)
    }
  }

  /// A version that is removed while a worker announces it: the worker had none, or its announcement failed.
  @Test(arguments: [true, false]) func aVersionIsNotRemovedWhileItIsAnnouncedOrPinned(isPin: Bool) async throws {
    try await withWorker { test in
      try await test.queue.announce(capabilities(Self.new), of: test.worker)
      try await test.database.execute(
        script: "update pressrun.template_versions set first_seen = now() - interval '2 days'")
      let name: @Sendable (JobQueue) async throws -> Void = { queue in
        if isPin {
          try await queue.pin(Self.old, of: "note", for: nil)
        } else {
          try await queue.announce(self.capabilities(Self.old), of: test.worker)
        }
      }
      try await test.database.transaction { connection in
        let removed = try await connection.query("select pressrun.prune_templates()").single().decode(0, as: Int.self)
        #expect(removed == 1)
        // It would wait for the end of the removal.
        let error = await #expect(throws: PostgresError.self) { try await withoutWaiting(test, name) }
        #expect(error?.sqlState == "55P03")
      }
      if isPin {
        let error = await #expect(throws: QueueError.self) { try await name(test.queue) }
        #expect(error?.code == .invalidArgument)
      } else {
        try await name(test.queue)
        #expect(try await test.claimNew().template == Self.old)
      }
    }
  }

  @Test func aVersionIsRolledOutByTenantAndRolledBack() async throws {
    try await withWorker { test in
      // The files are replaced while all tenants are kept on the old version.
      #expect(try await test.queue.pin("aaaaaaaa", of: "note", for: nil) == nil)
      try await test.queue.announce(capabilities(Self.new), of: test.worker)
      #expect(try await test.claimNew { $0.tenant = "first" }.template == Self.old)
      // One tenant tries the new one.
      try await test.queue.pin("bbbbbbbb", of: "note", for: "first")
      #expect(try await test.claimNew { $0.tenant = "first" }.template == Self.new)
      #expect(try await test.claimNew { $0.tenant = "second" }.template == Self.old)
      // It is taken back.
      #expect(try await test.queue.pin("aaaaaaaa", of: "note", for: "first") == Self.new)
      #expect(try await test.claimNew { $0.tenant = "first" }.template == Self.old)
      // It is for all.
      #expect(try await test.queue.unpin("note", for: "first"))
      #expect(try await test.queue.unpin("note", for: nil))
      #expect(try await test.queue.unpin("note", for: nil) == false)
      #expect(try await test.claimNew { $0.tenant = "second" }.template == Self.new)
      let actions = try await test.database.query(
        "select action || ' ' || coalesce(tenant, '-') from pressrun.audit_log order by id"
      ).map { try $0.decode(0, as: String.self) }
      #expect(
        actions == [
          "template.pin -", "template.pin first", "template.pin first", "template.unpin first", "template.unpin -",
        ])
    }
  }

  @Test func onlyAVersionThatWorkersHaveHadCanBePinned() async throws {
    try await withWorker { test in
      for digits in ["aaaa", "cccccccc", "aaaaaaaa%", "AAAAAAAA", ""] {
        let error = await #expect(throws: QueueError.self) { try await test.queue.pin(digits, of: "note", for: nil) }
        #expect(error?.code == .invalidArgument, "\(digits)")
      }
      let other = await #expect(throws: QueueError.self) { try await test.queue.pin("aaaaaaaa", of: "memo", for: nil) }
      #expect(other?.code == .invalidArgument)
    }
  }

  @Test func versionsAndPinsAreListed() async throws {
    try await withWorker { test in
      try await test.queue.announce(capabilities(Self.new), of: test.worker)
      try await test.queue.pin(Self.old, of: "note", for: "t")
      let listed = try await test.queue.templateVersions(of: "note")
      #expect(listed.map(\.sha256) == [Self.old, Self.new])
      #expect(listed.map(\.workers) == [0, 1] && listed.map(\.pinned) == [["t"], []])
      #expect(listed.map(\.firstHost) == ["h", "h"] && listed.map(\.files) == [2, 2])
      #expect(try await test.queue.templateVersions(of: "memo").isEmpty)
    }
  }

  @Test func theFilesOfVersionsAreNotRemovedFromTheStore() async throws {
    try await withWorker { test in
      let free = try await test.queue.unreferenced([Self.old, Self.new])
      #expect(Set(free) == [Self.new])
    }
  }

  @Test func aBrokenKindIsReportedUntilItsFilesAreCorrected() async throws {
    try await withWorker { test in
      func severity() async throws -> String {
        try await test.database.query("select severity from pressrun.alarms where alarm = 'broken_kinds'").single()
          .decode(0)
      }
      #expect(try await severity() == "none")
      try await test.queue.announce(capabilities(Self.old, problem: "note.yaml:3: unknown key"), of: test.worker)
      let broken = try #require(try await test.queue.status().brokenKinds.first)
      #expect(broken.kind == "note" && broken.problem == "note.yaml:3: unknown key" && broken.isServed)
      #expect(try await severity() == "warn")
      // The worker keeps to its version.
      #expect(try await test.claimNew().template == Self.old)
      try await test.queue.announce(capabilities(Self.new), of: test.worker)
      #expect(try await test.queue.status().brokenKinds.isEmpty)
      #expect(try await severity() == "none")
    }
  }

  @Test func onlyRegistrarsAndOperatorsMayPin() async throws {
    try await withWorker { test in
      for (role, isAllowed) in [
        ("pressrun_registrar", true), ("pressrun_operator", true), ("pressrun_worker", false),
        ("pressrun_producer", false), ("pressrun_monitor", false),
      ] {
        let may = try await test.database.query(
          "select has_function_privilege($1, 'pressrun.pin_template(text, text, text)', 'execute')", [.text(role)]
        ).single().decode(0, as: Bool.self)
        #expect(may == isAllowed, "\(role)")
      }
    }
  }
}
