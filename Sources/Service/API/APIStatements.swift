import Postgres

/// The statements of `API/SQL`.
enum APIStatements {
  static let lastEvent = Statement(String(decoding: PackageResources.last_event_sql, as: UTF8.self), name: "last_event")
  static let eventsOfTenants = Statement(
    String(decoding: PackageResources.events_of_tenants_sql, as: UTF8.self), name: "events_of_tenants")
  static let claimIdempotencyKey = Statement(
    String(decoding: PackageResources.claim_idempotency_key_sql, as: UTF8.self), name: "claim_idempotency_key")
}
