import Composition
import JobQueue
import Logging
import Postgres

extension JobQueue {
  /// Enqueues jobs. Registers the kinds of `Jobs/` first if the queue does not know a job's kind.
  package func enqueue(_ jobs: [NewJob], of installation: Installation) async throws -> [Enqueued] {
    do {
      return try await enqueue(many: jobs)
    } catch let error as QueueError where error.code == .unknownKind {
      guard let kinds = try? installation.kinds(), jobs.allSatisfy({ kinds[$0.kind] != nil }) else { throw error }
      try await register(kinds)
      return try await enqueue(many: jobs)
    }
  }

  /// Registers the kinds, and waits until the database can be reached and has been migrated.
  package func registerWhenMigrated(_ kinds: JobKinds, log: Logger) async throws {
    try await whenMigrated(log: log) { try await self.register(kinds) }
  }

  /// Repeats an operation until the database can be reached and has been migrated.
  package func whenMigrated(log: Logger, _ operation: () async throws -> Void) async throws {
    var delay = RetryDelay(first: .milliseconds(200), limit: .seconds(5))
    while true {
      let problem: String
      do {
        return try await operation()
      } catch let error as QueueError where error.code == .notMigrated {
        problem = "the database has no schema yet; waiting for 'pressrun migrate'"
      } catch let error as PostgresError where error.isTransient {
        problem = "the database is out of reach: \(error.message)"
      }
      if delay.failures == 0 { log.warning("\(problem)") }
      try await Task.sleep(for: delay.next())
    }
  }
}
