import Application
import ArgumentParser
import Composition
import JSON
import JobQueue

struct DefaultsShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the defaults of a tenant for a kind, or list the kinds that have some.")

  @Argument(help: "The kind of job.")
  var kind: String?

  @OptionGroup var owner: TenantArguments

  @Flag(help: "Print one JSON object per kind.")
  var json = false

  func run() async throws {
    let all = try await Installation().withQueue { try await $0.payloadDefaults(of: owner.tenant) }
    if let kind {
      guard let found = all.first(where: { $0.kind == kind }) else {
        throw Failure("the tenant \(owner.tenant) has no defaults for \(kind)", status: Failure.badInput)
      }
      if !json { return print(found.members) }
      return try show(found)
    }
    if json { return try all.forEach(show) }
    if all.isEmpty { return printMessage("This tenant has no defaults.") }
    var table = Table(("KIND", .left), ("BYTES", .right), ("SET", .left), ("BY", .left))
    for entry in all {
      table.add(entry.kind, grouped(Int64(entry.members.utf8.count)), timestamp(entry.setAt), entry.setBy)
    }
    print(table.text, terminator: "")
  }

  private func show(_ entry: PayloadDefaults) throws {
    // The database keeps the text of the file, which may have several lines.
    let members = try Payload.parse(Array(entry.members.utf8)).text
    var writer = JSONWriter()
    writer.object {
      $0.field("kind", entry.kind)
      $0.field("members", json: members)
      $0.field("set_at", timestamp(entry.setAt))
      $0.field("set_by", entry.setBy)
    }
    try writer.finish()
  }
}
