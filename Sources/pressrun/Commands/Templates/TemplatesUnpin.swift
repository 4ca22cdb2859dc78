import Application
import ArgumentParser

struct TemplatesUnpin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpin", abstract: "Remove a pin that 'pressrun templates pin' set.")

  @Argument(help: "The kind.")
  var kind: String

  @Option(help: "The tenant; the pin for all by default.")
  var tenant: String?

  func run() async throws {
    guard try await Installation().withQueue({ try await $0.unpin(kind, for: tenant) }) else {
      throw Failure(
        "the kind \(kind) is not pinned for \(tenant.map { "the tenant \($0)" } ?? "all")", status: Failure.badInput)
    }
  }
}
