import Application
import ArgumentParser
import ArtifactStore
import Foundation
import JobQueue

struct Artifacts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "artifacts",
    abstract: "Get the documents that jobs have rendered.", subcommands: [ArtifactsGet.self])
}

struct ArtifactsGet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Copy the document of a completed job after verifying its SHA-256.")

  @Argument(help: "The job's id.")
  var id: JobID

  @Option(help: "Only if the job belongs to this tenant.")
  var tenant: String?

  @Option(name: .shortAndLong, help: "The file to write; '-' for stdout.")
  var output: String

  func run() async throws {
    let installation = Installation()
    let details = try await installation.withQueue { try await $0.job(id, of: tenant) }
    guard let artifact = details.artifact else {
      throw Failure("job \(id) is \(details.job.state.rawValue) and has no artifact")
    }
    let store = try installation.artifactStore()
    try await store.verify(artifact.sha256)
    try write(try await store.read(artifact.sha256), to: output)
  }
}
