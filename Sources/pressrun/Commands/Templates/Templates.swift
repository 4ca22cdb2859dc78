import Application
import ArgumentParser
import ArtifactStore
import Composition
import JobQueue

struct Templates: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates",
    abstract: "Show the versions of kinds and their templates, and roll them out tenant by tenant.",
    discussion: """
      A version is the file of a kind with all files of its template, named by its SHA-256. Workers notice changed files, store \
      the new version in the artifact store, and render new jobs with it. A job keeps the version with which it was started, also \
      for retries. A pin renders the new jobs of a tenant, or of all, with one version, whatever the files of the workers: pin the \
      present version before a change, then pin tenants to the new one, and back if it is wrong.
      """,
    subcommands: [
      TemplatesList.self, TemplatesShow.self, TemplatesDiff.self, TemplatesPin.self, TemplatesUnpin.self,
    ])
}

/// The version of a kind whose SHA-256 begins with some digits.
/// - Throws: `Failure` if there is none, or more than one.
func templateVersion(_ digits: String, of kind: String, in queue: JobQueue) async throws -> TemplateVersionRecord {
  let found = try await queue.templateVersions(of: kind).filter { $0.sha256.hasPrefix(digits) }
  guard let version = found.first, found.count == 1, digits.count >= 8 else {
    throw Failure(
      "expected at least the first 8 digits of one version of the kind \(kind), and \(found.count) versions begin so",
      place: digits, hint: "pressrun templates list shows the versions", status: Failure.badInput)
  }
  return version
}

/// The files of a stored version, by their paths.
func templateFiles(_ version: TemplateVersionRecord, in store: ArtifactStore) async throws -> [String: [UInt8]] {
  try await store.verify(version.sha256)
  return try KindVersion.files(of: try await store.read(version.sha256))
}
