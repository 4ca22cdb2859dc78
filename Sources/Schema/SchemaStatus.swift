/// Differences between the schema of a database and the files.
package struct SchemaStatus: Hashable, Sendable {
  /// The migrations in ascending order. Those that only a newer version knows come last.
  package var migrations: [MigrationStatus]
  /// Functions, views and grants that differ from the files, in the order of their names. Empty for a database that a
  /// newer version has migrated.
  package var objects: [ObjectStatus]

  package var isCurrent: Bool { objects.isEmpty && migrations.allSatisfy(\.isApplied) }
}

/// A numbered migration.
package struct MigrationStatus: Hashable, Sendable {
  package var version: Int
  package var name: String
  package var isApplied: Bool
  /// Whether this call applied it.
  package var isNew: Bool

  package init(version: Int, name: String, isApplied: Bool, isNew: Bool) {
    self.version = version
    self.name = name
    self.isApplied = isApplied
    self.isNew = isNew
  }
}

/// A function, a view, or the grants of the tables.
package struct ObjectStatus: Hashable, Sendable {
  package enum Change: String, Sendable {
    /// The database has it from no file.
    case missing
    /// The database has it from another text.
    case changed
    /// The object has no file any more.
    case obsolete
  }

  /// Such as `function claim`.
  package var name: String
  package var change: Change

  package init(name: String, change: Change) {
    self.name = name
    self.change = change
  }
}
