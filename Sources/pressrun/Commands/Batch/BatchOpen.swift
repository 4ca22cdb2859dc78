import Application
import ArgumentParser
import JobQueue

struct BatchOpen: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Create a batch that does not complete before it is closed, so that jobs can be added one by one.")

  @OptionGroup var batch: BatchArguments

  func run() async throws {
    try batch.show(
      await Installation().withQueue { queue in
        try await queue.openBatch(batch.name, tenant: batch.tenant)
        return try await queue.batch(batch.name, tenant: batch.tenant)
      })
  }
}
