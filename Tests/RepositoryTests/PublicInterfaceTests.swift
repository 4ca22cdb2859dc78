import Foundation
import OperatingSystem
import TestTraits
import Testing

/// The library for producers: its declarations change deliberately only, and all are documented so that DocC accepts
/// them.
@Suite(.hangLimit) struct PublicInterfaceTests {
  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let modules = URL(fileURLWithPath: CommandFolder.pressrun).deletingLastPathComponent().path + "/Modules"
    let run = try ProgramRun(
      ProgramCommand(
        path: "\(Repository.folder)/script/api-docs", arguments: ["--modules", modules] + arguments,
        environment: ProcessInfo.processInfo.environment))
    return (run.report.shellStatus, run.output)
  }

  /// After a deliberate change: script/api-docs --declarations > Tests/RepositoryTests/PublicAPI.txt
  @Test func thePublicDeclarationsAreThoseOfTheSnapshot() throws {
    let (status, output) = try run(["--declarations"])
    #expect(status == 0, "\(output)")
    let known = Set(try Repository.text("Tests/RepositoryTests/PublicAPI.txt").split(separator: "\n"))
    let found = Set(output.split(separator: "\n"))
    #expect(found.subtracting(known).sorted() == [], "not in Tests/RepositoryTests/PublicAPI.txt")
    #expect(known.subtracting(found).sorted() == [], "in Tests/RepositoryTests/PublicAPI.txt, but not in the modules")
  }

  @Test func docCMakesTheDocumentationWithoutWarnings() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("docc-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (status, output) = try run(["--output", folder])
    #expect(status == 0, "\(output)")
    #expect(FileManager.default.fileExists(atPath: folder + "/data/documentation/jobqueue/newjob.json"))
  }
}
