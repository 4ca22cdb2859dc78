import Application
import ArgumentParser

struct ImagesAllow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow",
    abstract:
      "Allow hosts: cdn.example, *.img.example for all below it, cdn.example:8443, or http://cdn.example without encryption."
  )

  @Argument(help: "The hosts.")
  var hosts: [String]

  @OptionGroup var owner: TenantArguments

  func validate() throws {
    guard !hosts.isEmpty else { throw ValidationError("Name at least one host.") }
  }

  func run() async throws {
    try await Installation().withQueue { queue in
      for host in hosts where try await !queue.allowImageHost(host, for: owner.tenant) {
        printMessage("\(host) was allowed already.")
      }
    }
  }
}
