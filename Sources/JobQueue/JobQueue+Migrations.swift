import Postgres

extension JobQueue {
  /// The oldest server that the schema is tried on: 14 has lz4 and all else it uses.
  private static let oldestServer = 140_000

  /// Applies the migrations that the database lacks, each in a transaction of its own under a lock. Safe from many
  /// processes at once, and again at any time. A database that newer files have migrated is left as it is.
  /// - Throws: `QueueError` `.migrationMismatch` where an applied migration was made from another text.
  @discardableResult
  package func migrate() async throws -> [MigrationStatus] {
    var new: Set<Int> = []
    for status in try await migrationStatus() where !status.isApplied {
      guard let migration = Migration.all.first(where: { $0.version == status.version }) else { continue }
      if try await apply(migration) { new.insert(migration.version) }
    }
    return try await migrationStatus().map { status in
      var status = status
      status.isNew = new.contains(status.version)
      return status
    }
  }

  /// The migrations and whether they are applied, without applying any. Those that only newer files know come last.
  /// - Throws: `QueueError` `.migrationMismatch`.
  package func migrationStatus() async throws -> [MigrationStatus] {
    try await database.withConnection { connection in
      let applied = try await applied(connection)
      var statuses: [MigrationStatus] = []
      for migration in Migration.all {
        if let row = applied[migration.version] { try await check(migration, row.checksum, connection) }
        statuses.append(
          MigrationStatus(
            version: migration.version, name: migration.name, isApplied: applied[migration.version] != nil, isNew: false
          ))
      }
      for (version, row) in applied.sorted(by: { $0.key < $1.key })
      where !Migration.all.contains(where: { $0.version == version }) {
        statuses.append(MigrationStatus(version: version, name: row.name, isApplied: true, isNew: false))
      }
      return statuses
    }
  }

  /// Applies a migration; again where it was the one that had to give way to workers which lock its tables in another order.
  /// - Returns: false where another process was quicker.
  func apply(_ migration: Migration) async throws -> Bool {
    for _ in 1..<10 {
      do {
        return try await applyOnce(migration)
      } catch let error as PostgresError where error.sqlState == "40P01" {
        continue
      }
    }
    return try await applyOnce(migration)
  }

  private func applyOnce(_ migration: Migration) async throws -> Bool {
    try await database.transaction { connection in
      _ = try await connection.query(Statements.migrationsLock)
      let version = try await connection.query("select current_setting('server_version_num')::int").single().decode(
        0, as: Int.self)
      guard version >= Self.oldestServer else {
        throw QueueError(
          code: .migrationMismatch, message: "PostgreSQL 14 or later is needed, and this is \(version / 10_000)")
      }
      let present = try await connection.query(Statements.migrationsPresent).single()
      // Asking first spares a login the right to make what is there already.
      if try !present.decode(0, as: Bool.self) { try await connection.execute(script: "create schema pressrun") }
      if try !present.decode(1, as: Bool.self) {
        try await connection.execute(script: Statements.migrationsBootstrap.sql)
      }
      guard try await applied(connection)[migration.version] == nil else { return false }
      try await connection.execute(script: migration.script, name: "migration \(migration.version)_\(migration.name)")
      _ = try await connection.query(
        Statements.migrationsRecord, [.integer(migration.version), .text(migration.name), .text(migration.script)])
      return true
    }
  }

  private func applied(_ connection: Connection) async throws -> [Int: (name: String, checksum: String)] {
    let present = try await connection.query(Statements.migrationsPresent).single()
    guard try present.decode(1, as: Bool.self) else { return [:] }
    var applied: [Int: (String, String)] = [:]
    for row in try await connection.query(Statements.migrationsApplied) {
      applied[try row.decode("version")] = (try row.decode("name"), try row.decode("checksum"))
    }
    return applied
  }

  private func check(_ migration: Migration, _ checksum: String, _ connection: Connection) async throws {
    let rows = try await connection.query(Statements.migrationsChecksum, [.text(migration.script)])
    guard try rows.single().decode(0, as: String.self) != checksum else { return }
    throw QueueError(
      code: .migrationMismatch,
      message: "migration \(migration.version)_\(migration.name) was applied to this database from another text",
      hint: "use the version of Pressrun that made the database, or a new database")
  }
}
