import Postgres

/// The records of a database, by version.
typealias AppliedMigrations = [Int: (name: String, checksum: String)]

extension Migrator {
  func status(_ connection: Connection) async throws -> SchemaStatus {
    let present = try await connection.query(Statements.present).single()
    let applied = try present.decode(2, as: Bool.self) ? try await appliedMigrations(connection) : [:]
    if hasEarlierMigrations(applied) {
      return SchemaStatus(migrations: migrations.map { $0.status(isApplied: false) }, objects: [])
    }
    let checksums = try await checksums(migrations.map(\.script), connection)
    var statuses: [MigrationStatus] = []
    for (migration, checksum) in zip(migrations, checksums) {
      if let row = applied[migration.version], row.checksum != checksum {
        throw SchemaError(
          message: "migration \(migration.version)_\(migration.name) was applied to this database from another text",
          hint: "use the version of Pressrun that made the database, or a new database")
      }
      statuses.append(migration.status(isApplied: applied[migration.version] != nil))
    }
    let known = Set(migrations.map(\.version))
    for (version, row) in applied.sorted(by: { $0.key < $1.key }) where !known.contains(version) {
      statuses.append(MigrationStatus(version: version, name: row.name, isApplied: true, isNew: false))
    }
    var status = SchemaStatus(migrations: statuses, objects: [])
    guard !status.isNewer(than: migrations) else { return status }
    status.objects =
      try present.decode(3, as: Bool.self)
      ? try await differences(connection).statuses : objects.map { ObjectStatus(name: $0.key, change: .missing) }
    return status
  }

  /// The functions, views and grants that the database has from no file.
  package func missingObjects() async throws -> [String] {
    let applied = Set(try await database.query(Statements.objectsApplied).map { try $0.decode(0, as: String.self) })
    return objects.map(\.key).filter { !applied.contains($0) }
  }

  func appliedMigrations(_ connection: Connection) async throws -> AppliedMigrations {
    var applied: AppliedMigrations = [:]
    for row in try await connection.query(Statements.migrationsApplied) {
      applied[try row.decode("version")] = (try row.decode("name"), try row.decode("checksum"))
    }
    return applied
  }
}

extension Migration {
  func status(isApplied: Bool) -> MigrationStatus {
    MigrationStatus(version: version, name: name, isApplied: isApplied, isNew: false)
  }
}
