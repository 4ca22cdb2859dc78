import Foundation
import JobQueue
import Postgres

/// A share link as operators see it.
package struct ShareLinkRecord: Hashable, Sendable {
  package var id: String
  package var tenant: String
  /// The job whose document it gives access to.
  package var job: JobID
  package var kind: String
  /// The delivery that made it; nil if a person did.
  package var delivery: JobID?
  package var createdAt: Date
  /// The login that made it.
  package var createdBy: String
  package var expiresAt: Date
  /// How often the document was downloaded.
  package var downloads: Int
  /// How often it may be downloaded; nil for no limit.
  package var maxDownloads: Int?
  package var hasPassword: Bool
  /// `active`, `revoked`, `expired`, `exhausted` or `locked`.
  package var state: String

  init(_ row: Row) throws {
    id = try row.decode("id")
    tenant = try row.decode("tenant")
    job = JobID(rawValue: try row.decode("job_id"))
    kind = try row.decode("kind")
    delivery = try row.decode("delivery_id", as: Int64?.self).map(JobID.init(rawValue:))
    createdAt = try row.decode("created_at")
    createdBy = try row.decode("created_by")
    expiresAt = try row.decode("expires_at")
    downloads = try row.decode("downloads")
    maxDownloads = try row.decode("max_downloads")
    hasPassword = try row.decode("has_password")
    state = try row.decode("state")
  }
}

/// Reading and revoking of share links, which needs no key.
package struct ShareLinkRecords: Sendable {
  private let queue: JobQueue

  package init(queue: JobQueue) { self.queue = queue }

  /// Links, newest first.
  package func list(tenant: String? = nil, job: JobID? = nil, limit: Int = 100) async throws -> [ShareLinkRecord] {
    try await queue.query(
      Statements.shareLinks, [.text(optional: tenant), job.map { .integer($0.rawValue) } ?? .null, .integer(limit)]
    ).map(ShareLinkRecord.init)
  }

  /// Sets a new time of expiry, also for an expired link.
  /// - Parameter downloads: the number of further downloads; nil keeps the limit.
  /// - Returns: when it will expire.
  /// - Throws: `QueueError` `.unknownJob` for an unknown link, `.wrongState` for a revoked one, `.invalidArgument`.
  package func renew(_ id: String, lifetime: Duration, downloads: Int? = nil) async throws -> Date {
    try await queue.query(
      Statements.renewShareLink,
      [
        .text(try Self.uuid(id).uuidString), .text("\(lifetime.components.seconds) seconds"),
        .integer(optional: downloads),
      ]
    ).single().decode(0)
  }

  /// Revokes a link permanently.
  /// - Returns: false if it was revoked before.
  /// - Throws: `QueueError` `.unknownJob` for an unknown link, `.invalidArgument` for a malformed id.
  package func revoke(_ id: String) async throws -> Bool {
    try await queue.query(Statements.revokeShareLink, [.text(try Self.uuid(id).uuidString)]).single().decode(0)
  }

  private static func uuid(_ id: String) throws -> UUID {
    guard let uuid = UUID(uuidString: id) else {
      throw QueueError(code: .invalidArgument, message: "\"\(id.prefix(100))\" is not the id of a share link")
    }
    return uuid
  }
}
