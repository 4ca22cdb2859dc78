import Application
import ArgumentParser
import JobQueue

struct SchedulesList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List schedules by name.")

  @Flag(help: "Print one JSON object per schedule.")
  var json = false

  func run() async throws {
    let schedules = try await Installation().withQueue { try await $0.schedules() }
    if json {
      for schedule in schedules { try printJSON(ScheduleJSON(schedule)) }
      return
    }
    if schedules.isEmpty { return printMessage("No schedules.") }
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
