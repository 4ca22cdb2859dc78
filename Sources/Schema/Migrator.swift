import Postgres

/// Brings the schema `pressrun` of a database up to date with the files of `SQL/`.
///
/// Numbered migrations are applied once. Functions, views and grants are applied again whenever the checksum of their
/// file differs from the one in `pressrun.schema_objects`, and dropped when they have no file any more. All of it
/// happens in one transaction under an advisory lock, so that any number of processes may migrate at the same time, and
/// workers see the old schema or the new one. A database with all of the migrations that preceded the baseline is
/// upgraded. Throws `SchemaError` and `PostgresError`.
package struct Migrator: Sendable {
  /// The oldest server that tests run on.
  private static let oldestServer = 140_000

  let database: Database
  let migrations: [Migration]
  let objects: [SchemaObject]

  package init(
    _ database: Database, migrations: [Migration] = SchemaFiles.migrations,
    objects: [SchemaObject] = SchemaFiles.objects
  ) {
    self.database = database
    self.migrations = migrations
    self.objects = objects
  }

  /// Compares the database with the files. Changes nothing.
  package func status() async throws -> SchemaStatus {
    try await database.withConnection { try await status($0) }
  }

  /// Migrates the database. A database that a newer version has migrated is not changed.
  /// - Returns: the status before the call, with the migrations that this call applied marked as new and applied.
  package func migrate() async throws -> SchemaStatus {
    let before = try await status()
    // Reading needs fewer rights than migrating.
    if before.isCurrent || before.isNewer(than: migrations) { return before }
    return try await retryingDeadlocks { try await database.transaction { try await migrate($0) } }
  }

  /// Repeats a migration that PostgreSQL aborted because of a deadlock with workers.
  private func retryingDeadlocks<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    for _ in 1..<10 {
      do {
        return try await body()
      } catch let error as PostgresError where error.sqlState == "40P01" {
        continue
      }
    }
    return try await body()
  }

  private func migrate(_ connection: Connection) async throws -> SchemaStatus {
    // A migration waits for as long as the transactions of workers and producers take.
    try await connection.execute(script: "set local lock_timeout to 0")
    _ = try await connection.query(Statements.lock)
    try await bootstrap(connection)
    let isUpgraded = hasEarlierMigrations(try await appliedMigrations(connection))
    if isUpgraded { try await upgrade(connection) }
    // Another process may have migrated since the status was read.
    var status = try await status(connection)
    guard !status.isNewer(than: migrations) else { return status }
    if isUpgraded { status.migrations[0].isNew = true }
    var isMigrated = false
    for index in status.migrations.indices where !status.migrations[index].isApplied {
      guard let migration = migrations.first(where: { $0.version == status.migrations[index].version }) else {
        continue
      }
      try await connection.execute(script: migration.script, name: "migration \(migration.version)_\(migration.name)")
      try await record(migration, connection)
      status.migrations[index].isApplied = true
      status.migrations[index].isNew = true
      isMigrated = true
    }
    try await connection.execute(script: SchemaFiles.roles, name: "roles")
    status.objects = try await apply(objects, all: isMigrated, connection)
    return status
  }

  private func bootstrap(_ connection: Connection) async throws {
    let present = try await connection.query(Statements.present).single()
    let version = try present.decode(0, as: Int.self)
    guard version >= Self.oldestServer else {
      throw SchemaError(message: "PostgreSQL 14 or later is needed, and this is \(version / 10_000)")
    }
    // "create schema if not exists" needs the right to create schemas even if it exists.
    if try !present.decode(1, as: Bool.self) { try await connection.execute(script: "create schema pressrun") }
    if try !present.decode(3, as: Bool.self) {
      try await connection.execute(script: SchemaFiles.bootstrap, name: "bootstrap")
    }
  }

  func record(_ migration: Migration, _ connection: Connection) async throws {
    let checksum = try await checksums([migration.script], connection)[0]
    _ = try await connection.query(
      Statements.migrationsRecord, [.integer(migration.version), .text(migration.name), .text(checksum)])
  }

  func checksums(_ texts: [String], _ connection: Connection) async throws -> [String] {
    try await connection.query(Statements.checksums, [.texts(texts)]).map { try $0.decode(0) }
  }
}

extension SchemaStatus {
  /// Whether the database has a migration that is not among these.
  func isNewer(than migrations: [Migration]) -> Bool {
    self.migrations.contains { status in !migrations.contains { $0.version == status.version } }
  }
}
