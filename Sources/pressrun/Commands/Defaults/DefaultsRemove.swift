import Application
import ArgumentParser

struct DefaultsRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove the defaults of a tenant for a kind.")

  @Argument(help: "The kind of job.")
  var kind: String

  @OptionGroup var owner: TenantArguments

  func run() async throws {
    let existed = try await Installation().withQueue {
      try await $0.removePayloadDefaults(of: kind, for: owner.tenant)
    }
    guard existed else {
      throw Failure("the tenant \(owner.tenant) has no defaults for \(kind)", status: Failure.badInput)
    }
  }
}
