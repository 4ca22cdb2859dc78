import Postgres

/// The statements of `Access/SQL`.
enum AccessStatements {
  static let findToken = Statement(String(decoding: PackageResources.find_token_sql, as: UTF8.self), name: "find_token")
  static let useToken = Statement(String(decoding: PackageResources.use_token_sql, as: UTF8.self), name: "use_token")
  static let createToken = Statement(
    String(decoding: PackageResources.create_token_sql, as: UTF8.self), name: "create_token")
  static let revokeToken = Statement(
    String(decoding: PackageResources.revoke_token_sql, as: UTF8.self), name: "revoke_token")
  static let tokens = Statement(String(decoding: PackageResources.tokens_sql, as: UTF8.self), name: "tokens")
  static let recordAction = Statement(
    String(decoding: PackageResources.record_action_sql, as: UTF8.self), name: "record_action")
  static let auditEntries = Statement(
    String(decoding: PackageResources.audit_entries_sql, as: UTF8.self), name: "audit_entries")
}
