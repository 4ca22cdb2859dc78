import Application
import ArgumentParser
import Composition
import Foundation

struct TemplatesDiff: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Print what differs between two versions, or between a version and the files here.",
    discussion: "The exit status is 0 if they are equal, 1 if they differ, as of diff(1).")

  @Argument(help: "The kind.")
  var kind: String

  @Argument(help: "The older version: at least the first 8 digits.")
  var old: String

  @Argument(help: "The newer version; the files of this installation by default.")
  var new: String?

  func run() async throws {
    let installation = Installation()
    let store = try installation.artifactStore()
    let (before, after) = try await installation.withQueue { queue in
      let before = try await templateFiles(try await templateVersion(old, of: kind, in: queue), in: store)
      guard let new else {
        return (before, try KindVersion(of: kind, in: try installation.kindFolders().read()).files)
      }
      return (before, try await templateFiles(try await templateVersion(new, of: kind, in: queue), in: store))
    }
    let text = FileDifference.text(from: before, to: after)
    print(text, terminator: "")
    if !text.isEmpty { throw ExitCode(1) }
  }
}
