import Application
import ArgumentParser

struct NumbersVoid: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "void", abstract: "Declare a number void. It is not issued again.")

  @OptionGroup var target: NumberSeriesArguments

  @Argument(help: "The number as it was printed.")
  var number: String

  @Option(help: "Why the number is void.")
  var reason: String

  func run() async throws {
    let wasValid = try await Installation().withQueue {
      try await $0.voidNumber(number, of: target.series, reason: reason, tenant: target.owner.tenant)
    }
    if !wasValid { printMessage("The number \(number) was void already.") }
  }
}
