import JobQueue

/// The policies of the tenants in the database, which every enqueue and every completion checks.
package struct PolicyStore: Sendable {
  private let queue: JobQueue

  package init(queue: JobQueue) { self.queue = queue }

  /// The policy of a tenant. A tenant without a policy may use every destination.
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
