import FoundationEssentials
import Postgres

/// A periodic job: one job is enqueued at each time that matches a cron expression.
package struct Schedule: Hashable, Sendable {
  /// Letters, digits, `.`, `_`, `-`; unique in a database.
  package var name: String
  /// Minute, hour, day of the month, month, day of the week, as in cron(5); or `@daily` and the like.
  package var cron: String
  /// The time zone of the expression, such as `Europe/Berlin`.
  package var timeZone: String
  /// JSON text.
  package var payload: [UInt8]
  /// The tenant; nil for `default`.
  package var tenant: String?
  /// The destination; nil for the default of the kind.
  package var destination: String?
  /// The priority; nil for 0.
  package var priority: Int?
  /// The queue; nil for the default of the kind.
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
  /// The time at which the next job is due.
  package var nextAt: Date
  /// When the last job was enqueued; nil before the first.
  package var lastAt: Date?
  package var lastJob: JobID?
  /// The error of enqueueing the last job; nil if it succeeded.
  package var lastError: String?
}

extension JobQueue {
  /// Sets all schedules of a kind and removes its other ones. A schedule keeps its next time, even if that is already
  /// due, unless its expression or time zone changes.
  ///
  /// Each time results in one job, whatever the number of workers. Times missed while no worker ran result in one job.
  /// - Throws: `QueueError` `.invalidArgument`.
  package func register(schedules: [Schedule], of kind: String) async throws {
    let records = schedules.map(ScheduleText.init)
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let json = try encoder.encode(records)
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

  /// Pauses or resumes a schedule. Times missed during a pause are skipped.
  /// - Throws: `QueueError` `.unknownJob` if the schedule does not exist.
  package func setPaused(schedule name: String, _ isPaused: Bool) async throws {
    _ = try await query(Statements.pauseSchedule, [.text(name), .boolean(isPaused)])
  }

  /// Removes a schedule. Its jobs are kept. If the file of its kind still contains it, it is registered again.
  /// - Throws: `QueueError` `.unknownJob` if the schedule does not exist.
  package func remove(schedule name: String) async throws {
    _ = try await query(Statements.removeSchedule, [.text(name)])
  }
}

/// A schedule in the JSON that `pressrun.register_schedules` takes.
private struct ScheduleText: Encodable {
  var name, cron, timeZone, payload: String
  var tenant, destination, queue: String?
  var priority: Int?

  init(_ schedule: Schedule) {
    name = schedule.name
    cron = schedule.cron
    timeZone = schedule.timeZone
    payload = String(decoding: schedule.payload, as: UTF8.self)
    tenant = schedule.tenant
    destination = schedule.destination
    queue = schedule.queue
    priority = schedule.priority
  }
}
