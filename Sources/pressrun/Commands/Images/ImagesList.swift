import Application
import ArgumentParser

struct ImagesList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the hosts from which images of a tenant's documents are fetched.")

  @OptionGroup var owner: TenantArguments

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() async throws {
    let hosts = try await Installation().withQueue { try await $0.imageHosts(of: owner.tenant) }
    if json { return try printJSON(["hosts": hosts]) }
    if hosts.isEmpty { return printMessage("No image is fetched for this tenant.") }
    for host in hosts { print(host) }
  }
}
