import FoundationEssentials
import Postgres
import TestTraits
import Testing

@testable import JobQueue

/// Removal of finished jobs on request.
@Suite(.hangLimit) struct EraseTests {
  private static let sha256 = String(repeating: "e", count: 64)

  /// A completed job with a file, and a text that must not be found afterwards.
  private func completed(_ test: QueueFixture, tenant: String = "t") async throws -> JobID {
    let job = try await test.claimNew {
      $0.tenant = tenant
      $0.payload = Array(#"{"name": "Ada Lovelace"}"#.utf8)
      $0.uniqueKey = "Ada Lovelace"
      $0.uniqueFor = .seconds(86_400)
    }
    let artifact = Artifact(sha256: Self.sha256, bytes: 1, mediaType: "application/pdf", pages: [])
    _ = try await test.queue.complete(job.ref, Completion(artifact: artifact, warnings: ["Ada Lovelace"]))
    return job.ref.job
  }

  /// The tables in which a text occurs.
  private func tables(with text: String, _ test: QueueFixture) async throws -> [String] {
    var found: [String] = []
    let names = try await test.database.query(
      "select c.relname::text from pg_class c where c.relnamespace = 'pressrun'::regnamespace and c.relkind = 'r' order by 1"
    ).map { try $0.decode(0, as: String.self) }
    for name in names {
      let count = try await test.database.query(
        Statement("select count(*)::int from pressrun.\(name) t where t::text like $1"), [.text("%\(text)%")]
      ).single().decode(0, as: Int.self)
      if count > 0 { found.append(name) }
    }
    return found
  }

  @Test func nothingOfAnErasedJobRemainsButTheRecordOfIt() async throws {
    try await QueueFixture.withQueue { test in
      let id = try await completed(test)
      #expect(try await tables(with: "Ada Lovelace", test).contains("payloads"))
      #expect(try await test.queue.erase(id) == [Self.sha256])
      #expect(try await tables(with: "Ada Lovelace", test) == [])
      #expect(try await tables(with: Self.sha256, test) == [])
      #expect(try await test.queue.unreferenced([Self.sha256]) == [Self.sha256])
      let audited = try await test.database.query("select action, object, tenant from pressrun.audit_log").single()
      #expect(try audited.decode(0, as: String.self) == "jobs.erase")
      #expect(try audited.decode(1, as: String.self) == "job \(id)" && audited.decode(2, as: String.self) == "t")
      let again = await #expect(throws: QueueError.self) { _ = try await test.queue.erase(id) }
      #expect(again?.code == .unknownJob)
      // The counts of finished jobs follow.
      try await test.maintain()
      #expect(try await test.queue.status().counts.filter { $0.jobs != 0 }.isEmpty)
    }
  }

  /// Erasing a job freed the idempotency key of a later one.
  @Test func theIdempotencyKeyOfALaterJobIsKept() async throws {
    try await QueueFixture.withQueue { test in
      func enqueue() async throws -> JobID {
        _ = try await test.database.query("select pressrun.claim_idempotency_key('t', 'k', repeat('a', 64))")
        return try await test.enqueue {
          $0.tenant = "t"
          $0.uniqueKey = "idempotency-key:k"
          $0.uniqueFor = .seconds(86_400)
        }
      }
      let first = try await enqueue()
      try await test.queue.cancel(first)
      try await test.database.execute(script: "update pressrun.unique_keys set expires_at = now()")
      let second = try await enqueue()
      _ = try await test.queue.erase(first)
      let error = await #expect(throws: PostgresError.self) {
        try await test.database.query("select pressrun.claim_idempotency_key('t', 'k', repeat('b', 64))")
      }
      #expect(error?.sqlState == "PR008")
      try await test.queue.cancel(second)
      _ = try await test.queue.erase(second)
      #expect(try await test.count("select count(*)::int from pressrun.idempotency_keys") == 0)
    }
  }

  /// A file that was uploaded with the job stayed in the store.
  @Test func filesThatWereUploadedForTheJobAreReturned() async throws {
    try await QueueFixture.withQueue { test in
      let (photo, logo) = (String(repeating: "1f", count: 32), String(repeating: "2e", count: 32))
      for file in [photo, logo] {
        _ = try await test.queue.addAsset(file, bytes: 10, mediaType: "image/png", name: "a.png", tenant: "t")
      }
      let job = try await test.claimNew {
        $0.tenant = "t"
        $0.assets = ["photo.png": "artifact:\(photo)", "logo.png": "artifact:\(logo)"]
      }
      #expect(try await test.queue.deleteAsset(photo, tenant: "t"))
      let artifact = Artifact(sha256: Self.sha256, bytes: 1, mediaType: "application/pdf", pages: [])
      _ = try await test.queue.complete(job.ref, Completion(artifact: artifact))
      #expect(try await Set(test.queue.erase(job.ref.job)) == [photo, logo, Self.sha256])
      // The tenant has the logo for other jobs.
      #expect(try await test.queue.unreferenced([photo, logo]) == [photo])
    }
  }

  @Test func unfinishedJobsAreNotErased() async throws {
    try await QueueFixture.withQueue { test in
      let waiting = try await test.enqueue()
      let error = await #expect(throws: QueueError.self) { _ = try await test.queue.erase(waiting) }
      #expect(error?.code == .wrongState)
      let running = try await test.claimNew()
      let refused = await #expect(throws: QueueError.self) { _ = try await test.queue.erase(running.ref.job) }
      #expect(refused?.code == .wrongState)
    }
  }

  @Test func allFinishedJobsOfATenantAreErased() async throws {
    try await QueueFixture.withQueue { test in
      let other = try await completed(test, tenant: "other")
      let own = try await completed(test)
      let waiting = try await test.enqueue { $0.tenant = "t" }
      var erased: [JobID] = []
      var selection = JobSelection()
      selection.tenant = "t"
      try await test.queue.erase(matching: selection) { part in erased += part.map(\.id) }
      #expect(erased == [own])
      #expect(try await Set(test.queue.jobs().map(\.id)) == [other, waiting])
    }
  }

  @Test func onlyOperatorsMayErase() async throws {
    try await QueueFixture.withQueue { test in
      for (role, isAllowed) in [
        ("pressrun_operator", true), ("pressrun_worker", false), ("pressrun_producer", false),
        ("pressrun_service", false),
      ] {
        let may = try await test.database.query(
          "select has_function_privilege($1, 'pressrun.erase(bigint)', 'execute')", [.text(role)]
        ).single().decode(0, as: Bool.self)
        #expect(may == isAllowed, "\(role)")
      }
    }
  }
}
