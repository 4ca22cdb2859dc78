import FoundationEssentials
import Postgres
import TestTraits
import Testing

@testable import JobQueue

/// The statistics that maintenance records, and the alarms that are evaluated from them.
@Suite(.hangLimit) struct StatisticsTests {
  /// Lets the minutes since the given number of minutes ago be recorded again, with the attempts moved into the last of
  /// them. For the functions that record, the time is half a minute after the last of these minutes from now on, so
  /// that no other minute ends while a test runs.
  private func record(_ test: QueueFixture, minutes: Int = 3) async throws {
    try await test.database.execute(
      script: """
        update pressrun.attempts set ready_at = date_trunc('minute', now()) - interval '33 seconds',
          started_at = date_trunc('minute', now()) - interval '31 seconds',
          finished_at = date_trunc('minute', now()) - interval '30 seconds';
        update pressrun.jobs set finished_at = date_trunc('minute', now()) - interval '30 seconds' where finished_at is not null;
        delete from pressrun.statistics;
        update pressrun.statistics_position set recorded_to = date_trunc('minute', now()) - interval '\(minutes) minutes';
        update pressrun.workers set heartbeat_at = now();
        create schema clock;
        create table clock.time as select date_trunc('minute', now()) + interval '30 seconds' as now;
        create function clock.clock_timestamp() returns timestamptz stable language sql return (select t.now from clock.time t);
        alter function pressrun.record_statistics() set search_path = clock, pg_catalog;
        """)
    try await test.maintain()
  }

  @Test func aMinuteCountsAttemptsDurationsAndUnfinishedJobs() async throws {
    try await QueueFixture.withQueue { test async throws in
      let done = try await test.claimNew()
      _ = try await test.queue.complete(done.ref, QueueFixture.completion)
      let failed = try await test.claimNew()
      _ = try await test.queue.fail(failed.ref, JobFailure(code: "x", message: "m", isPermanent: true))
      try await test.enqueue()
      try await record(test)
      let documents = try await test.queue.statistics(.documents, span: .seconds(900))
      #expect(documents.count >= 3)
      let last = try #require(documents.last)
      #expect(last.completed == 1 && last.failed == 1 && last.discarded == 1 && last.available == 1)
      #expect(last.queuedP95 == 2 && last.queuedMedian == 2 && last.runningMedian == 1 && last.runningP95 == 1)
      #expect(last.workers == 1 && last.slots == 4)
      let note = try await test.queue.statistics(StatisticsSeries(queue: "default", kind: "note"), span: .seconds(900))
      #expect(note.last?.completed == 1 && note.last?.workers == nil)
      // Longer periods have the same sums.
      for span in [21_600, 604_800] {
        let long = try await test.queue.statistics(.documents, span: .seconds(span))
        #expect(long.map(\.completed).reduce(0, +) == 1 && long.map(\.available).max() == 1, "\(span)")
      }
      let deliveries = try await test.queue.statistics(.deliveries, span: .seconds(900))
      #expect(deliveries.last?.completed == 0)
    }
  }

