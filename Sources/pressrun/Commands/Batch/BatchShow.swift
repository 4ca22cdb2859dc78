import Application
import ArgumentParser
import JobQueue

struct BatchShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Say how far a batch has got.")

  @OptionGroup var batch: BatchArguments

  func run() async throws {
    try batch.show(
      await Installation().withQueue { queue in
        return try await queue.batch(batch.name, tenant: batch.tenant)
      })
  }
}
