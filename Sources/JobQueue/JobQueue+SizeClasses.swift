import Postgres

/// Size classes of pages that are open to tenants, in addition to the classes that the kind's file supports.
extension JobQueue {
  /// The open size classes of a tenant, `compact` and `regular`, by kind.
  package func sizeClasses(of tenant: String) async throws -> [String: Set<String>] {
    let rows = try await query(Statements.sizeClassesOf, [.text(tenant)])
    return try rows.reduce(into: [:]) { found, row in
      try found[row.decode(0), default: []].insert(row.decode(1))
    }
  }

  /// - Returns: false if it was open before.
  /// - Throws: `QueueError` `.unknownKind`, `.invalidArgument`.
  package func openSizeClass(_ sizeClass: String, of kind: String, for tenant: String) async throws -> Bool {
    try await query(Statements.openSizeClass, [.text(tenant), .text(kind), .text(sizeClass)]).single().decode(0)
  }

  /// - Returns: false if it was not open.
  package func withdrawSizeClass(_ sizeClass: String, of kind: String, for tenant: String) async throws -> Bool {
    try await query(Statements.withdrawSizeClass, [.text(tenant), .text(kind), .text(sizeClass)]).single().decode(0)
  }
}
