import Application
import ArgumentParser
import JobQueue

struct SchedulesResume: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Let a schedule enqueue jobs again, from its next time on.")

  @OptionGroup var target: ScheduleArguments

  func run() async throws {
    let schedule = try await Installation().withQueue { try await target.set(paused: false, $0) }
    if target.json {
      try printJSON(ScheduleJSON(schedule))
    } else {
      printMessage("schedule \(schedule.name): resumed, next at \(timestamp(schedule.nextAt)).")
    }
  }
}
