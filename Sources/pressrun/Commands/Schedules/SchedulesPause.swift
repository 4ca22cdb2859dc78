import Application
import ArgumentParser
import JobQueue

struct SchedulesPause: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Stop a schedule from enqueuing jobs.")

  @OptionGroup var target: ScheduleArguments

  func run() async throws {
    let schedule = try await Installation().withQueue { try await target.set(paused: true, $0) }
    if target.json { try printJSON(ScheduleJSON(schedule)) } else { printMessage("schedule \(schedule.name): paused.") }
  }
}
