import Postgres

extension Migrator {
  func status(_ connection: Connection) async throws -> SchemaStatus {
    let present = try await connection.query(Statements.present).single()
    let applied = try present.decode(2, as: Bool.self) ? try await appliedMigrations(connection) : [:]
    if isFromBeforeBaseline(applied) {
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

  private func appliedMigrations(_ connection: Connection) async throws -> [Int: (name: String, checksum: String)] {
    var applied: [Int: (String, String)] = [:]
    for row in try await connection.query(Statements.migrationsApplied) {
      applied[try row.decode("version")] = (try row.decode("name"), try row.decode("checksum"))
    }
    return applied
  }

  func isFromBeforeBaseline(_ connection: Connection) async throws -> Bool {
    isFromBeforeBaseline(try await appliedMigrations(connection))
  }

  private func isFromBeforeBaseline(_ applied: [Int: (name: String, checksum: String)]) -> Bool {
    applied[1]?.name == "tables"
  }

  /// Upgrades a database that has the migrations from before the baseline.
  func upgrade(_ connection: Connection) async throws {
    let last = try await appliedMigrations(connection).keys.max() ?? 0
    guard last == Self.lastBeforeBaseline, let baseline = migrations.first else {
      throw SchemaError(
        message: "this database has \(last) of the \(Self.lastBeforeBaseline) migrations from before the baseline",
        hint: "migrate it with the version of Pressrun that has all \(Self.lastBeforeBaseline), then with this one")
    }
    try await connection.execute(script: SchemaFiles.upgrade, name: "upgrade to the baseline")
    try await connection.execute(script: baseline.comments, name: "comments of the baseline")
    try await record(baseline, connection)
  }
}

extension Migration {
  func status(isApplied: Bool) -> MigrationStatus {
    MigrationStatus(version: version, name: name, isApplied: isApplied, isNew: false)
  }
}
