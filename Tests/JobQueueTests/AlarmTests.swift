import Postgres
import TestTraits
import Testing

@testable import JobQueue

/// Each alarm is provoked and cleared: by what happens in the database, since alarms are a view of it.
@Suite(.hangLimit) struct AlarmTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var alarm: String
    /// Statements after which the alarm is in force.
    var provoke: String
    /// Statements after which it is not.
    var clear: String
    var testDescription: String { alarm }

    init(_ alarm: String, provoke: String, clear: String) {
      (self.alarm, self.provoke, self.clear) = (alarm, provoke, clear)
    }
  }

  private static func statistics(_ columns: String, _ values: String) -> String {
    """
    insert into pressrun.statistics (seconds, at, queue, kind, \(columns))
    values (60, date_trunc('minute', now()), 'default', 'note', \(values))
    """
  }

  private static func job(_ kind: String, _ queue: String, _ state: String, finished: String = "null") -> String {
    """
    insert into pressrun.jobs (kind, queue, tenant, state, run_at, enqueued_at, max_attempts, destination, finished_at)
    values ('\(kind)', '\(queue)', 't', '\(state)', now() - interval '1 hour', now() - interval '2 hours', 3, 'none', \(finished))
    """
  }

  private static let register = """
    select pressrun.register_worker('other', 2, 'v', 4, '{}', '{note}', 'another set', 'pango 1',
      '{"note": {"problem": "Jobs/note.yaml:4: colour: unknown key"}}')
    """
  private static let unregister = "update pressrun.workers set stopped_at = now() where host = 'other'"

  static let cases = [
    Case(
      "backlog", provoke: job("note", "default", "available"),
      clear: "update pressrun.jobs set state = 'cancelled', finished_at = now()"),
    Case(
      "slow_start", provoke: statistics("queued_p95", "31"),
      clear: "update pressrun.statistics set at = at - interval '7 minutes'"),
    Case(
      "no_workers", provoke: "update pressrun.workers set heartbeat_at = now() - interval '2 minutes'",
      clear: "update pressrun.workers set heartbeat_at = now(); select pressrun.register_worker('h', 3, 'v', 4, '{}')"),
    Case(
      "failures", provoke: statistics("completed, failed", "90, 10"),
      clear: "update pressrun.statistics set failed = 0, completed = 100"),
    Case(
      "discarded", provoke: job("note", "default", "discarded", finished: "now()"),
      clear: "update pressrun.jobs set finished_at = now() - interval '61 minutes'"),
    Case(
      "rescues", provoke: "insert into pressrun.incidents (what, count) values ('rescued', 6)",
      clear: "update pressrun.incidents set at = now() - interval '61 minutes'"),
    Case(
      "fenced_writes", provoke: "insert into pressrun.incidents (what, count) values ('fenced', 6)",
      clear: "update pressrun.incidents set at = now() - interval '61 minutes'"),
    Case(
      "slow_documents", provoke: statistics("running_p95", "11"),
      clear: "update pressrun.statistics set running_p95 = 9"),
    Case(
      "destinations", provoke: "insert into pressrun.breakers (queue, state) values ('deliveries.email', 'open')",
      clear: "update pressrun.breakers set state = 'closed'"),
    Case(
      "unserved_kinds",
      provoke: "update pressrun.workers set kinds = '{letter}'; " + job("note", "default", "available"),
      clear: "update pressrun.workers set kinds = '{letter,note}'"),
    Case(
      "worker_problems", provoke: "select pressrun.report_problem(id, 'the disk is full') from pressrun.workers",
      clear: "select pressrun.report_problem(id, null) from pressrun.workers"),
    Case(
      "different_fonts",
      provoke: "update pressrun.workers set fonts = 'a set', libraries = 'pango 1'; " + register, clear: unregister),
    Case("broken_kinds", provoke: register, clear: unregister),
    Case(
      "warnings",
      provoke: statistics("completed", "10") + """
        ; insert into pressrun.attempts (job_id, lease, attempt, kind, ready_at, started_at, finished_at, outcome, warnings)
        values (1, 1, 1, 'note', now(), now(), now(), 'completed', '["a character has no glyph"]')
        """,
      clear: "update pressrun.attempts set warnings = null"),
    Case(
      "undelivered", provoke: job("deliver.email", "deliveries.email", "retryable"),
      clear: "update pressrun.jobs set state = 'completed', finished_at = now()"),
    Case(
      "forgotten_pause",
      provoke: """
        select pressrun.set_paused('queue', 'default', true);
        update pressrun.limits set paused_at = now() - interval '25 hours'
        """, clear: "select pressrun.set_paused('queue', 'default', false)"),
    Case(
      "late_schedule",
      provoke: """
        insert into pressrun.schedules (name, kind, cron, time_zone, payload, tenant, priority, next_at)
        values ('nightly', 'note', '@daily', 'UTC', '{}', 't', 0, now() - interval '10 minutes')
        """, clear: "update pressrun.schedules set next_at = now() + interval '1 hour'"),
    Case(
      "late_timestamp",
      provoke: """
        insert into pressrun.due_timestamps (tenant, document, since, failures, failing_since, last_error)
        values ('t', 'doc', now() - interval '2 days', 3, now() - interval '2 hours', 'no answer')
        """,
      clear: "update pressrun.due_timestamps set failures = 0, failing_since = null"),
    Case(
      "storage", provoke: "select pressrun.report_storage(id, 100, 9) from pressrun.workers",
      clear: "select pressrun.report_storage(id, 100, 11) from pressrun.workers"),
    // The time that a transaction has been open cannot be set, so the function that measures it is replaced.
    Case("old_snapshot", provoke: oldestSnapshot("301"), clear: oldestSnapshot("299")),
    Case(
      "dead_rows",
      provoke: """
        create unlogged table pressrun.filler with (autovacuum_enabled = off) as select from generate_series(1, 1000001);
        delete from pressrun.filler;
        select pg_stat_force_next_flush()
        """, clear: "drop table pressrun.filler"),
  ]

  private static func oldestSnapshot(_ seconds: String) -> String {
    """
    create or replace function pressrun.oldest_snapshot_seconds() returns float8 language sql security definer
    set search_path = pg_catalog, pg_temp as 'select \(seconds)::float8'
    """
  }

  @Test(arguments: cases) func isProvokedAndCleared(test item: Case) async throws {
    try await QueueFixture.withQueue { test in
      func severity() async throws -> Alarm.Severity? {
        try await test.queue.alarms().first { $0.name == item.alarm }?.severity
      }
      try await test.database.execute(script: item.provoke)
      let provoked = try await severity()
      #expect(provoked == .warn || provoked == .page)
      try await test.database.execute(script: item.clear)
      #expect(try await severity() == Alarm.Severity.none)
    }
  }

  @Test func everyAlarmIsProvoked() async throws {
    try await QueueFixture.withQueue { test in
      let alarms = try await test.queue.alarms()
      #expect(Set(alarms.map(\.name)) == Set(Self.cases.map(\.alarm)))
      for alarm in alarms where ["old_snapshot", "dead_rows"].contains(alarm.name) {
        #expect(alarm.value != nil, "\(alarm.name)")
      }
    }
  }
}
