import Application
import ArgumentParser
import Composition
import Foundation
import OperatingSystem

/// The root command.
///
/// Each command states its name: ArgumentParser would otherwise derive it by reflection, which searches all types of
/// the program for each command at each start.
struct Pressrun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pressrun",
    abstract: "Turn export jobs into paginated PDFs.",
    discussion: """
      Data goes to stdout, messages to stderr. Exit status: 0 done, 1 failed, 2 bad usage or bad input.

      DATABASE_URL names the database; without it a private PostgreSQL is started in .pressrun/. PRESSRUN_HOME is the \
      folder with Jobs/ and Templates/, PRESSRUN_DATA the folder for artifacts and the private PostgreSQL.
      """,
    version: pressrunVersion,
    subcommands: [
      Render.self, PreviewCommand.self, Check.self, Enqueue.self, Work.self, Deliver.self, Status.self, Jobs.self,
      Queue.self,
      Batch.self,
      Schedules.self, Events.self, Webhooks.self, Artifacts.self, Assets.self, Deliveries.self, Share.self, Links.self,
      Archive.self, EInvoice.self, CheckPDF.self, Sign.self, Merge.self,
      PolicyCommand.self, Images.self, Sizes.self, Defaults.self, Numbers.self, Kinds.self, Templates.self,
      Destinations.self,
      Serve.self, Tokens.self,
      Migrate.self, Prune.self, DatabaseCommand.self, Completions.self, Bench.self, RendererCommand.self,
      PreviewRendererCommand.self, PagePictureCommand.self, FileTaskCommand.self, TokenTaskCommand.self,
    ])
}

@main
enum Main {
  static func main() async {
    RunningProgram.nameProcess()
    // Before ArgumentParser, whose initialization looks up the conformances of every command.
    if CommandLine.arguments.count == 2, CommandLine.arguments[1] == "--version" { return print(pressrunVersion) }
    prepareRendering()
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

  /// Starts the initialization that each rendering process needs, while this thread parses the arguments.
  private static func prepareRendering() {
    guard CommandLine.arguments.dropFirst().first == "render" else { return }
    // Without the thread, the first document does it.
    try? startThread(name: "preparation") { Typesetter.prepare() }
  }

  /// Prints the error's message and ends the process with the error's status.
  private static func end(with error: any Error) -> Never {
    if let failure = Failure(error) {
      printMessage(failure.text)
      exit(failure.status)
    }
    // The command has printed its messages itself.
    if let code = error as? ExitCode { exit(code.rawValue) }
    // The rest are ArgumentParser's errors: help and version (status 0), bad usage (64 there, 2 here).
    let message = Pressrun.fullMessage(for: error)
    if Pressrun.exitCode(for: error) == .success {
      if !message.isEmpty { print(message) }
      exit(0)
    }
    printMessage(message)
    if let command = Suggestion.command(for: Array(CommandLine.arguments.dropFirst()), of: Pressrun.self) {
      printMessage("Did you mean '\(command)'?")
    }
    exit(2)
  }
}
