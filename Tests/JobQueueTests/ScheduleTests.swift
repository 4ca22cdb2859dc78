import FoundationEssentials
import Postgres
import TestTraits
import Testing

@testable import JobQueue

/// Periodic jobs.
@Suite(.hangLimit) struct ScheduleTests {
  @Test(arguments: [
    // Every day, in summer and in winter time.
    ("30 2 * * *", "Europe/Berlin", "2026-07-01 12:00+00", "2026-07-02 00:30:00+00"),
    ("30 2 * * *", "Europe/Berlin", "2026-12-01 12:00+00", "2026-12-02 01:30:00+00"),
    // Clocks skip 2:30: the time is later by the same amount.
    ("30 2 * * *", "Europe/Berlin", "2026-03-28 12:00+00", "2026-03-29 01:30:00+00"),
    // 2:30 occurs twice: only the first time matches.
    ("30 2 * * *", "Europe/Berlin", "2026-10-24 12:00+00", "2026-10-25 00:30:00+00"),
    ("30 2 * * *", "Europe/Berlin", "2026-10-25 00:30+00", "2026-10-26 01:30:00+00"),
    // An expression for every hour matches both.
    ("30 * * * *", "Europe/Berlin", "2026-10-25 00:30+00", "2026-10-25 01:30:00+00"),
    ("0 0 29 2 *", "UTC", "2026-01-01 00:00+00", "2028-02-29 00:00:00+00"),
    // Either of the two days matches.
    ("0 0 13 * fri", "UTC", "2026-11-08 00:00+00", "2026-11-13 00:00:00+00"),
    ("0 0 13 * fri", "UTC", "2026-11-13 00:00+00", "2026-11-20 00:00:00+00"),
    ("*/20 9-17 * * mon-fri", "America/New_York", "2026-11-20 22:41+00", "2026-11-23 14:00:00+00"),
    ("5,10 * * * *", "UTC", "2026-11-20 22:05+00", "2026-11-20 22:10:00+00"),
    ("@monthly", "UTC", "2026-11-20 22:05+00", "2026-12-01 00:00:00+00"),
    ("0 0 * * 7", "UTC", "2026-11-20 22:05+00", "2026-11-22 00:00:00+00"),
  ])
  func cronExpressionMatchesTimesInATimeZone(_ cron: String, _ zone: String, _ after: String, _ next: String)
    async throws
  {
    try await QueueFixture.withQueue { test async throws in
      let found = try await test.database.query(
        "select pressrun.next_cron_time($1, $2, $3::timestamptz) at time zone 'UTC' || '+00'",
        [.text(cron), .text(zone), .text(after)])
      #expect(try found.single().decode(0, as: String.self) == next)
    }
  }

  @Test(arguments: ["", "* * * *", "60 * * * *", "* * 0 * *", "*/0 * * * *", "x * * * *", "5-1 * * * *", "0 0 30 2 *"])
  func invalidCronExpressionIsRefused(_ cron: String) async throws {
    try await QueueFixture.withQueue { test async throws in
      let error = await #expect(throws: QueueError.self) {
        try await test.queue.register(schedules: [Schedule(name: "s", cron: cron)], of: "note")
      }
      #expect(error?.code == .invalidArgument)
    }
  }

  private static func makeDue(_ test: QueueFixture, ago: String = "1 minute") async throws {
    try await test.database.execute(
      script: "update pressrun.schedules set next_at = now() - interval '\(ago)'; "
        + "update pressrun.maintenance_tasks set due_at = '-infinity'")
  }

  @Test func scheduledTimeIsOneJobWhateverTheNumberOfWorkers() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.register(
        schedules: [
          Schedule(name: "s", cron: "0 3 * * *", timeZone: "Asia/Tokyo", payload: Array(#"{"a":1}"#.utf8), tenant: "t")
        ], of: "note")
      try await Self.makeDue(test)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { _ = try await test.queue.maintain() } }
        try await group.waitForAll()
      }
      let jobs = try await test.queue.jobs()
      #expect(jobs.map(\.tenant) == ["t"])
      #expect(try await test.claim(2).map(\.payload) == [Array(#"{"a":1}"#.utf8)])
      let schedule = try #require(try await test.queue.schedules().first)
      #expect(schedule.lastJob == jobs.first?.id && schedule.nextAt > Date() && schedule.lastError == nil)
    }
  }

  @Test func missedTimesResultInOneJob() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.register(schedules: [Schedule(name: "s", cron: "* * * * *")], of: "note")
      try await Self.makeDue(test, ago: "3 days")
      try await test.queue.maintain()
      #expect(try await test.queue.jobs().count == 1)
    }
  }

  @Test func scheduledJobWaitsWhileTheQueueIsFull() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.register(schedules: [Schedule(name: "s", cron: "0 0 * * *")], of: "note")
      try await test.queue.setLimits(of: .queue("default"), to: Limits(maxDepth: 0))
      try await Self.makeDue(test)
      try await test.queue.maintain()
      let schedule = try #require(try await test.queue.schedules().first)
      #expect(schedule.lastError?.contains("full") == true && schedule.nextAt < Date())
      try await test.queue.setLimits(of: .queue("default"), to: Limits())
      try await test.database.execute(script: "update pressrun.maintenance_tasks set due_at = '-infinity'")
      try await test.queue.maintain()
      #expect(try await test.queue.jobs().count == 1)
    }
  }

  @Test func unlistedSchedulesAreRemovedAndOthersKeepTheirTime() async throws {
    try await QueueFixture.withQueue { test async throws in
      let kept = Schedule(name: "kept", cron: "0 0 * * *")
      try await test.queue.register(schedules: [kept, Schedule(name: "gone", cron: "0 0 * * *")], of: "note")
      try await Self.makeDue(test)
      try await test.queue.register(schedules: [kept], of: "note")
      let schedules = try await test.queue.schedules()
      #expect(schedules.map(\.name) == ["kept"])
      #expect(try #require(schedules.first).nextAt < Date(), "what was due stays due")
    }
  }

  @Test func removedScheduleEnqueuesNothing() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.register(
        schedules: [Schedule(name: "s", cron: "0 0 * * *"), Schedule(name: "t", cron: "0 0 * * *", tenant: "t")],
        of: "note")
      try await Self.makeDue(test)
      try await test.queue.remove(schedule: "s")
      try await test.queue.maintain()
      #expect(try await test.queue.schedules().map(\.name) == ["t"])
      #expect(try await test.queue.jobs().map(\.tenant) == ["t"])
      let error = await #expect(throws: QueueError.self) { try await test.queue.remove(schedule: "s") }
      #expect(error?.code == .unknownJob)
    }
  }

  @Test func pausedScheduleEnqueuesNothingAndSkipsMissedTimes() async throws {
    try await QueueFixture.withQueue { test async throws in
      try await test.queue.register(schedules: [Schedule(name: "s", cron: "0 0 * * *")], of: "note")
      try await test.queue.setPaused(schedule: "s", true)
      try await Self.makeDue(test)
      try await test.queue.maintain()
      try await test.queue.setPaused(schedule: "s", false)
      try await test.database.execute(script: "update pressrun.maintenance_tasks set due_at = '-infinity'")
      try await test.queue.maintain()
      #expect(try await test.queue.jobs().isEmpty)
    }
  }
}
