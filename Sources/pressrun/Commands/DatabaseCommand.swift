import Application
import ArgumentParser

struct DatabaseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database",
    abstract: "Start or stop the private PostgreSQL, which is used if DATABASE_URL is not set, or print its URL.",
    subcommands: [Start.self, Stop.self, URL.self])

  struct Start: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "start",
      abstract: "Start it, create it first if it does not exist, and print its URL.")

    func run() async throws { print(try await Installation().startCluster()) }
  }

  struct Stop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stop", abstract: "Stop it.")

    func run() async throws { try await Installation().cluster.stop() }
  }

  struct URL: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "url", abstract: "Print the URL of the database that commands use.")

    func run() async throws { print(try Installation().databaseURL()) }
  }
}
