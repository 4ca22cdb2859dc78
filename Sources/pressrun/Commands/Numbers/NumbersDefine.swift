import Application
import ArgumentParser

struct NumbersDefine: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "define", abstract: "Define a series of numbers.")

  @OptionGroup var target: NumberSeriesArguments

  @Option(help: "How a number is written: {number}, or {number:6} for at least six digits, with text around it.")
  var pattern = "{number}"

  @Option(help: "The number that is issued first.")
  var first: Int64 = 1

  func run() async throws {
    let isNew = try await Installation().withQueue {
      try await $0.defineNumberSeries(target.series, pattern: pattern, first: first, tenant: target.owner.tenant)
    }
    if !isNew { printMessage("The series \(target.series) was defined already.") }
  }
}
