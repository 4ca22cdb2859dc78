import Application
import ArgumentParser
import JobQueue

struct SchedulesRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Forget a schedule whose kind has no file in Jobs/ any more.",
    discussion: "Jobs that it made stay. One that is described in Jobs/ comes back with the next worker: pause that.")

  @Argument(help: "The schedule.")
  var name: String

  func run() async throws {
    try await Installation().withQueue { try await $0.remove(schedule: name) }
    complain("schedule \(name): removed.")
  }
}
