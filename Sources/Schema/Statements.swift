import Postgres

/// The migrator's own statements, from `SQL/statements`.
enum Statements {
  static let lock = Statement(PackageResources.schema_lock_sql, "schema_lock")
  static let present = Statement(PackageResources.schema_present_sql, "schema_present")
  static let roles = Statement(PackageResources.schema_roles_sql, "schema_roles")
  static let checksums = Statement(PackageResources.schema_checksums_sql, "schema_checksums")
  static let migrationsApplied = Statement(PackageResources.migrations_applied_sql, "migrations_applied")
  static let migrationsRecord = Statement(PackageResources.migrations_record_sql, "migrations_record")
  static let objectsApplied = Statement(PackageResources.schema_objects_applied_sql, "schema_objects_applied")
  static let objectsRecord = Statement(PackageResources.schema_objects_record_sql, "schema_objects_record")
  static let objectsDelete = Statement(PackageResources.schema_objects_delete_sql, "schema_objects_delete")
  static let revocations = Statement(PackageResources.schema_revocations_sql, "schema_revocations")
}

extension Statement {
  init(_ bytes: [UInt8], _ name: String) { self.init(String(decoding: bytes, as: UTF8.self), name: name) }
}
