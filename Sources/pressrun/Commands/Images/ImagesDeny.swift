import Application
import ArgumentParser

struct ImagesDeny: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Remove hosts from those that are allowed.")

  @Argument(help: "The hosts, as 'pressrun images list' prints them.")
  var hosts: [String]

  @OptionGroup var owner: TenantArguments

  func validate() throws {
    guard !hosts.isEmpty else { throw ValidationError("Name at least one host.") }
  }

  func run() async throws {
    try await Installation().withQueue { queue in
      for host in hosts {
        guard try await queue.denyImageHost(host, for: owner.tenant) else {
          throw Failure("the tenant \(owner.tenant) has no image host \(host.prefix(253))", status: Failure.badInput)
        }
      }
    }
  }
}
