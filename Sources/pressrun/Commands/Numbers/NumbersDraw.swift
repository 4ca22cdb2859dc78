import Application
import ArgumentParser

struct NumbersDraw: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw", abstract: "Print the next number of a series, or the one that the unique key has already.")

  @OptionGroup var target: NumberSeriesArguments

  @Option(help: "Names what the number is for, such as the order. The same key gets the same number.")
  var uniqueKey: String

  func run() async throws {
    print(
      try await Installation().withQueue {
        try await $0.drawNumber(target.series, uniqueKey: uniqueKey, tenant: target.owner.tenant)
      })
  }
}
