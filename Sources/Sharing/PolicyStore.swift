import JobQueue

/// The policies of the tenants, in the database.
package struct PolicyStore: Sendable {
  package let queue: JobQueue
  package init(queue: JobQueue) { self.queue = queue }
  /// A tenant without a policy may share everything.
  package func policy(of tenant: String) async throws -> Policy { Policy() }
  package func set(_ policy: Policy, for tenant: String) async throws {}
}
