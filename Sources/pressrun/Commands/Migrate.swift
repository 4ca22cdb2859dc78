import Application
import ArgumentParser
import Delivery
import Glibc
import JobQueue
import OperatingSystem
import Relay
import Schema

struct Migrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Bring the database's schema up to date and make the kinds and destinations of Jobs/ known to it.")

  @Flag(help: "List migrations, and functions and views that differ; change nothing.")
  var status = false

  @Flag(help: "With --status: print one JSON object per line.")
  var json = false

  @Flag(help: "Then wait for SIGTERM or SIGINT: for process runners that end everything when one process ends.")
  var hold = false

  func validate() throws {
    guard status || !json else { throw ValidationError("--json is for --status.") }
  }

  func run() async throws {
    try await migrate()
    if hold { for await _ in signals([SIGTERM, SIGINT]) { return } }
  }

  private func migrate() async throws {
    let installation = Installation()
    try await installation.withQueue(lockTimeout: nil) { queue in
      if status {
        try printStatus(try await queue.schemaStatus())
        return
      }
      let schema = try await queue.migrate()
      if schema.migrations.contains(where: { $0.version == 34 && $0.isNew }) { try await reportFormerQueues(queue) }
      let missing = try await queue.missingRoles()
      if !missing.isEmpty {
        printMessage(
          "warning: this login may not create roles, and these do not exist: \(missing.joined(separator: ", ")). As a superuser run\n"
            + missing.map { "  create role \($0) nologin;\n" }.joined()
            + "and then pressrun migrate again, which grants them their rights.")
      }
      let kinds = try installation.kinds()
      for (_, problem) in kinds.problems.sorted(by: { $0.key < $1.key }) {
        printMessage("warning: left out: \(problem)")
      }
      try await queue.register(kinds)
      for warning in try await queue.warningsOfSchedules(without: kinds) { printMessage("warning: \(warning)") }
      let destinations = try installation.destinations()
      try await DeliveryQueue(queue).register(destinations)
      let new = schema.migrations.filter(\.isNew).map(\.name)
      let applied: String
      if !new.isEmpty {
        applied = "Applied \(new.joined(separator: ", "))"
      } else if schema.objects.count > 10 {
        // All of them, if roles were created after the schema.
        applied = "Updated \(schema.objects.count) functions, views and grants"
      } else if !schema.objects.isEmpty {
        applied = "Updated \(schema.objects.map(\.name).joined(separator: ", "))"
      } else {
        applied = "The schema was up to date"
      }
      printMessage(
        "\(applied); kinds: \(kinds.names.joined(separator: ", ")); "
          + "destinations: \(destinations.names.isEmpty ? "none" : destinations.names.joined(separator: ", ")).")
    }
  }

  /// Names the settings that new deliveries no longer have.
  private func reportFormerQueues(_ queue: JobQueue) async throws {
    let settings = try await DeliveryQueue(queue).settingsOfFormerQueues()
    guard !settings.isEmpty else { return }
    printMessage(
      "notice: the URLs of a host now have a queue for each tenant (deliveries.webhook.HOST..TENANT). These settings apply only to\n"
        + "deliveries that were requested before; make them again for the queues of the tenants if you still need them:\n"
        + settings.map { "  \($0.queue): \($0.settings)" }.joined(separator: "\n"))
  }

  private func printStatus(_ schema: SchemaStatus) throws {
    if json {
      for migration in schema.migrations { try printJSON(MigrationJSON(migration)) }
      for object in schema.objects { try printJSON(ObjectJSON(object)) }
      return
    }
    var table = Table(("VERSION", .right), ("MIGRATION", .left), ("STATE", .left))
    for migration in schema.migrations {
      table.add("\(migration.version)", migration.name, migration.isApplied ? "applied" : "missing")
    }
    for object in schema.objects { table.add("", object.name, object.change.rawValue) }
    print(table.text, terminator: "")
  }
}

private struct MigrationJSON: Encodable {
  var version: Int
  var name: String
  var isApplied: Bool

  init(_ status: MigrationStatus) {
    version = status.version
    name = status.name
    isApplied = status.isApplied
  }
}

/// A function, a view or the grants of the tables, if the database has another version than the files.
private struct ObjectJSON: Encodable {
  var object: String
  var change: String

  init(_ status: ObjectStatus) {
    object = status.name
    change = status.change.rawValue
  }
}
