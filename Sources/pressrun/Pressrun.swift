import Application
import ArgumentParser
import Foundation

/// Every command says its own name: the parser would make one of the type's by reflection, which has the whole program's types looked
/// through, for each command and at each start.
struct Pressrun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pressrun",
    abstract: "Turns export jobs into paginated PDFs and hands them on.",
    discussion: """
      Data goes to stdout, messages to stderr. Exit status: 0 done, 1 failed, 2 bad usage or bad input.

      DATABASE_URL names the database; without it a private PostgreSQL is started in .pressrun/. PRESSRUN_HOME is the \
      folder with Jobs/ and Templates/, PRESSRUN_DATA the one for artifacts and the private PostgreSQL.
      """,
    version: pressrunVersion,
    subcommands: [
      Render.self, Enqueue.self, Work.self, Status.self, Jobs.self, Queue.self, Batch.self, Schedules.self, Events.self,
      Artifacts.self, Archive.self,
      Migrate.self, Prune.self, DatabaseCommand.self, Bench.self, RendererCommand.self,
    ])
}

@main
enum Main {
  static func main() async {
    do {
      var command = try Pressrun.parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error)
    }
  }

  /// Prints what the error has to say where it belongs, and ends the process with its status.
  private static func end(with error: any Error) -> Never {
    if let failure = Failure(error) {
      complain(failure.text)
      exit(failure.status)
    }
    // A command that has said itself what there is to say.
    if let code = error as? ExitCode { exit(code.rawValue) }
    // What remains is the argument parser's own: help and version (0), bad usage (64, here 2).
    let message = Pressrun.fullMessage(for: error)
    if Pressrun.exitCode(for: error) == .success {
      if !message.isEmpty { print(message) }
      exit(0)
    }
    complain(message)
    exit(2)
  }
}
