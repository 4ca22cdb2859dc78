import Application
import ArgumentParser
import ArtifactStore
import Diagnostics
import Foundation
import JobQueue

struct ArtifactsGet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Copy the document of a completed job after verifying its SHA-256.")

  @Argument(help: "The job's id.")
  var id: JobID

  @Option(
    name: .customLong("format"), help: "The output to get, such as docx or text; the document of the job by default.")
  var format: String?

  @Option(help: "The page, from 1, of an output with one file for each page.")
  var page: Int = 1

  @Option(help: "Only if the job belongs to this tenant.")
  var tenant: String?

  @Option(name: .shortAndLong, help: "The file to write; '-' for stdout.")
  var output: String

  func run() async throws {
    let installation = Installation()
    let details = try await installation.withQueue { try await $0.job(id, of: tenant) }
    guard !details.artifacts.isEmpty else {
      throw Failure("job \(id) is \(details.job.state.rawValue) and has no artifact")
    }
    let format = format ?? details.artifacts[0].output
    let files = details.artifacts.filter { $0.output == format }
    guard !files.isEmpty else {
      throw Failure(
        "job \(id) has no output \"\(format)\"; it has \(details.outputs.joined(separator: ", "))",
        status: Failure.badInput)
    }
    guard files.indices.contains(page - 1) else {
      throw Failure(
        "the output \(format) of job \(id) has \(counted(files.count, "file")); --page is from 1",
        status: Failure.badInput)
    }
    let artifact = files[page - 1]
    let store = try installation.artifactStore()
    try await store.verify(artifact.sha256)
    try write(try await store.read(artifact.sha256), to: output)
  }
}
