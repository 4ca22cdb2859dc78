import Application
import Archives
import ArgumentParser
import Signing

struct ArchiveTimestamp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timestamp",
    abstract: "Timestamp the chains of documents by the authority of timestamps.yaml (RFC 3161).",
    discussion: """
      Workers do this on schedule, if timestamps.yaml configures an authority. This command timestamps one document, or all \
      whose last segment has no timestamp, at once. The status is 1 if a timestamp could not be obtained; it is then due again \
      later.
      """)

  @Argument(help: "The name of the document; all documents of all tenants by default.")
  var document: String?

  @OptionGroup
  var owner: DocumentTenantArguments

  @Flag(help: "Only the documents that are due by the schedule.")
  var due = false

  func validate() throws {
    guard document == nil || !due else { throw ValidationError("--due is for all documents.") }
  }

  func run() async throws {
    let installation = Installation()
    guard let settings = try installation.chainTimestamps?.settings() else {
      throw Failure(
        "no timestamp authority is configured", place: installation.chainTimestamps?.path ?? "timestamps.yaml",
        status: Failure.badInput)
    }
    try await installation.withQueue { queue in
      let timestamper = ChainTimestamper(ChainTimestamps(queue), settings, attemptsOnce: false)
      let only = document.map { (tenant: owner.tenant, name: $0) }
      // Also reports an unknown document.
      if let only { _ = try await DocumentStore(queue, tenant: only.tenant).document(only.name) }
      var count = 0
      repeat {
        switch try await timestamper.timestampNext(age: due ? nil : .zero, document: only) {
        case .nothingDue:
          if count == 0 { printMessage("There is nothing to timestamp.") }
          return
        case .recorded(let due):
          count += 1
          let covered = due.sequence == 0 ? "its base" : "\(due.sequence) \(due.sequence == 1 ? "segment" : "segments")"
          printMessage("\(due.document) of \(due.tenant): timestamped with \(covered).")
        case .failed(let due, let error):
          throw Failure(error.message, place: error.place.isEmpty ? "\(due.document) of \(due.tenant)" : error.place)
        }
      } while only == nil
    }
  }
}
