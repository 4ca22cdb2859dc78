import Foundation
import JobQueue
import Postgres

/// The policies of the tenants and the configured destinations in the database. Enqueue, completion and delivery check
/// them. Methods throw `PostgresError`, `QueueError` and `DeliveryError`.
package struct PolicyStore: Sendable {
  /// The tenant of the default policy, which tenants without a policy have.
  package static let defaultTenant = "*"

  private let queue: JobQueue

  package init(queue: JobQueue) { self.queue = queue }

  /// The policy of a tenant, or the default policy if it has none.
  package func policy(of tenant: String) async throws -> (policy: Policy, isDefault: Bool) {
    // Without a default policy, nothing is allowed.
    guard let row = try await queue.query(Statements.policy, [.text(tenant)]).first else { return (Policy(), true) }
    let policy = try Policy(
      isSharingEnabled: try row.decode("sharing"), allowed: try row.decode("allowed"), denied: try row.decode("denied"))
    return (policy, try row.decode("tenant", as: String.self) == Self.defaultTenant)
  }

  /// Replaces the policy of a tenant, or makes one.
  package func set(_ policy: Policy, for tenant: String) async throws {
    _ = try await queue.query(
      Statements.setPolicy,
      [
        .text(tenant), .boolean(policy.isSharingEnabled), .texts(policy.allowed.map(\.text)),
        .texts(policy.denied.map(\.text)),
      ])
  }

  /// Removes the policy of a tenant, which then has the default policy.
  /// - Returns: whether there was one.
  package func remove(tenant: String) async throws -> Bool {
    try await queue.query(Statements.removePolicy, [.text(tenant)]).single().decode(0)
  }

  /// The last changes of a tenant's policy, newest first.
  package func changes(of tenant: String, limit: Int = 100) async throws -> [PolicyChange] {
    try await queue.query(Statements.policyChanges, [.text(tenant), .integer(limit)]).map(PolicyChange.init)
  }

  /// The last changes of the destinations that a kind allows, newest first.
  package func changes(ofKind kind: String, limit: Int = 100) async throws -> [PolicyChange] {
    try await queue.query(Statements.kindRuleChanges, [.text(kind), .integer(limit)]).map(PolicyChange.init)
  }

  /// The rules of a kind.
  /// - Throws: `QueueError` `.unknownKind`.
  package func rules(ofKind kind: String) async throws -> KindRules {
    guard let row = try await queue.query(Statements.kindRules, [.text(kind)]).first else {
      throw QueueError(code: .unknownKind, message: "there is no kind \"\(kind)\"")
    }
    return KindRules(
      defaultDestination: try row.decode(0), allowed: try row.decode(1), denied: try row.decode(2))
  }

  /// Whether a tenant may send documents to a destination, and why.
  /// - Parameter kind: a kind of job, whose rules then apply too.
  package func test(_ destination: String, tenant: String, kind: String? = nil) async throws -> PolicyDecision {
    let row = try await queue.query(
      Statements.testDestination, [.text(tenant), .text(destination), .text(optional: kind)]
    ).single()
    return PolicyDecision(canonical: try row.decode(0), isAllowed: try row.decode(1), rule: try row.decode(2))
  }

  /// The destinations that may be offered for documents of a kind, ordered by name.
  /// - Throws: also `QueueError` `.unknownKind`.
  package func shareOptions(tenant: String, kind: String) async throws -> [ShareOption] {
    try await queue.query(Statements.shareOptions, [.text(tenant), .text(kind)]).map { row in
      ShareOption(
        destination: try row.decode(0), isAllowed: try row.decode(1), rule: try row.decode(2),
        addresses: try row.decode(3), exceptions: try row.decode(4), settings: try row.decode(5),
        options: try row.decode(6))
    }
  }
}

/// The destinations that a kind allows, in addition to the policy of the tenant.
package struct KindRules: Hashable, Sendable, Encodable {
  /// The destination of jobs that name none; nil for none.
  package var defaultDestination: String?
  /// Rules of which a destination must match one; empty allows all.
  package var allowed: [String]
  /// Rules that a destination must not match.
  package var denied: [String]
}

/// One change of a policy, or of the rules of a kind.
package struct PolicyChange: Sendable {
  package var time: Date
  /// The database login that made it.
  package var login: String
  /// The role that the login had set, or `none`.
  package var role: String
  /// JSON; nil if there was no policy before.
  package var before: String?
  /// JSON; nil if the policy was removed.
  package var after: String?
}

/// Whether a destination is allowed.
package struct PolicyDecision: Hashable, Sendable {
  /// The canonical form; nil if the destination is malformed.
  package var canonical: String?
  package var isAllowed: Bool
  /// The rule that matched; nil if no rule did.
  package var rule: String?
}

/// One configured destination, as it may be offered.
package struct ShareOption: Hashable, Sendable {
  /// A rule that matches its addresses: `email:*`, `s3:reports/*`, `link`.
  package var destination: String
  package var isAllowed: Bool
  /// The rule that decided.
  package var rule: String
  /// Rules of which an address must match one.
  package var addresses: [String]
  /// Rules that an address must not match.
  package var exceptions: [String]
  /// JSON.
  package var settings: String
  /// The JSON schema of a share's options; nil if there are none.
  package var options: String?
}

extension PolicyChange {
  fileprivate init(_ row: Row) throws {
    time = try row.decode(0)
    login = try row.decode(1)
    role = try row.decode(2)
    before = try row.decode(3)
    after = try row.decode(4)
  }
}
