import FoundationEssentials
import Postgres

extension JobQueue {
  /// Adds a file of the artifact store to the assets of a tenant.
  /// - Parameters:
  ///   - mediaType: empty if unknown.
  ///   - name: for people; may be empty.
  ///   - content: of the file. Logins that may not act for all tenants need it, unless the tenant has the file.
  /// - Returns: false if the tenant has it already.
  /// - Throws: `QueueError` `.invalidArgument` for a file that the tenant does not have, and if the tenant has too many
  ///   assets; `.tenantDenied`.
  @discardableResult
  package func addAsset(
    _ sha256: String, bytes: Int64, mediaType: String, name: String, tenant: String, content: [UInt8]? = nil
  ) async throws -> Bool {
    try await provingContent(content) { base64 in
      try await query(
        Statements.addAsset,
        [
          .text(tenant), .text(sha256), .integer(bytes), .text(mediaType), .text(name), .text(optional: base64),
        ]
      ).single().decode(0)
    }
  }

  /// Removes an asset of a tenant. Jobs that were enqueued with it keep it.
  /// - Returns: false if the tenant has no such asset.
  package func deleteAsset(_ sha256: String, tenant: String) async throws -> Bool {
    try await query(Statements.deleteAsset, [.text(tenant), .text(sha256)]).single().decode(0)
  }

  /// The assets of a tenant, oldest first.
  /// - Throws: `QueueError` `.tenantDenied`.
  package func assets(of tenant: String) async throws -> [Asset] {
    try await query(Statements.assetsOfTenant, [.text(tenant)]).map { row in
      Asset(
        sha256: try row.decode(0), bytes: try row.decode(1), mediaType: try row.decode(2), name: try row.decode(3),
        addedAt: try row.decode(4), jobs: try row.decode(5))
    }
  }

  /// Reads the assets of a claimed job: an object of SHA-256 by path.
  static func assets(_ json: [UInt8]) throws -> [String: String] {
    try JSONDecoder().decode([String: String].self, from: Data(json))
  }
}
