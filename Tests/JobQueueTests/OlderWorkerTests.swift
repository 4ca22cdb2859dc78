import Postgres
import TestSupport
import Testing

@testable import JobQueue

/// The calls of workers and producers of the version before, to the letter, with the rights of their logins: they go on while a
/// new schema is there and they are replaced one by one.
@Suite(.timeLimit(.minutes(30))) struct OlderWorkerTests {
  private func with(
    role: String, _ body: @Sendable (Connection, QueueFixture) async throws -> Void
  ) async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.withConnection { connection in
        _ = try await connection.query(Statement("set role \(role)"))
        try await body(connection, test)
        _ = try await connection.query("reset role")
      }
    }
  }

  /// Claims a job by the form without a token.
  private func claim(_ connection: Connection, _ test: QueueFixture, jobs: Int = 1) async throws -> [(
    job: Int64, lease: Int64
  )] {
    for number in 0..<jobs { try await test.enqueue { $0.payload = Array("\(number)".utf8) } }
    let rows = try await connection.query(
      """
      select job_id, lease, kind, queue, tenant, attempt, max_attempts, priority, destination, payload, enqueued_at, claimed_at,
        timeout_seconds
      from pressrun.claim($1, $2, $3, $4)
      """, [.integer(test.worker.rawValue), .texts([]), .integer(jobs), .double(60)])
    #expect(rows.count == jobs)
    #expect(try rows.map { try $0.decode("payload", as: String.self) } == (0..<jobs).map { "\($0)" })
    return try rows.map { (try $0.decode("job_id"), try $0.decode("lease")) }
  }

  private func pair(_ held: (job: Int64, lease: Int64)) -> [Parameter] {
    [.integers([held.job]), .integers([held.lease])]
  }

  @Test func aHeartbeatWithoutPagesExtendsLeasesAndTellsOfCancellations() async throws {
    try await with(role: "pressrun_worker") { (connection, test) async throws in
      let held = try await claim(connection, test)[0]
      let beat: Statement = "select job_id, lease, cancel_requested from pressrun.heartbeat($1, $2, $3, $4)"
      let parameters = [.integer(test.worker.rawValue)] + pair(held) + [.double(60)]
      #expect(try await connection.query(beat, parameters).single().decode(2, as: Bool.self) == false)
      try await test.queue.cancel(JobID(rawValue: held.job))
      #expect(try await connection.query(beat, parameters).single().decode(2, as: Bool.self))
      #expect(
        try await connection.query("select pressrun.finish_cancelled($1, $2)", pair(held)).single().decode(
          0, as: Int.self) == 1)
      #expect(try await test.state(JobID(rawValue: held.job)) == .cancelled)
    }
  }

  @Test func completionsAsJSONAreRecordedAndStaleOnesToldSo() async throws {
    try await with(role: "pressrun_worker") { (connection, test) async throws in
      let held = try await claim(connection, test)[0]
      let digest = String(repeating: "cd", count: 32)
      let json = """
        [{"job": \(held.job), "lease": \(held.lease + 1)},
         {"job": \(held.job), "lease": \(held.lease), "sha256": "\(digest)", "bytes": 5, "mediaType": "application/pdf",
          "pageSizes": [[595, 842]], "warnings": ["w"], "timings": {"layout": 1.5}}]
        """
      let rows = try await connection.query(
        "select ordinal, outcome, event_id, rule from pressrun.complete($1)", [.text(json)])
      #expect(try rows.map { try $0.decode(0, as: Int.self) } == [1, 2])
      #expect(try rows.map { try $0.decode(1, as: String.self) } == ["stale", "completed"])
      let details = try await test.queue.job(JobID(rawValue: held.job))
      #expect(details.artifact?.sha256 == digest && details.artifact?.pages == [PageSize(width: 595, height: 842)])
      #expect(details.attempts.map(\.warnings) == [["w"]])
      #expect(details.events.map(\.type) == ["pressrun.job.completed"])
    }
  }

  @Test func completionsAsFullArraysAreRecorded() async throws {
    try await with(role: "pressrun_worker") { (connection, test) async throws in
      let held = try await claim(connection, test, jobs: 3)
      let digest = String(repeating: "ef", count: 32)
      let rows = try await connection.query(
        "select ordinal, outcome, event_id, rule from pressrun.complete_many($1, $2, $3, $4, $5, $6, $7, $8)",
        [
          .integers(held.map(\.job)), .integers([held[0].lease, held[1].lease, held[2].lease + 1]),
          .texts([digest, "", digest]), .integers([7, 0, 7]), .texts(["application/pdf", "", "application/pdf"]),
          .texts(["[[595,842]]", "[]", "[[595,842]]"]), .texts(["[]", #"["w"]"#, "[]"]),
          .texts(["{}", #"{"layout":2}"#, "{}"]),
        ])
      let outcomes = try rows.map { "\(try $0.decode(0, as: Int.self)) \(try $0.decode(1, as: String.self))" }
      #expect(outcomes.sorted() == ["1 completed", "2 completed"], "no row for an old lease")
      #expect(try await test.queue.job(JobID(rawValue: held[0].job)).artifact?.bytes == 7)
      #expect(try await test.queue.job(JobID(rawValue: held[1].job)).artifact == nil)
      #expect(try await test.state(JobID(rawValue: held[2].job)) == .running)
    }
  }

  @Test(arguments: [
    ("select outcome, retry_at from pressrun.fail($1, $2, 'boom', 'it went boom', false)", "retryable"),
    ("select outcome, retry_at from pressrun.fail($1, $2, 'boom', 'it went boom', false, '[\"w\"]')", "retryable"),
    ("select outcome, retry_at from pressrun.fail($1, $2, 'bad', 'it is bad', true, '[]')", "discarded"),
  ])
  func failuresAreRecordedWithAndWithoutWarnings(_ call: String, _ outcome: String) async throws {
    try await with(role: "pressrun_worker") { (connection, test) async throws in
      let held = try await claim(connection, test)[0]
      let row = try await connection.query(Statement(call), [.integer(held.job), .integer(held.lease)]).single()
      #expect(try row.decode(0, as: String.self) == outcome)
      #expect(try await test.state(JobID(rawValue: held.job)) == (outcome == "retryable" ? .retryable : .discarded))
      let again = try await connection.query(Statement(call), [.integer(held.job), .integer(held.lease)]).single()
      #expect(try again.decode(0, as: String.self) == "stale")
    }
  }

  @Test func jobsAreGivenBackSnoozedAndRescued() async throws {
    try await with(role: "pressrun_worker") { (connection, test) async throws in
      let held = try await claim(connection, test, jobs: 3)
      for (call, job) in [
        ("select pressrun.release($1, $2)", 0), ("select pressrun.snooze($1, $2, 60)", 1),
        ("select count(*)::int from pressrun.heartbeat(\(test.worker), $1, $2, -1)", 2),
      ] {
        #expect(
          try await connection.query(Statement(call), pair(held[job])).single().decode(0, as: Int.self) == 1, "\(call)")
      }
      #expect(try await connection.query("select pressrun.rescue()").single().decode(0, as: Int.self) == 1)
      let states = try await test.queue.jobs().sorted { $0.id.rawValue < $1.id.rawValue }.map(\.state)
      #expect(states == [.available, .scheduled, .retryable])
    }
  }

  @Test func aWorkersLifeNeedsNothingThatHasGone() async throws {
    try await with(role: "pressrun_worker") { (connection, _) async throws in
      for call in [
        "select pressrun.register_kind('slip', 'default', 5, 2, 600, 0.2, 60, null, '{}', '{}')",
        "select pressrun.register_schedules('slip', '[]')", "select pressrun.upkeep()", "select pressrun.prune_step()",
        "select available, running, waiting, later, next_due, now from pressrun.pending('{}', '10 seconds')",
        "select * from pressrun.events_after(0, 10)", "select job_id from pressrun.job_overview",
      ] {
        _ = try await connection.query(Statement(call))
      }
      let worker = try await connection.query("select pressrun.register_worker('host', 1, '0', 4, '{}')").single()
      _ = try await connection.query(
        "select pressrun.unregister_worker($1)", [.integer(worker.decode(0, as: Int64.self))])
    }
  }

  @Test func producersEnqueueByPlaceAndByName() async throws {
    try await with(role: "pressrun_producer") { (connection, test) async throws in
      let calls: [Statement] = [
        "select job_id, inserted from pressrun.enqueue('note', '{}', 't', 'none', 3, now(), 'k', 5, 'q')",
        "select job_id, inserted from pressrun.enqueue('note', '{}', tenant => 't', unique_key => 'l', batch => 'b')",
        "select job_id, inserted from pressrun.enqueue_many('note', '{\"1\"}', 't', null, 0, now(), '{m}', null, null)",
        "select job_id, inserted from pressrun.enqueue_many('note', '{\"1\"}', 't')",
        "select job_id, job_id > 0 from pressrun.enqueue_one('note', '{}', 't', null, 0, null, null, null, null, null, null) job_id",
      ]
      for call in calls { #expect(try await connection.query(call).single().decode(1, as: Bool.self), "\(call.sql)") }
      #expect(try await connection.query(calls[0]).single().decode(1, as: Bool.self) == false, "the key is taken")
      #expect(try await test.queue.jobs().count == calls.count)
    }
  }
}
