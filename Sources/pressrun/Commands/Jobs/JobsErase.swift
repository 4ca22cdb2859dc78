import Application
import ArgumentParser
import ArtifactStore
import Diagnostics
import JobQueue

struct JobsErase: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Remove finished jobs with their payloads, documents and deliveries before their retention time is over.",
    discussion: """
      For requests to delete personal data. Removes payload, files, receipts, attempts, events and share links, and records the ids \
      in pressrun.audit_log. A filter without --state means all finished jobs. Files that another job has too remain, and so do \
      binders that contain the document, messages that were sent, and backups. Files that were stored within the last ten minutes \
      are left to 'pressrun prune'.
      """)

  /// A newer file may belong to a job that is not recorded yet.
  private static let fileAge = 600

  @OptionGroup var jobs: JobSelectionArguments

  func run() async throws {
    let installation = Installation()
    let store = try installation.artifactStore()
    let left = try await installation.withQueue { queue in
      try await StoreBinding(queue, store).check()
      var left = 0
      if let selection = jobs.selection {
        try await queue.erase(matching: selection) { part in
          left += try await remove(part.flatMap(\.files), from: store, queue)
          try jobs.output.report(part.map { ($0.id, $0.problem) })
        }
        return left
      }
      for id in jobs.ids {
        left += try await remove(try await queue.erase(id), from: store, queue)
        try jobs.output.report([(id, nil)])
      }
      return left
    }
    if left > 0 {
      printMessage(
        "\(counted(left, "file is", "files are")) still in the artifact store, as other jobs have \(left == 1 ? "it" : "them") "
          + "or until 'pressrun prune'.")
    }
  }

  /// - Returns: the number of files that remain.
  private func remove(_ files: [String], from store: ArtifactStore, _ queue: JobQueue) async throws -> Int {
    let files = Set(files)
    let removed = try await store.remove(files, olderThan: Self.fileAge) { try await queue.unreferenced($0) }
    return files.count - removed.count
  }
}
