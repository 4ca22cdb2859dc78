import FoundationEssentials
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import JobQueue

@Suite(.hangLimit) struct FinishTests {
  @Test func completionWritesJobAttemptArtifactEventAndDelivery() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew { $0.destination = "email:pm@fund.example" }
      guard case .completed(let eventID, nil) = try await test.queue.complete(job.ref, QueueFixture.completion) else {
        Issue.record("not completed")
        return
      }
      let details = try await test.queue.job(job.ref.job)
      #expect(details.job.state == .completed && details.job.eventID == eventID && details.job.finishedAt != nil)
      #expect(details.artifact == QueueFixture.completion.artifacts.first)
      #expect(details.attempts.map(\.outcome) == [.completed])
      #expect(details.attempts.first?.warnings == ["image 1 is broken"])
      #expect(details.attempts.first?.timings == ["layout": 12.5])
      #expect(details.events.map(\.id) == [eventID])
      let delivery = try await test.database.query(
        "select job_id, destination, state, queue, chosen, sha256 from pressrun.delivery_overview"
      ).single()
      #expect(try delivery.decode(0, as: Int64.self) == job.ref.job.rawValue)
      #expect(try delivery.decode(1, as: String.self) == "email:pm@fund.example")
      #expect(try delivery.decode(2, as: String.self) == "pending")
      #expect(try delivery.decode(3, as: String.self) == "deliveries.email")
      #expect(try delivery.decode(4, as: Bool.self))
      #expect(try delivery.decode(5, as: String.self) == details.artifact?.sha256)
    }
  }

  @Test func completionEventIsACloudEvent() async throws {
    struct Event: Decodable {
      struct Artifact: Decodable, Equatable {
        var sha256: String, bytes: Int, pages: Int, pageHeights: [Double], mediaType: String
      }
      struct Contents: Decodable {
        struct Delivery: Decodable { var id: Int64, state: String }
        var job: Int64, kind: String, tenant: String, destination: String, artifact: Artifact, warnings: [String]
        var delivery: Delivery
      }
      var specversion: String, id: String, source: String, type: String, subject: String, time: String,
        datacontenttype: String
      var data: Contents
    }
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew {
        $0.tenant = "acme"
        $0.destination = "print"
      }
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      let record = try #require(try await test.queue.events().first)
      let event = try JSONDecoder().decode(Event.self, from: Data(record.json.utf8))
      #expect(event.specversion == "1.0" && event.id == record.id && event.source == "/pressrun/note")
      #expect(event.type == "pressrun.job.completed" && event.subject == "job/\(job.ref.job)")
      #expect(event.datacontenttype == "application/json" && event.time.hasSuffix("Z"))
      #expect(event.data.job == job.ref.job.rawValue && event.data.kind == "note" && event.data.tenant == "acme")
      #expect(event.data.delivery.state == "requested" && event.data.delivery.id > job.ref.job.rawValue)
      #expect(event.data.destination == "print" && event.data.warnings == ["image 1 is broken"])
      #expect(
        event.data.artifact
          == .init(
            sha256: String(repeating: "ab", count: 32), bytes: 1234, pages: 2, pageHeights: [841.89, 300.5],
            mediaType: "application/pdf"))
    }
  }

  @Test func completionWithoutADestinationRequestsNoDelivery() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      #expect(try await test.count("select count(*) from pressrun.deliveries") == 0)
      #expect(try await test.count("select count(*) from pressrun.jobs") == 1)
    }
  }

  @Test(arguments: ["jobs", "attempts", "artifacts", "events", "deliveries"])
  func completionIsAllOrNothing(table: String) async throws {
    try await QueueFixture.withQueue { test async throws in
      let jobs = [
        try await test.claimNew { $0.destination = "print" }, try await test.claimNew { $0.destination = "print" },
      ]
      try await test.database.execute(
        script: """
          create function fail_here() returns trigger language plpgsql as $$ begin raise exception 'no space'; end $$;
          create trigger fail_here before insert or update on pressrun.\(table) 
            for each row execute function fail_here();
          """)
      await #expect(throws: PostgresError.self) {
        try await test.queue.complete(many: jobs.map { ($0.ref, QueueFixture.completion) })
      }
      try await test.database.execute(script: "drop trigger fail_here on pressrun.\(table)")
      #expect(try await test.count("select count(*) from pressrun.jobs where state = 'running'") == 2)
      for table in ["attempts", "artifacts", "events", "deliveries"] {
        #expect(try await test.count("select count(*) from pressrun.\(table)") == 0)
      }
      for job in jobs { #expect(try await test.queue.complete(job.ref, QueueFixture.completion) != .stale) }
    }
  }

  @Test func completionsOfOneLeaseYieldOneEvent() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      let outcomes = try await withThrowingTaskGroup(of: CompletionOutcome.self) { group in
        for _ in 0..<6 { group.addTask { try await test.queue.complete(job.ref, QueueFixture.completion) } }
        return try await group.reduce(into: [CompletionOutcome]()) { $0.append($1) }
      }
      #expect(outcomes.filter { $0 == .stale }.count == 5)
      #expect(try await test.count("select count(*) from pressrun.events") == 1)
    }
  }

  @Test func outcomesAreInTheOrderOfTheCompletions() async throws {
    try await QueueFixture.withQueue { test async throws in
      let first = try await test.claimNew()
      let second = try await test.claimNew()
      let stale = LeaseRef(job: first.ref.job, lease: 99)
      let outcomes = try await test.queue.complete(
        many: [second.ref, stale, first.ref].map { ($0, QueueFixture.completion) })
      #expect(outcomes.count == 3 && outcomes[1] == .stale && outcomes[0] != .stale && outcomes[2] != .stale)
      let badSize = Completion(
        artifact: Artifact(
          sha256: String(repeating: "0", count: 64), bytes: 1, pages: [PagePoints(width: .nan, height: 1)]))
      await #expect(throws: QueueError.self) { try await test.queue.complete(first.ref, badSize) }
    }
  }

  @Test func policyIsCheckedAgainAtCompletion() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew {
        $0.tenant = "acme"
        $0.destination = "email:a@b.example"
      }
      try await test.setPolicy(of: "acme", sharing: false)
      let outcome = try await test.queue.complete(job.ref, QueueFixture.completion)
      guard case .completed(_, let refusal?) = outcome else {
        Issue.record("not refused: \(outcome)")
        return
      }
      #expect(refusal == "sharing is off for tenant \"acme\"")
      let details = try await test.queue.job(job.ref.job)
      #expect(details.job.state == .completed && details.artifact != nil, "the document was made")
      #expect(
        try await test.queue.events().map(\.type) == ["pressrun.job.completed", "pressrun.delivery.refused"])
      let delivery = try await test.database.query("select state, refusal, attempt from pressrun.delivery_overview")
      #expect(try delivery.single().decode(0, as: String.self) == "refused")
      #expect(try delivery.single().decode(1, as: String.self) == refusal)
      #expect(try await test.count("select count(*) from pressrun.jobs") == 1)
    }
  }

  @Test func backoffIncreasesWithEachFailure() async throws {
    let backoff = Backoff(base: .seconds(10), limit: .seconds(35), jitter: 0)
    try await QueueFixture.withQueue(kind: KindSettings(name: "note", maxAttempts: 5, backoff: backoff)) {
      test async throws in
      let id = try await test.enqueue()
      var waits: [Double] = []
      for _ in 0..<4 {
        let job = try #require(try await test.claim().first)
        guard case .retry = try await test.queue.fail(job.ref, QueueFixture.failure) else { continue }
        waits.append(
          try await test.database.query(
            """
            select extract(epoch from j.run_at - a.finished_at)::float8
            from pressrun.jobs j join pressrun.attempts a on a.job_id = j.id and a.lease = j.lease
            """
          ).single().decode(0, as: Double.self))
        try await test.makeDue()
      }
      #expect(waits.map { $0.rounded() } == [10, 20, 35, 35])
      let last = try #require(try await test.claim().first)
      #expect(try await test.queue.fail(last.ref, QueueFixture.failure) == .discarded)
      let details = try await test.queue.job(id)
      #expect(details.attempts.map(\.errorCode) == Array(repeating: "boom", count: 5))
      #expect(details.events.map(\.type) == ["pressrun.job.discarded"])
    }
  }

  @Test func jitterStaysWithinItsFraction() async throws {
    let backoff = Backoff(base: .seconds(100), limit: .seconds(1000), jitter: 0.5)
    try await QueueFixture.withQueue(kind: KindSettings(name: "note", backoff: backoff)) { test async throws in
      let row = try await test.database.query(
        """
        select min(w), max(w), count(distinct w)
        from (select extract(epoch from pressrun.backoff('note', 1))::float8 w from generate_series(1, 500)) s
        """
      ).single()
      #expect(try row.decode(0, as: Double.self) >= 50)
      #expect(try row.decode(1, as: Double.self) <= 150)
      #expect(try row.decode(2, as: Int.self) > 100)
      #expect(try await test.count("select extract(epoch from pressrun.backoff('note', 1000))::int") <= 1500)
    }
  }

  @Test func permanentFailureIsDiscardedAtOnce() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      let failure = JobFailure(code: "invalid\0payload", message: "bad\0", isPermanent: true, warnings: ["w\0"])
      #expect(try await test.queue.fail(job.ref, failure) == .discarded)
      let details = try await test.queue.job(job.ref.job)
      #expect(details.job.state == .discarded && details.attempts.first?.warnings == ["w\u{FFFD}"])
    }
  }

  @Test func waitingJobIsCancelledAtOnceAndAgain() async throws {
    try await QueueFixture.withQueue { test async throws in
      let id = try await test.enqueue()
      #expect(try await test.queue.cancel(id) == .cancelled)
      #expect(try await test.queue.cancel(id) == .cancelled)
      #expect(try await test.claim().isEmpty)
      #expect(try await test.queue.job(id).events.map(\.type) == ["pressrun.job.cancelled"])
    }
  }

  @Test func runningJobIsCancelledThroughItsWorker() async throws {
    try await QueueFixture.withQueue { test async throws in
      let jobs = [try await test.claimNew(), try await test.claimNew(), try await test.claimNew()]
      for job in jobs { #expect(try await test.queue.cancel(job.ref.job) == .running) }
      let reply = try await test.queue.heartbeat(worker: test.worker, holding: jobs.map(\.ref), lease: .seconds(3600))
      #expect(Set(reply.cancelled) == Set(jobs.map(\.ref)) && reply.held.isEmpty && reply.lost.isEmpty)
      #expect(try await test.queue.cancelled([jobs[0].ref]) == 1)
      #expect(try await test.queue.complete(jobs[1].ref, QueueFixture.completion) == .cancelled)
      #expect(try await test.queue.fail(jobs[2].ref, QueueFixture.failure) == .cancelled)
      for job in jobs { #expect(try await test.state(job.ref.job) == .cancelled) }
      #expect(try await test.count("select count(*) from pressrun.artifacts") == 0)
    }
  }

  @Test(arguments: ["release", "snooze"])
  func returnedJobWithRequestedCancellationIsCancelledWithoutCountingTheAttempt(way: String) async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      #expect(try await test.queue.cancel(job.ref.job) == .running)
      let given =
        way == "release"
        ? try await test.queue.release([job.ref]) : try await test.queue.snooze([job.ref], for: .seconds(60))
      #expect(given == 1)
      let details = try await test.queue.job(job.ref.job)
      #expect(details.job.state == .cancelled && details.job.attempt == 0)
      #expect(try await test.claim().isEmpty)
      #expect(
        try await test.count(
          "select count(*)::int from pressrun.events where job_id = \(job.ref.job) and type = 'pressrun.job.cancelled'")
          == 1)
    }
  }

  @Test func cancellationNotifiesListeners() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      for await wakeup in test.queue.wakeups() {
        if wakeup == .connected { try await test.queue.cancel(job.ref.job) }
        if wakeup == .cancelRequested(job.ref.job) { break }
      }
    }
  }

  @Test func retriedJobGetsNewAttemptsAndKeepsItsHistory() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      _ = try await test.queue.fail(job.ref, JobFailure(code: "bad", message: "", isPermanent: true))
      try await test.queue.retry(job.ref.job)
      let again = try #require(try await test.claim().first)
      #expect(again.attempt == 2 && again.maxAttempts == 4)
      _ = try await test.queue.complete(again.ref, QueueFixture.completion)
      let details = try await test.queue.job(job.ref.job)
      #expect(details.attempts.map(\.outcome) == [.failed, .completed])
    }
  }

  @Test func retryAndCancelRefuseJobsInTheWrongState() async throws {
    try await QueueFixture.withQueue { test async throws in
      let job = try await test.claimNew()
      var error = await #expect(throws: QueueError.self) { try await test.queue.retry(job.ref.job) }
      #expect(error?.code == .wrongState)
      _ = try await test.queue.complete(job.ref, QueueFixture.completion)
      error = await #expect(throws: QueueError.self) { try await test.queue.cancel(job.ref.job) }
      #expect(error?.code == .wrongState)
      error = await #expect(throws: QueueError.self) { try await test.queue.cancel(JobID(rawValue: 4711)) }
      #expect(error?.code == .unknownJob)
      let discarded = try await test.claimNew { $0.uniqueKey = "k" }
      _ = try await test.queue.fail(discarded.ref, JobFailure(code: "bad", message: "", isPermanent: true))
      try await test.enqueue { $0.uniqueKey = "k" }
      error = await #expect(throws: QueueError.self) { try await test.queue.retry(discarded.ref.job) }
      #expect(error?.code == .wrongState)
    }
  }
}
