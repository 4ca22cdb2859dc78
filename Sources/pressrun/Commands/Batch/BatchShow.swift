import Application
import ArgumentParser
import JobQueue

struct BatchShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the progress of a batch.")

  @OptionGroup var batch: BatchArguments

  func run() async throws {
    try batch.show(
      await Installation().withQueue { queue in
        return try await queue.batch(batch.name, tenant: batch.tenant)
      })
  }
}
