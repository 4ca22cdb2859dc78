import Postgres

/// The queue of jobs in a database's schema `pressrun`. Its methods throw `QueueError` and `PostgresError`.
package struct JobQueue: Sendable {
  package let database: Database

  package init(database: Database) { self.database = database }

  /// Applies the migrations that the database lacks, each in a transaction. Safe from many processes at once.
  @discardableResult
  package func migrate() async throws -> [MigrationStatus] { [] }

  /// The migrations and whether they are applied, without applying any.
  package func migrationStatus() async throws -> [MigrationStatus] { [] }

  /// Makes kinds known, or changes their settings.
  package func register(kinds: [KindSettings]) async throws {}

  package func enqueue(_ job: NewJob) async throws -> Enqueued { throw QueueError(code: .notMigrated, message: "") }

  /// Enqueues all or none, in the order given.
  package func enqueue(many jobs: [NewJob]) async throws -> [Enqueued] { [] }

  /// Registers a worker; `heartbeat` keeps it registered.
  package func register(worker: WorkerDescription) async throws -> WorkerID { WorkerID(rawValue: 0) }

  /// Takes the worker off the register.
  package func unregister(worker: WorkerID) async throws {}

  /// Takes up to `limit` ready jobs, by priority, then by the time they became ready.
  /// - Parameters:
  ///   - queues: empty for all.
  ///   - lease: how long until the job counts as lost unless `heartbeat` extends it.
  package func claim(worker: WorkerID, queues: [String] = [], limit: Int, lease: Duration) async throws -> [ClaimedJob] {
    []
  }

  /// Extends the leases that are still held, and says which are not. Also the worker's sign of life: call it with none.
  package func heartbeat(worker: WorkerID, holding: [LeaseRef], lease: Duration) async throws -> HeartbeatReply {
    HeartbeatReply(held: [], lost: [], cancelled: [])
  }

  /// Finishes a job: the job, its attempt, its artifact, its event and its outbox row in one transaction.
  package func complete(_ ref: LeaseRef, _ completion: Completion) async throws -> CompletionOutcome { .stale }

  /// Finishes many jobs in one transaction; answers in the order given.
  package func complete(many: [(ref: LeaseRef, completion: Completion)]) async throws -> [CompletionOutcome] { [] }

  /// Ends an attempt that failed.
  package func fail(_ ref: LeaseRef, _ failure: JobFailure) async throws -> FailureOutcome { .stale }

  /// Gives jobs back without using up an attempt.
  /// - Returns: how many were still held.
  @discardableResult
  package func release(_ refs: [LeaseRef]) async throws -> Int { 0 }

  /// Ends attempts of jobs whose cancellation was asked for.
  /// - Returns: how many were still held.
  @discardableResult
  package func cancelled(_ refs: [LeaseRef]) async throws -> Int { 0 }

  /// Ends the attempts whose lease ran out, as failures. Any worker may call it at any time.
  /// - Returns: how many.
  @discardableResult
  package func rescue(limit: Int = 100) async throws -> Int { 0 }

  /// Cancels a waiting job at once, and asks the worker of a running one to stop.
  /// - Returns: the state after it.
  @discardableResult
  package func cancel(_ id: JobID) async throws -> JobState { .cancelled }

  /// Makes a discarded or cancelled job available again, with a fresh set of attempts and its history kept.
  package func retry(_ id: JobID) async throws {}

  /// What is not in a final state. Empty for all queues.
  package func pending(queues: [String] = []) async throws -> Pending { throw QueueError(code: .notMigrated, message: "") }

  package func jobs(_ filter: JobFilter = JobFilter()) async throws -> [JobRecord] { [] }

  /// - Throws: `QueueError` `.unknownJob`.
  package func job(_ id: JobID) async throws -> JobDetails { throw QueueError(code: .unknownJob, message: "") }

  /// Events in the order of their transactions.
  package func events(after cursor: EventCursor = .start, limit: Int = 100) async throws -> [EventRecord] { [] }

  package func status() async throws -> QueueStatus { QueueStatus(counts: [], queues: [], workers: []) }

  /// Reasons to look at the queue before the next poll is due. Polling is still needed: a pooler may swallow them.
  package func wakeups() -> AsyncStream<Wakeup> { AsyncStream { nil } }
}
