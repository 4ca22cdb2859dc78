import Application
import ArgumentParser

struct TemplatesPin: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Render new jobs of a kind with one version.",
    discussion: """
      Takes effect with the next claim of each worker. Jobs that were started before keep their version. Prints the command \
      that takes the change back.
      """)

  @Argument(help: "The kind.")
  var kind: String

  @Argument(help: "The version: at least the first 8 digits.")
  var version: String

  @Option(help: "Only for this tenant; for all without a pin of their own by default.")
  var tenant: String?

  func run() async throws {
    let previous = try await Installation().withQueue { try await $0.pin(version, of: kind, for: tenant) }
    let option = tenant.map { " --tenant \($0)" } ?? ""
    if let previous, previous.hasPrefix(version) { return printMessage("This version was pinned already.") }
    printMessage(
      "To take this back: "
        + (previous.map { "pressrun templates pin \(kind) \($0.prefix(12))\(option)" }
          ?? "pressrun templates unpin \(kind)\(option)"))
  }
}
