import FoundationEssentials
import Postgres

/// A group of jobs and its progress.
public struct BatchRecord: Sendable {
  /// Assigned by the database.
  public var id: Int64
  /// The tenant of its jobs.
  public var tenant: String
  /// Unique among the tenant's batches.
  public var name: String
  /// More jobs will be added: the batch does not complete yet.
  public var isHeld: Bool
  /// Number of jobs.
  public var jobs: Int
  /// Jobs by final state.
  public var completed: Int
  public var discarded: Int
  public var cancelled: Int
  /// The time of creation.
  public var createdAt: Date
  /// The time when all its jobs had finished and its event was written.
  public var completedAt: Date?
  /// Number of jobs that are not in a final state.
  public var unfinished: Int { jobs - completed - discarded - cancelled }
}

extension JobQueue {
  /// Creates a batch that does not complete before `closeBatch`, so that jobs can be added over time. An existing batch
  /// is held open from now on.
  /// - Throws: `QueueError` `.wrongState` if the batch is complete, `.invalidArgument`.
  public func openBatch(_ name: String, tenant: String) async throws {
    _ = try await query(Statements.openBatch, [.text(tenant), .text(name)])
  }

  /// Ends a batch that `openBatch` holds open: it completes when all its jobs have finished, at once if it has none.
  /// - Throws: `QueueError` `.unknownJob` if the batch does not exist.
  public func closeBatch(_ name: String, tenant: String) async throws {
    _ = try await query(Statements.closeBatch, [.text(tenant), .text(name)])
  }

  /// Enqueues the job that binds the documents of a batch, and starts when the batch completes.
  /// - Parameters:
  ///   - name: the batch.
  ///   - job: its payload names the batch as `batch`. Its tenant is that of the batch; of the other properties only
  ///     destination, priority and delivery options are used.
  /// - Throws: `QueueError` `.unknownJob` if the batch does not exist, `.wrongState` if it has a binder; errors of
  ///   `enqueue`.
  public func bindBatch(_ name: String, with job: NewJob) async throws -> JobID {
    let row = try await query(
      Statements.bindBatch,
      [
        .text(job.tenant), .text(name), .text(job.kind), .utf8(job.payload), .text(optional: job.destination),
        .integer(Int64(job.priority)), job.deliveryOptions.map(Parameter.utf8) ?? .null,
      ]
    ).single()
    return JobID(rawValue: try row.decode(0))
  }

  /// The documents of jobs, and of the jobs of a batch, in the order of the jobs' ids. Jobs of other tenants are left
  /// out.
  package func binderDocuments(batch: String?, jobs: Set<Int64>, of tenant: String) async throws -> [BinderDocument] {
    try await query(
      Statements.binderDocuments, [.text(tenant), .text(optional: batch), .integers(jobs.sorted())]
    ).map { row in
      BinderDocument(
        job: JobID(rawValue: try row.decode(0)), state: try row.decode(1), sha256: try row.decode(2),
        name: (try row.decode(3, as: String?.self) ?? "").withoutExtension)
    }
  }

  /// A batch and its progress.
  /// - Throws: `QueueError` `.unknownJob` if the batch does not exist.
  public func batch(_ name: String, tenant: String) async throws -> BatchRecord {
    guard let row = try await query(Statements.batch, [.text(tenant), .text(name)]).first else {
      throw QueueError(code: .unknownJob, message: "tenant \"\(tenant)\" has no batch \"\(name)\"")
    }
    return BatchRecord(
      id: try row.decode(0), tenant: try row.decode(1), name: try row.decode(2), isHeld: try row.decode(3),
      jobs: try row.decode(4), completed: try row.decode(5), discarded: try row.decode(6), cancelled: try row.decode(7),
      createdAt: try row.decode(8), completedAt: try row.decode(9))
  }
}

/// The document of a job, for a binder.
package struct BinderDocument: Sendable {
  package var job: JobID
  package var state: JobState
  /// The SHA-256 of its first PDF; nil if it has none.
  package var sha256: String?
  /// The name of the file, without extension; empty if its kind has no template for names.
  package var name: String
}

extension String {
  fileprivate var withoutExtension: String {
    guard let dot = lastIndex(of: "."), dot != startIndex else { return self }
    return String(self[..<dot])
  }
}
