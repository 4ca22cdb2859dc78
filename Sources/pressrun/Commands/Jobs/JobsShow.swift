import Application
import ArgumentParser
import JobQueue

struct JobsShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a job with its attempts and its artifact.")

  @Argument(help: "The job's id.")
  var id: JobID

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() async throws {
    let installation = Installation()
    let details = try await installation.withQueue { try await $0.job(id) }
    if json { return try printJSON(JobDetailsJSON(details)) }
    print(describe(details, store: try installation.artifactStore()), terminator: "")
  }
}
