import Postgres
import Schema

extension JobQueue {
  /// Brings the schema up to date. Any number of processes may call it at the same time; see `Migrator`.
  /// - Throws: `QueueError` `.migrationMismatch` if the database was migrated from other files, or its server is too
  ///   old.
  @discardableResult
  package func migrate() async throws -> SchemaStatus {
    try await explainingSchemaErrors { try await Migrator(database).migrate() }
  }

  /// Compares the schema with the files. Changes nothing.
  /// - Throws: `QueueError` `.migrationMismatch`.
  package func schemaStatus() async throws -> SchemaStatus {
    try await explainingSchemaErrors { try await Migrator(database).status() }
  }

  /// The functions and views of this program that the schema lacks.
  package func missingSchemaObjects() async throws -> [String] { try await Migrator(database).missingObjects() }

  /// The roles of the schema that do not exist.
  package func missingRoles() async throws -> [String] { try await Migrator(database).missingRoles() }

  /// Checks that this program and the schema fit each other.
  /// - Throws: `QueueError` `.notMigrated` if the schema is older than this program, `.migrationMismatch` if it is too
  ///   new for it.
  package func checkSchema() async throws {
    let row = try await query(Statements.schemaRange, []).single()
    let (version, oldest) = (try row.decode(0, as: Int.self), try row.decode(1, as: Int.self))
    let own = SchemaFiles.migrations.map(\.version).max() ?? 0
    guard version >= own else {
      throw QueueError(
        code: .notMigrated,
        message:
          "the schema is older than this program: its last migration is \(version), and this program needs \(own)",
        hint: "run: pressrun migrate")
    }
    guard oldest <= own else {
      throw QueueError(
        code: .migrationMismatch,
        message:
          "the schema is too new for this program, which knows migration \(own): it needs one that knows \(oldest)",
        hint: "install the version of Pressrun that migrated the database")
    }
  }

  /// Checks the schema as `checkSchema` does. A login that may not read the schema's version, as those of producers, is
  /// told by its calls that a function is missing.
  /// - Throws: `QueueError` `.notMigrated`, `.migrationMismatch`.
  package func checkSchemaIfPermitted() async throws {
    do {
      try await checkSchema()
    } catch let error as PostgresError where error.sqlState == "42501" {
      return
    }
  }

  /// The rights of a role that this login does not have. None if there is no schema yet.
  package func missingRights(of role: String) async throws -> [String] {
    let rights = Rights(of: role)
    return try await query(
      Statements.missingRights, [.texts(rights.functions.sorted()), .texts(rights.relations.sorted())]
    ).map { try $0.decode(0) }
  }

  private func explainingSchemaErrors<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as SchemaError {
      throw QueueError(code: .migrationMismatch, message: error.message, hint: error.hint)
    }
  }
}
