import FoundationEssentials
import Postgres

/// Members that the payloads of a tenant have if they do not state them.
package struct PayloadDefaults: Hashable, Sendable {
  package var kind: String
  /// A JSON object.
  package var members: String
  /// The time at which the defaults were last set.
  package var setAt: Date
  /// The login.
  package var setBy: String
}

extension JobQueue {
  /// The defaults of a tenant, ordered by kind.
  package func payloadDefaults(of tenant: String) async throws -> [PayloadDefaults] {
    try await query(Statements.payloadDefaultsOf, [.text(tenant)]).map { row in
      PayloadDefaults(
        kind: try row.decode("kind"), members: try row.decode("members"), setAt: try row.decode("set_at"),
        setBy: try row.decode("set_by"))
    }
  }

  /// Sets the defaults for payloads of a kind, instead of all earlier ones.
  /// - Parameter members: a JSON object of at most 1 MiB.
  /// - Throws: `QueueError` `.unknownKind`, `.invalidArgument`, `.invalidPayload` for members that do not fit the kind.
  package func setPayloadDefaults(_ members: [UInt8], of kind: String, for tenant: String) async throws {
    _ = try await query(Statements.setPayloadDefaults, [.text(tenant), .text(kind), .utf8(members)])
  }

  /// - Returns: false if there were none.
  package func removePayloadDefaults(of kind: String, for tenant: String) async throws -> Bool {
    try await query(Statements.removePayloadDefaults, [.text(tenant), .text(kind)]).single().decode(0)
  }
}
