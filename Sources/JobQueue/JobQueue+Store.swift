import Postgres

/// The artifact store of the database. Both know its id, so that neither is used with another one.
extension JobQueue {
  /// Returns nil if no store has been used yet.
  package func storeID() async throws -> String? { try await query(Statements.storeID).single().decode(0) }

  /// The beginning of the id of a store that this database uses as the first one.
  package func storePrefix() async throws -> String { try await query(Statements.storePrefix).single().decode(0) }

  /// Records the id of the store if none is recorded.
  /// - Returns: the recorded id.
  package func bindStore(_ id: String) async throws -> String {
    try await query(Statements.bindStore, [.text(id)]).single().decode(0)
  }

  /// Records the id of another store.
  package func replaceStore(_ id: String) async throws { _ = try await query(Statements.replaceStore, [.text(id)]) }
}
