import Schema

extension JobQueue {
  /// Brings the schema up to date. Any number of processes may call it at the same time; see `Migrator`.
  /// - Throws: `QueueError` `.migrationMismatch` if the database was migrated from other files, or its server is too old.
  @discardableResult
  package func migrate() async throws -> SchemaStatus {
    try await explainingSchemaErrors { try await Migrator(database).migrate() }
  }

  /// Compares the schema with the files. Changes nothing.
  /// - Throws: `QueueError` `.migrationMismatch`.
  package func schemaStatus() async throws -> SchemaStatus {
    try await explainingSchemaErrors { try await Migrator(database).status() }
  }

  private func explainingSchemaErrors<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as SchemaError {
      throw QueueError(code: .migrationMismatch, message: error.message, hint: error.hint)
    }
  }
}
