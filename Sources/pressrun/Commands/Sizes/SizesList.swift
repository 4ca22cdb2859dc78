import Application
import ArgumentParser

struct SizesList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the size classes that are open to a tenant.")

  @OptionGroup var owner: TenantArguments

  @Flag(help: "Print one JSON object: size classes by kind.")
  var json = false

  func run() async throws {
    let open = try await Installation().withQueue { try await $0.sizeClasses(of: owner.tenant) }
    if json { return try printJSON(open.mapValues { $0.sorted() }) }
    if open.isEmpty { return printMessage("No size class is open to this tenant other than the kinds' own.") }
    for (kind, classes) in open.sorted(by: { $0.key < $1.key }) {
      print("\(kind) \(classes.sorted().joined(separator: " "))")
    }
  }
}
