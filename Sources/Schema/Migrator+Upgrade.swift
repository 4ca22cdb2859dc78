import Postgres

/// Databases with the migrations that preceded the baseline. There were two series, whose versions began at 1: 29,
/// whose first is called "tables", and later 30, which made the same schema as the baseline.
extension Migrator {
  func hasEarlierMigrations(_ applied: AppliedMigrations) -> Bool {
    guard let baseline = migrations.first else { return false }
    return applied.keys.contains { $0 < baseline.version }
  }

  /// Upgrades a database with earlier migrations, and records the baseline in their place.
  func upgrade(_ connection: Connection) async throws {
    let applied = try await appliedMigrations(connection)
    guard let baseline = migrations.first else { return }
    if applied[1]?.name == "tables" {
      try checkIsComplete(applied, count: 29)
      try await connection.execute(script: SchemaFiles.upgrade, name: "upgrade to the baseline")
      try await connection.execute(script: baseline.comments, name: "comments of the baseline")
    } else {
      try checkIsComplete(applied, count: 30)
      try checkMadeTheBaseline(applied)
    }
    _ = try await connection.query(Statements.migrationsDelete)
    try await record(baseline, connection)
  }

  private func checkIsComplete(_ applied: AppliedMigrations, count: Int) throws {
    guard applied.count < count else { return }
    throw SchemaError(
      message: "this database has \(applied.count) of the \(count) migrations that preceded the baseline",
      hint: "migrate it with a version of Pressrun that has all \(count), then with this one")
  }

  private func checkMadeTheBaseline(_ applied: AppliedMigrations) throws {
    let records = applied.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.name) \($0.value.checksum)\n" }
    guard records.joined() != SchemaFiles.earlierRecords else { return }
    throw SchemaError(
      message: "the migrations of this database are not those that preceded the baseline",
      hint: "use the version of Pressrun that made the database, or a new database")
  }
}
