import Application
import ArgumentParser

struct SizesWithdraw: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw", abstract: "Withdraw a size class that 'pressrun sizes open' opened.")

  @OptionGroup var what: SizeClassArguments

  func run() async throws {
    let wasOpen = try await Installation().withQueue {
      try await $0.withdrawSizeClass(what.sizeClass, of: what.kind, for: what.owner.tenant)
    }
    guard wasOpen else {
      throw Failure(
        "\(what.kind) \(what.sizeClass) is not open to the tenant \(what.owner.tenant)", status: Failure.badInput)
    }
  }
}
