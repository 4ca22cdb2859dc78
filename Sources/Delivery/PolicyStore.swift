import JobQueue

/// The policies of the tenants, in the database, where each enqueue and each completion obeys them.
package struct PolicyStore: Sendable {
  private let queue: JobQueue

  package init(queue: JobQueue) { self.queue = queue }

  /// A tenant without a policy may share everything.
  /// - Throws: `PostgresError`, `QueueError`, `DeliveryError`.
  package func policy(of tenant: String) async throws -> Policy {
    guard let record = try await queue.policy(of: tenant) else { return Policy() }
    return try Policy(isSharingEnabled: record.sharing, allowed: record.allowed, denied: record.denied)
  }

  /// - Throws: `PostgresError`, `QueueError`.
  package func set(_ policy: Policy, for tenant: String) async throws {
    try await queue.setPolicy(
      of: tenant, sharing: policy.isSharingEnabled, allowed: policy.allowed.map(\.text),
      denied: policy.denied.map(\.text))
  }
}
