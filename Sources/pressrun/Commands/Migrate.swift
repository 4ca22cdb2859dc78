import Application
import ArgumentParser
import Glibc
import JobQueue
import System

struct Migrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Bring the database's schema up to date and make the kinds of Jobs/ known to it.")

  @Flag(help: "Say which migrations the database has, and change nothing.")
  var status = false

  @Flag(help: "With --status: print one JSON object a migration.")
  var json = false

  @Flag(help: "Then wait for SIGTERM or SIGINT: for process runners that end everything when one process ends.")
  var hold = false

  func run() async throws {
    try await migrate()
    if hold { for await _ in signals([SIGTERM, SIGINT]) { return } }
  }

  private func migrate() async throws {
    let installation = Installation()
    try await installation.withQueue { queue in
      if status && json {
        for migration in try await queue.migrationStatus() { try printJSON(MigrationJSON(migration)) }
        return
      }
      if status {
        var table = Table(("VERSION", .right), ("MIGRATION", .left), ("STATE", .left))
        for migration in try await queue.migrationStatus() {
          table.add("\(migration.version)", migration.name, migration.isApplied ? "applied" : "missing")
        }
        print(table.text, terminator: "")
        return
      }
      let new = try await queue.migrate().filter(\.isNew)
      let kinds = try installation.kinds()
      try await queue.register(kinds)
      for warning in try await queue.warningsOfSchedules(without: kinds) { complain("warning: \(warning)") }
      let applied = new.isEmpty ? "The schema was up to date" : "Applied \(new.map(\.name).joined(separator: ", "))"
      complain("\(applied); kinds: \(kinds.names.joined(separator: ", ")).")
    }
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
