import Postgres

/// The statements of `Access/SQL`.
enum AccessStatements {
  static let findToken = Statement(EmbeddedText.find_token_sql, name: "find_token")
  static let useToken = Statement(EmbeddedText.use_token_sql, name: "use_token")
  static let createToken = Statement(
    EmbeddedText.create_token_sql, name: "create_token")
  static let revokeToken = Statement(
    EmbeddedText.revoke_token_sql, name: "revoke_token")
  static let tokens = Statement(EmbeddedText.tokens_sql, name: "tokens")
  static let recordAction = Statement(
    EmbeddedText.record_action_sql, name: "record_action")
  static let auditEntries = Statement(
    EmbeddedText.audit_entries_sql, name: "audit_entries")
}
