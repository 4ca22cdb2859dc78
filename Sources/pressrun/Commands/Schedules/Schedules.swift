import ArgumentParser
import Fleet
import Foundation
import JobQueue

struct Schedules: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedules",
    abstract: "Look at periodic jobs, pause and resume them. They are described in Jobs/.",
    subcommands: [SchedulesList.self, SchedulesPause.self, SchedulesResume.self])
}

struct SchedulesList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List periodic jobs by name.")

  @Flag(help: "Print one JSON object a line.")
  var json = false

  func run() async throws {
    let schedules = try await Installation().withQueue { try await $0.schedules() }
    if json {
      for schedule in schedules { try printJSON(ScheduleJSON(schedule)) }
      return
    }
    if schedules.isEmpty { return complain("No schedules.") }
    var table = Table(
      ("SCHEDULE", .left), ("KIND", .left), ("CRON", .left), ("TIME ZONE", .left), ("TENANT", .left), ("NEXT", .left),
      ("LAST JOB", .right), ("ERROR", .left))
    for item in schedules {
      table.add(
        item.name, item.kind, item.cron, item.timeZone, item.tenant, item.isPaused ? "paused" : timestamp(item.nextAt),
        item.lastJob.map { "\($0)" } ?? "-", item.lastError ?? "-")
    }
    print(table.text, terminator: "")
  }
}

struct SchedulesPause: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "pause", abstract: "Make no more jobs of a schedule.")

  @Argument(help: "The schedule.")
  var name: String

  func run() async throws { try await Installation().withQueue { try await $0.setPaused(schedule: name, true) } }
}

struct SchedulesResume: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Make jobs of a schedule again, from its next time on.")

  @Argument(help: "The schedule.")
  var name: String

  func run() async throws { try await Installation().withQueue { try await $0.setPaused(schedule: name, false) } }
}

private struct ScheduleJSON: Encodable {
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
