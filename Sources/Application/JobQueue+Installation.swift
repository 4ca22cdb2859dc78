import Composition
import JobQueue
import Logging
import Postgres

extension JobQueue {
  /// Enqueues jobs. Registers the kinds of `Jobs/` first if the queue does not know a job's kind and the login may
  /// register it.
  /// - Parameter progress: called with the number of jobs that were sent so far.
  package func enqueue(
    _ jobs: [NewJob], of installation: Installation, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> [Enqueued] {
    try await registering(Set(jobs.map(\.kind)), of: installation) {
      try await $0.enqueue(many: jobs, progress: progress)
    }
  }

  /// Runs `operation`, which needs these kinds. If the queue does not know them, and the login may register them,
  /// registers the kinds of `Jobs/` and runs it again.
  package func registering<Value>(
    _ names: Set<String>, of installation: Installation, _ operation: (JobQueue) async throws -> Value
  ) async throws -> Value {
    do {
      return try await operation(self)
    } catch let error as QueueError where error.code == .unknownKind {
      guard let kinds = try? installation.kinds(), names.allSatisfy({ kinds[$0] != nil }) else { throw error }
      do {
        try await register(kinds)
      } catch let refusal as PostgresError where refusal.sqlState == "42501" {
        throw error
      }
      return try await operation(self)
    }
  }

  /// Waits until the database can be reached and has been migrated, and compares the kinds of `Jobs/` with the
  /// registered ones.
  /// - Returns: warnings. A worker may not register kinds: their settings include the destinations that are allowed.
  package func warningsOfKinds(_ kinds: JobKinds, log: Logger) async throws -> [String] {
    let settings = kinds.names.compactMap { kinds[$0] }.map(KindSettings.init)
    return try await whenMigrated(log: log) { try await self.unregistered(of: settings) }.map {
      "the kind \"\($0)\" is not registered as its file in Jobs/ says; run: pressrun migrate"
    }
  }

  /// Checks that the schema fits this program and that the login has the rights it needs.
  /// - Parameters:
  ///   - role: the role whose rights the process needs, such as `pressrun_worker`.
  ///   - waits: whether to wait until the database can be reached and has been migrated.
  /// - Throws: `ApplicationError` `.missingRights`; `QueueError` `.migrationMismatch` if the schema is too new. Without
  ///   `waits` also `QueueError` `.notMigrated`, and `PostgresError` if the database is out of reach.
  package func prepare(for role: String, waits: Bool = true, log: Logger) async throws {
    guard waits else { return try await checkInstallation(for: role) }
    try await whenMigrated(log: log) { try await self.checkInstallation(for: role) }
  }

  private func checkInstallation(for role: String) async throws {
    let missing = try await missingRights(of: role)
    guard missing.isEmpty else {
      let shown = missing.prefix(10).joined(separator: ", ")
      let rest = missing.count > 10 ? " and \(missing.count - 10) more" : ""
      throw ApplicationError(
        code: .missingRights,
        message:
          "this login of the database lacks rights of the role \(role): \(shown)\(rest); as the owner of the schema run "
          + "\"pressrun migrate\", which grants them to the role, and \"grant \(role) to …\" for the login")
    }
    try await checkSchema()
  }

  /// Repeats an operation until the database can be reached and has been migrated.
  package func whenMigrated<Value>(log: Logger, _ operation: () async throws -> Value) async throws -> Value {
    var delay = RetryDelay(first: .milliseconds(200), limit: .seconds(5))
    while true {
      let problem: String
      do {
        return try await operation()
      } catch let error as QueueError where error.code == .notMigrated {
        problem = "\(error.message); waiting for 'pressrun migrate'"
      } catch let error as PostgresError where error.isTransient {
        problem = "the database is out of reach: \(error.message)"
      }
      if delay.failures == 0 { log.warning("\(problem)") }
      try await Task.sleep(for: delay.next())
    }
  }
}
