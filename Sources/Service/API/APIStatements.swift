import Postgres

/// The statements of `API/SQL`.
enum APIStatements {
  static let lastEvent = Statement(EmbeddedText.last_event_sql, name: "last_event")
  static let eventsOfTenants = Statement(
    EmbeddedText.events_of_tenants_sql, name: "events_of_tenants")
  static let claimIdempotencyKey = Statement(
    EmbeddedText.claim_idempotency_key_sql, name: "claim_idempotency_key")
}
