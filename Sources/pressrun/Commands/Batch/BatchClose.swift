import Application
import ArgumentParser
import JobQueue

struct BatchClose: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "Declare that all jobs of a batch have been added.")

  @OptionGroup var batch: BatchArguments

  func run() async throws {
    try batch.show(
      await Installation().withQueue { queue in
        try await queue.closeBatch(batch.name, tenant: batch.tenant)
        return try await queue.batch(batch.name, tenant: batch.tenant)
      })
  }
}
