import ArgumentParser
import Foundation
import JobQueue

struct Schedules: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedules",
    abstract: "Show, pause, resume and remove schedules, which are defined in Jobs/.",
    subcommands: [SchedulesList.self, SchedulesPause.self, SchedulesResume.self, SchedulesRemove.self])
}

/// A schedule by its name.
struct ScheduleArguments: ParsableArguments {
  @Argument(help: "The schedule.")
  var name: String

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  /// Pauses or resumes the schedule.
  /// - Returns: its new state.
  func set(paused: Bool, _ queue: JobQueue) async throws -> ScheduleRecord {
    try await queue.setPaused(schedule: name, paused)
    guard let schedule = try await queue.schedules().first(where: { $0.name == name }) else {
      throw Failure("schedule \"\(name)\" was removed meanwhile", hint: "see 'pressrun schedules list'")
    }
    return schedule
  }
}

/// A schedule as `--json` prints it.
struct ScheduleJSON: Encodable {
  var name, kind, cron, timeZone, tenant: String
  var paused: Bool
  var nextAt: Date
  var lastAt: Date?
  var lastJob: Int64?
  var lastError: String?

  init(_ schedule: ScheduleRecord) {
    name = schedule.name
    kind = schedule.kind
    cron = schedule.cron
    timeZone = schedule.timeZone
    tenant = schedule.tenant
    paused = schedule.isPaused
    nextAt = schedule.nextAt
    lastAt = schedule.lastAt
    lastJob = schedule.lastJob?.rawValue
    lastError = schedule.lastError
  }
}
