import FoundationEssentials
import Postgres

/// The result of one step of pruning: the number of rows that were removed.
package struct PruneStep: Sendable {
  package var jobs: Int
  package var attempts: Int
  package var events: Int
  /// More jobs remain to be checked: call again.
  package var hasMore: Bool
}

/// The jobs of one final state that `prune` would remove now, with their attempts and events.
package struct PrunePreview: Hashable, Sendable {
  package var state: JobState
  package var jobs: Int
  package var attempts: Int
  package var events: Int
}

extension JobQueue {
  /// Removes finished jobs whose retention time is over, among the next `limit` jobs, in one short transaction. Claims
  /// do not wait for it.
  package func prune(limit: Int = 500) async throws -> PruneStep {
    let row = try await query(Statements.prune, [.integer(limit)]).single()
    return PruneStep(
      jobs: try row.decode(0), attempts: try row.decode(1), events: try row.decode(2), hasMore: try row.decode(3))
  }

  /// Runs one step of pruning if it is due for all workers.
  /// - Returns: how many jobs were removed, and whether the next step is due at once.
  package func pruneDue() async throws -> (jobs: Int, hasMore: Bool) {
    let row = try await query(Statements.pruneDue).single()
    return (try row.decode(0), try row.decode(1))
  }

  /// Removes versions of templates that are no longer referenced. Reads all jobs.
  /// - Returns: their number.
  package func pruneTemplates() async throws -> Int {
    try await query(Statements.pruneTemplates, []).single().decode(0)
  }

  /// Counts the jobs that `prune` would remove now, without removing any. Reads all finished jobs.
  package func prunePreview() async throws -> [PrunePreview] {
    try await query(Statements.prunePreview).map { row in
      PrunePreview(
        state: try row.decode(0), jobs: try row.decode(1), attempts: try row.decode(2), events: try row.decode(3))
    }
  }

  /// Retention times by final state, and of `workers` and `incidents`; nil for ever.
  package func retention() async throws -> [(what: String, keep: Duration?)] {
    try await query(Statements.retention).map { row in
      (try row.decode(0), try row.decode(1, as: Double?.self).map { .seconds($0) })
    }
  }

  /// Sets a retention time; see `retention()`.
  /// - Parameter keep: nil for ever.
  /// - Throws: `QueueError` `.invalidArgument`.
  package func keep(_ what: String, for keep: Duration?) async throws {
    _ = try await query(
      Statements.setRetention, [.text(what), .text(optional: keep.map { "\($0.seconds) seconds" })])
  }

  /// The artifacts, by SHA-256, that no row of the database names.
  package func unreferenced(_ artifacts: [String]) async throws -> Set<String> {
    guard !artifacts.isEmpty else { return [] }
    return Set(try await query(Statements.unreferenced, [.texts(artifacts)]).map { try $0.decode(0, as: String.self) })
  }

  /// The artifacts, by SHA-256, that belong to a job or a document of the tenant.
  package func artifacts(_ artifacts: Set<String>, of tenant: String) async throws -> Set<String> {
    guard !artifacts.isEmpty else { return [] }
    return Set(
      try await query(Statements.artifactsOfTenant, [.text(tenant), .texts(artifacts.sorted())])
        .map { try $0.decode(0, as: String.self) })
  }
}