  @Test func enqueuedJobsAreCountedOnceTheirMinuteIsOver() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await record(test)
      for _ in 0..<3 { try await test.enqueue() }
      // The first call finds the jobs, the second counts those of the minute before.
      for _ in 0..<2 {
        try await test.database.execute(
          script: "update pressrun.statistics_position set recorded_to = recorded_to - interval '1 minute'")
        try await test.maintain()
      }
      let enqueued = try await test.queue.statistics(.documents, span: .seconds(900)).compactMap(\.enqueued)
      #expect(enqueued.reduce(0, +) == 3)
    }
  }

  @Test func aMinuteIsRecordedOnce() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await record(test)
      let before = try await test.count("select count(*)::int from pressrun.statistics")
      try await test.maintain()
      #expect(try await test.count("select count(*)::int from pressrun.statistics") == before)
    }
  }

  @Test func oldStatisticsAreRemovedAndAWeekTakesFewRows() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await record(test)
      try await test.database.execute(
        script: """
          insert into pressrun.statistics (seconds, at, queue, kind)
          select s, date_trunc('day', now()) - make_interval(secs => s * n), '*', '*'
          from unnest(array[60, 600, 7200]) s, generate_series(1, 2000) n on conflict do nothing;
          update pressrun.statistics_position set recorded_to = recorded_to - interval '1 minute';
          """)
      try await test.maintain()
      #expect(try await test.count("select count(*)::int from pressrun.statistics where seconds = 60") < 400)
      #expect(try await test.count("select count(*)::int from pressrun.statistics where seconds = 600") <= 600)
      #expect(try await test.count("select count(*)::int from pressrun.statistics where seconds = 7200") <= 800)
      for (span, rows) in [(900, 16), (21_600, 37), (604_800, 85)] {
        #expect(try await test.queue.statistics(.documents, span: .seconds(span)).count <= rows)
      }
    }
  }

  @Test func alarmsAreThoseOfTheGuide() async throws {
    try await QueueFixture.withQueue { test async throws in
      #expect(try await test.queue.alarms().filter { $0.severity != .none }.map(\.name) == ["no_workers"])
      try await test.enqueue()
      let failed = try await test.claimNew()
      _ = try await test.queue.fail(failed.ref, JobFailure(code: "x", message: "m", isPermanent: true))
      try await record(test)
      try await test.database.execute(
        script: """
          insert into pressrun.jobs (kind, queue, tenant, state, run_at, max_attempts, destination)
          values ('note', 'default', 'default', 'available', now() - interval '1 hour', 3, 'none');
          insert into pressrun.incidents (what, count) values ('rescued', 6), ('fenced', 101);
          update pressrun.statistics set queued_p95 = 31, running_p95 = 61 where queue <> '*' and seconds = 60;
          update pressrun.statistics set failed = 10 where failed = 1 and queue <> '*' and seconds = 60;
          insert into pressrun.breakers (queue, state) values ('deliveries.email', 'disabled');
          update pressrun.workers set heartbeat_at = now() - interval '2 minutes';
          """)
      let alarms = Dictionary(uniqueKeysWithValues: try await test.queue.alarms().map { ($0.name, $0) })
      #expect(
        alarms.mapValues(\.severity) == [
          "backlog": .page, "slow_start": .warn, "no_workers": .page, "failures": .page, "discarded": .warn,
          "rescues": .warn, "fenced_writes": .page, "old_snapshot": Alarm.Severity.none, "dead_rows": .none,
          "slow_documents": .page, "destinations": .warn, "unserved_kinds": .warn, "worker_problems": .none,
          "different_fonts": .none, "broken_kinds": .none, "warnings": .none, "undelivered": .none,
          "forgotten_pause": .none, "late_schedule": .none, "storage": .none, "late_timestamp": .none,
        ])
      #expect(alarms["backlog"]?.subject == "default" && alarms["destinations"]?.subject == "deliveries.email")
      #expect(alarms["failures"]?.value == 1)
    }
  }

  /// One discarded job of a rare kind was a share of 1, for which somebody was called.
  @Test func failuresOfFewJobsAreNoShare() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.execute(
        script: """
          insert into pressrun.statistics (seconds, at, queue, kind, completed, failed) values
            (60, date_trunc('minute', now()), 'default', 'rare', 0, 9),
            (60, date_trunc('minute', now()), 'default', 'note', 97, 3)
          """)
      let failures = try await alarm("failures", test)
      #expect(failures.subject == "note" && failures.severity == .warn)
    }
  }

  /// A single healthy worker was "No workers".
  @Test func oneWorkerIsNotNone() async throws {
    try await QueueFixture.withQueue { test async throws in
      let one = try await alarm("no_workers", test)
      #expect(one.title == "Only one worker" && one.anchor == "only-one-worker" && one.severity == .warn)
      try await test.database.execute(script: "update pressrun.workers set heartbeat_at = now() - interval '2 minutes'")
      let none = try await alarm("no_workers", test)
      #expect(none.title == "No workers" && none.anchor == "no-workers" && none.severity == .page)
    }
  }

  private func alarm(_ name: String, _ test: QueueFixture) async throws -> Alarm {
    try #require(try await test.queue.alarms().first { $0.name == name })
  }

  @Test func deliveriesThatHaveNotEndedAreAnAlarm() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.execute(
        script: """
          insert into pressrun.jobs (kind, queue, tenant, state, run_at, enqueued_at, max_attempts, destination) values
            ('deliver.email', 'deliveries.email', 't', 'retryable', now() + interval '1 minute', now() - interval '2 hours', 9, 'none'),
            ('deliver.folder', 'deliveries.folder', 't', 'completed', now(), now() - interval '9 days', 9, 'none'),
            ('note', 'default', 't', 'scheduled', now() + interval '1 day', now() - interval '9 days', 9, 'none');
          """)
      let alarm = try await alarm("undelivered", test)
      #expect(alarm.severity == .warn && alarm.subject == "deliveries.email")
      try await test.database.execute(script: "update pressrun.jobs set enqueued_at = now() - interval '2 days'")
      #expect(try await self.alarm("undelivered", test).severity == .page)
      try await test.database.execute(script: "update pressrun.jobs set state = 'cancelled', finished_at = now()")
      #expect(try await self.alarm("undelivered", test).severity == .none)
    }
  }

  @Test func pausesThatWereForgottenAreAnAlarm() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.execute(script: "select pressrun.set_paused('queue', 'default', true)")
      #expect(try await alarm("forgotten_pause", test).severity == .none)
      try await test.database.execute(
        script: """
          update pressrun.limits set paused_at = now() - interval '25 hours';
          select pressrun.set_paused('queue', 'default', true);
          """)
      let alarm = try await alarm("forgotten_pause", test)
      #expect(alarm.severity == .warn && alarm.subject == "queue default")
      try await test.database.execute(
        script: """
          select pressrun.set_paused('queue', 'default', false);
          select pressrun.set_paused('queue', 'default', true);
          """)
      #expect(try await self.alarm("forgotten_pause", test).severity == .none)
    }
  }

  @Test func schedulesThatAreOverdueAreAnAlarm() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.database.execute(
        script: """
          insert into pressrun.schedules (name, kind, cron, time_zone, payload, tenant, priority, next_at)
          values ('nightly', 'note', '@daily', 'UTC', '{}', 't', 0, now() + interval '1 minute');
          """)
      #expect(try await alarm("late_schedule", test).severity == .none)
      try await test.database.execute(script: "update pressrun.schedules set next_at = now() - interval '10 minutes'")
      let alarm = try await alarm("late_schedule", test)
      #expect(alarm.severity == .warn && alarm.subject == "nightly")
      try await test.database.execute(script: "update pressrun.schedules set paused = true")
      #expect(try await self.alarm("late_schedule", test).severity == .none)
    }
  }
}
