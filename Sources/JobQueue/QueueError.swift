/// Why the queue refused what was asked. Trouble with the database itself is a `PostgresError`.
package struct QueueError: Error, Hashable, Sendable {
  package enum Code: String, Sendable {
    case unknownKind, invalidDestination, destinationDenied, invalidArgument, invalidPayload, unknownJob
    /// The job is in a state that does not allow it.
    case wrongState
    /// The database was migrated by other files than these.
    case migrationMismatch
    /// `pressrun migrate` was not run.
    case notMigrated
  }

  package var code: Code
  package var message: String
  /// What to do about it.
  package var hint: String?
  /// For `destinationDenied`: the rule that denied it.
  package var rule: String?

  package init(code: Code, message: String, hint: String? = nil, rule: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.rule = rule
  }
}
