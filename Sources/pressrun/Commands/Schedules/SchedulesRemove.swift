import Application
import ArgumentParser
import JobQueue

struct SchedulesRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a schedule whose kind has no file in Jobs/ any more.",
    discussion:
      "Jobs that it has enqueued remain. A schedule that is defined in Jobs/ is registered again by the next worker, so pause it instead."
  )

  @Argument(help: "The schedule.")
  var name: String

  func run() async throws {
    try await Installation().withQueue { try await $0.remove(schedule: name) }
    printMessage("schedule \(name): removed.")
  }
}
