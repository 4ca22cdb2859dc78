import Postgres
import Synchronization

/// Combines jobs that many callers enqueue at the same time into few statements, so that they share round trips and
/// commits.
///
/// Only jobs that differ in nothing but payload and trace context are combined. A job is sent immediately unless
/// `statementsAtOnce` statements with such jobs are running; then it is sent with the next one. If the server refuses a
/// combined statement, nothing of it remains, and each of its jobs is sent again alone: a caller receives the error of
/// its own job and of no other.
package final class EnqueueCoalescer: Sendable {
  typealias SendOne = @Sendable (NewJob) async throws -> Enqueued
  typealias Completion = @Sendable (Result<Enqueued, any Error>) -> Void
  /// Returns the results in the order of the jobs.
  typealias SendEach = @Sendable ([NewJob]) async throws -> [Enqueued]

  private struct Caller {
    var job: NewJob
    var answer: Completion
  }
  /// The callers whose jobs have the same properties.
  private struct Group {
    var waiting: [Caller] = []
    /// Statements in progress.
    var running = 0

    var isEmpty: Bool { running == 0 && waiting.isEmpty }

    /// - Returns: whether a statement can be started for the caller.
    mutating func add(_ caller: Caller) -> Bool {
      waiting.append(caller)
      guard running < EnqueueCoalescer.statementsAtOnce else { return false }
      running += 1
      return true
    }

    /// The callers of the next statement; none if nobody waits, which ends the series of statements.
    mutating func next() -> [Caller] {
      let callers = Array(waiting.prefix(EnqueueCoalescer.jobsPerStatement))
      waiting.removeFirst(callers.count)
      if callers.isEmpty { running -= 1 }
      return callers
    }
  }

  /// The statements of a group at the same time. A second one keeps the server busy while the first one is committed.
  static let statementsAtOnce = 2
  static let jobsPerStatement = 100
  /// Bytes of the payload of a job that is combined with others.
  static let payloadLimit = 64 << 10

  private let sendOne: SendOne
  private let sendEach: SendEach
  private let groups = Mutex<[CommonProperties: Group]>([:])

  package convenience init(_ queue: JobQueue) {
    self.init(one: { try await queue.enqueue($0) }, each: { try await queue.enqueue(each: $0) })
  }

  init(one: @escaping SendOne, each: @escaping SendEach) {
    sendOne = one
    sendEach = each
  }

  /// Enqueues a job. Cancelling the caller's task has no effect on it.
  /// - Throws: as `JobQueue.enqueue(_:)`.
  package func enqueue(_ job: NewJob) async throws -> Enqueued {
    guard Self.isCombinable(job) else { return try await sendOne(job) }
    return try await withCheckedThrowingContinuation { caller in
      add(job) { caller.resume(with: $0) }
    }
  }

  func add(_ job: NewJob, answer: @escaping Completion) {
    var properties = CommonProperties(job)
    properties.traceParent = nil
    let starts = groups.withLock { groups in
      groups[properties, default: Group()].add(Caller(job: job, answer: answer))
    }
    // Not a child of the caller's task, whose cancellation must not affect the other jobs.
    if starts { Task { [properties] in await send(properties) } }
  }

  /// Whether a job may share a statement. A unique key waits for other transactions with the same key, so jobs with one
  /// would delay each other.
  private static func isCombinable(_ job: NewJob) -> Bool {
    job.uniqueKey == nil && job.deliveryOptions == nil && job.assets.isEmpty && job.payload.count <= payloadLimit
  }

  /// Sends the jobs of a group until none waits.
  private func send(_ properties: CommonProperties) async {
    while true {
      let callers = groups.withLock { groups in
        let callers = groups[properties]?.next() ?? []
        if groups[properties]?.isEmpty ?? false { groups[properties] = nil }
        return callers
      }
      if callers.isEmpty { return }
      await send(callers)
    }
  }

  private func send(_ callers: [Caller]) async {
    if callers.count > 1 {
      do {
        let enqueued = try await sendEach(callers.map(\.job))
        for (caller, result) in zip(callers, enqueued) { caller.answer(.success(result)) }
        return
      } catch {
        guard Self.isRefusal(error) else {
          for caller in callers { caller.answer(.failure(error)) }
          return
        }
      }
    }
    for caller in callers {
      do {
        caller.answer(.success(try await sendOne(caller.job)))
      } catch {
        caller.answer(.failure(error))
      }
    }
  }

  /// Whether nothing of the statement took effect. If the connection broke, this is not known, and sending the jobs
  /// again could enqueue them twice.
  private static func isRefusal(_ error: any Error) -> Bool {
    if error is QueueError { return true }
    guard let error = error as? PostgresError else { return false }
    return error.code == .statementFailed || error.code == .invalidParameter
  }
}
