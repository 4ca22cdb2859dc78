/// An error for which the schema of a database cannot be migrated. Errors of the database itself are `PostgresError`.
package struct SchemaError: Error, Hashable, Sendable {
  package var message: String
  package var hint: String?
}
