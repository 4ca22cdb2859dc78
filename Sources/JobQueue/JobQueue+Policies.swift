import Postgres

extension JobQueue {
  /// The policy of a tenant; nil if it has none.
  package func policy(of tenant: String) async throws -> (sharing: Bool, allowed: [String], denied: [String])? {
    guard let row = try await query(Statements.policy, [.text(tenant)]).first else { return nil }
    return (try row.decode("sharing"), try row.decode("allowed"), try row.decode("denied"))
  }

  /// Sets the policy of a tenant.
  /// - Throws: `QueueError` `.invalidArgument` for a malformed rule or tenant.
  package func setPolicy(of tenant: String, sharing: Bool, allowed: [String], denied: [String]) async throws {
    _ = try await query(Statements.setPolicy, [.text(tenant), .boolean(sharing), .texts(allowed), .texts(denied)])
  }
}
