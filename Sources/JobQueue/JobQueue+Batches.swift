import FoundationEssentials
import Postgres

/// Jobs that belong together, and how far they have got.
public struct BatchRecord: Sendable {
  /// Given by the database.
  public var id: Int64
  /// Whose it is.
  public var tenant: String
  /// Unlike in all of the tenant's batches.
  public var name: String
  /// Jobs are still to be added: it is not complete however few are left.
  public var isHeld: Bool
  /// How many belong to it.
  public var jobs: Int
  /// Jobs by final state.
  public var completed: Int
  public var discarded: Int
  public var cancelled: Int
  /// When it was first named.
  public var createdAt: Date
  /// When all its jobs were found in a final state, and its event was written.
  public var completedAt: Date?
  /// Jobs in no final state.
  public var unfinished: Int { jobs - completed - discarded - cancelled }
}

extension JobQueue {
  /// Makes a batch that is not complete until it is closed, so that jobs can be added bit by bit. One that exists is
  /// held open from now on.
  /// - Throws: `QueueError` `.wrongState` for one that is complete, `.invalidArgument`.
  public func openBatch(_ name: String, tenant: String) async throws {
    _ = try await query(Statements.openBatch, [.text(tenant), .text(name)])
  }

  /// Says that all jobs of the batch were added.
  /// - Throws: `QueueError` `.unknownJob` where there is no such batch.
  public func closeBatch(_ name: String, tenant: String) async throws {
    _ = try await query(Statements.closeBatch, [.text(tenant), .text(name)])
  }

  /// - Throws: `QueueError` `.unknownJob` where there is no such batch.
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
