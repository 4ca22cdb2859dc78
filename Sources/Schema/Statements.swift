import Postgres

/// The migrator's own statements, from `SQL/statements`.
enum Statements {
  static let lock = Statement(EmbeddedText.schema_lock_sql, "schema_lock")
  static let present = Statement(EmbeddedText.schema_present_sql, "schema_present")
  static let roles = Statement(EmbeddedText.schema_roles_sql, "schema_roles")
  static let checksums = Statement(EmbeddedText.schema_checksums_sql, "schema_checksums")
  static let migrationsApplied = Statement(EmbeddedText.migrations_applied_sql, "migrations_applied")
  static let migrationsRecord = Statement(EmbeddedText.migrations_record_sql, "migrations_record")
  static let migrationsDelete = Statement(EmbeddedText.migrations_delete_sql, "migrations_delete")
  static let objectsApplied = Statement(EmbeddedText.schema_objects_applied_sql, "schema_objects_applied")
  static let objectsRecord = Statement(EmbeddedText.schema_objects_record_sql, "schema_objects_record")
  static let objectsDelete = Statement(EmbeddedText.schema_objects_delete_sql, "schema_objects_delete")
  static let revocations = Statement(EmbeddedText.schema_revocations_sql, "schema_revocations")
}

extension Statement {
  init(_ text: String, _ name: String) { self.init(text, name: name) }
}
