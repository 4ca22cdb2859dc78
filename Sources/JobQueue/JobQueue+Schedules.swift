import FoundationEssentials
import Postgres

/// A periodic job: each time that its cron expression names, one job is enqueued.
package struct Schedule: Hashable, Sendable {
  /// Letters, digits, `.`, `_`, `-`; one of that name in a database.
  package var name: String
  /// Minute, hour, day of the month, month, day of the week, as in cron(5); or `@daily` and the like.
  package var cron: String
  /// Where the expression is read, such as `Europe/Berlin`.
  package var timeZone: String
  /// JSON text.
  package var payload: [UInt8]
  package var tenant: String?
  package var destination: String?
  package var priority: Int?
  package var queue: String?

  package init(
    name: String, cron: String, timeZone: String = "UTC", payload: [UInt8] = Array("{}".utf8), tenant: String? = nil,
    destination: String? = nil, priority: Int? = nil, queue: String? = nil
  ) {
    self.name = name
    self.cron = cron
    self.timeZone = timeZone
    self.payload = payload
    self.tenant = tenant
    self.destination = destination
    self.priority = priority
    self.queue = queue
  }
}

/// One row of the view `pressrun.schedule_status`.
package struct ScheduleRecord: Sendable {
  package var name: String
  package var kind: String
  package var cron: String
  package var timeZone: String
  package var tenant: String
  package var isPaused: Bool
  package var nextAt: Date
  package var lastAt: Date?
  package var lastJob: JobID?
  /// Why the last tick made no job.
  package var lastError: String?
}

extension JobQueue {
  /// Sets all schedules of a kind: those that are not among them go. Ticks that are due already stay due.
  ///
  /// A tick is one job, however many workers look. Ticks that were missed, because no worker ran, come to one job.
  /// - Throws: `QueueError` `.invalidArgument`.
  package func register(schedules: [Schedule], of kind: String) async throws {
    let records = schedules.map(ScheduleText.init)
    let json = try JSONEncoder().encode(records)
    _ = try await query(Statements.registerSchedules, [.text(kind), .utf8(Array(json))])
  }

  /// All schedules, by name.
  package func schedules() async throws -> [ScheduleRecord] {
    try await query(Statements.schedules).map { row in
      ScheduleRecord(
        name: try row.decode(0), kind: try row.decode(1), cron: try row.decode(2), timeZone: try row.decode(3),
        tenant: try row.decode(4), isPaused: try row.decode(5), nextAt: try row.decode(6), lastAt: try row.decode(7),
        lastJob: try row.decode(8, as: Int64?.self).map(JobID.init), lastError: try row.decode(9))
    }
  }

  /// No more jobs are made of it until it is resumed; what would have come meanwhile does not come then.
  /// - Throws: `QueueError` `.unknownJob` where there is no such schedule.
  package func setPaused(schedule name: String, _ isPaused: Bool) async throws {
    _ = try await query(Statements.pauseSchedule, [.text(name), .boolean(isPaused)])
  }

  /// Forgets it; the jobs that it made stay. Where its kind registers it again, it is back.
  /// - Throws: `QueueError` `.unknownJob` where there is no such schedule.
  package func remove(schedule name: String) async throws {
    _ = try await query(Statements.removeSchedule, [.text(name)])
  }
}

/// A schedule as `pressrun.register_schedules` reads it.
private struct ScheduleText: Encodable {
  var name, cron, payload: String
  // The name of the JSON key.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  var time_zone: String
  var tenant, destination, queue: String?
  var priority: Int?

  init(_ schedule: Schedule) {
    name = schedule.name
    cron = schedule.cron
    time_zone = schedule.timeZone
    payload = String(decoding: schedule.payload, as: UTF8.self)
    tenant = schedule.tenant
    destination = schedule.destination
    queue = schedule.queue
    priority = schedule.priority
  }
}
