import Foundation
import Postgres

/// A receiver of webhooks for the events of a tenant.
package struct EventSubscription: Hashable, Sendable {
  package var id: Int64
  package var tenant: String
  /// `webhook:` and a configured name or a URL.
  package var destination: String
  /// Patterns of event types, in which `*` matches any text.
  package var types: [String]
  /// It is false after `unsubscribe`.
  package var isActive: Bool
  /// The time at which the subscription began.
  package var createdAt: Date
}

extension DeliveryQueue {
  /// Delivers the events of a tenant to a webhook from now on. A second call for the same webhook changes the patterns.
  /// - Parameters:
  ///   - destination: `webhook:` and a configured name or a URL.
  ///   - types: patterns of event types, in which `*` matches any text.
  /// - Returns: the id of the subscription.
  /// - Throws: `QueueError` `.destinationDenied`, `.invalidDestination`, `.invalidArgument` for malformed patterns.
  package func subscribe(tenant: String, to destination: String, types: [String] = ["*"]) async throws -> Int64 {
    try await jobs.query(Statements.subscribe, [.text(tenant), .text(destination), .texts(types)]).single().decode(0)
  }

  /// Ends a subscription; deliveries that were requested are still made.
  /// - Returns: whether there was an active one, of a tenant for which the login may act.
  package func unsubscribe(_ id: Int64) async throws -> Bool {
    try await jobs.query(Statements.unsubscribe, [.integer(id)]).single().decode(0)
  }

  /// Subscriptions by tenant; those that were ended too.
  /// - Parameter tenant: nil for all tenants for which the login may act.
  package func subscriptions(of tenant: String? = nil) async throws -> [EventSubscription] {
    try await jobs.query(Statements.subscriptions, [.text(optional: tenant)]).map { row in
      EventSubscription(
        id: try row.decode("id"), tenant: try row.decode("tenant"), destination: try row.decode("destination"),
        types: try row.decode("types"), isActive: try row.decode("active"), createdAt: try row.decode("created_at"))
    }
  }
}
