import Application
import ArgumentParser

struct SizesOpen: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Let jobs of a tenant have pages of a size class.")

  @OptionGroup var what: SizeClassArguments

  func run() async throws {
    let installation = Installation()
    let isNew = try await installation.withQueue { queue in
      try await queue.registering([what.kind], of: installation) {
        try await $0.openSizeClass(what.sizeClass, of: what.kind, for: what.owner.tenant)
      }
    }
    if !isNew { printMessage("\(what.kind) \(what.sizeClass) was open already.") }
  }
}
