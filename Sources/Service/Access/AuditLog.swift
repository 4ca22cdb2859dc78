import FoundationEssentials
import JobQueue
import Postgres
import Web

/// The log of actions of people and programs in the service. Methods throw `QueueError` and `PostgresError`.
package struct AuditLog: Sendable {
  private let queue: JobQueue

  package init(_ queue: JobQueue) { self.queue = queue }

  /// Records an action before it is performed: an action that cannot be recorded does not happen.
  /// - Parameters:
  ///   - action: such as `jobs.retry`.
  ///   - object: what it applies to, such as `job 17` or a filter; no payloads and no secrets.
  ///   - tenant: nil if it concerns several tenants or all.
  package func record(_ action: String, object: String, tenant: String?, by principal: Principal) async throws {
    _ = try await queue.query(
      AccessStatements.recordAction,
      [.text(principal.id), .text(principal.name), .text(action), .text(object), .text(optional: tenant)])
  }

  /// The last actions, newest first.
  /// - Parameters:
  ///   - tenants: nil for all; else only actions on these.
  ///   - before: the id of the last entry of the preceding page.
  package func entries(tenants: [String]?, before: Int64? = nil, limit: Int) async throws -> [AuditEntry] {
    try await queue.query(
      AccessStatements.auditEntries,
      [tenants.map { .texts($0) } ?? .null, before.map { .integer($0) } ?? .null, .integer(limit)]
    ).map { row in
      AuditEntry(
        id: try row.decode("id"), time: try row.decode("time"), principal: try row.decode("principal"),
        name: try row.decode("name"), action: try row.decode("action"), object: try row.decode("object"),
        tenant: try row.decode("tenant"))
    }
  }
}

/// A recorded action.
package struct AuditEntry: Sendable {
  package var id: Int64
  package var time: Date
  /// Such as `token:12`.
  package var principal: String
  /// The name of the principal, for people.
  package var name: String
  /// What was done, such as `jobs.cancel`.
  package var action: String
  /// What it was done to, such as the number of a job.
  package var object: String
  /// It is nil if the action concerns no single tenant.
  package var tenant: String?
}
