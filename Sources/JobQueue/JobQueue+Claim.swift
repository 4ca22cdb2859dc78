import FoundationEssentials
import Postgres

extension JobQueue {
  /// Registers a worker; `heartbeat` keeps it registered.
  package func register(worker: WorkerDescription) async throws -> WorkerID {
    let rows = try await query(
      Statements.registerWorker,
      [
        .text(worker.host), .integer(worker.pid), .text(worker.version), .integer(worker.slots), .texts(worker.queues),
      ])
    return WorkerID(rawValue: try rows.single().decode(0))
  }

  /// Takes the worker off the register, and adds up what it finished.
  package func unregister(worker: WorkerID) async throws {
    _ = try await query(Statements.unregisterWorker, [.integer(worker.rawValue)])
  }

  /// Takes up to `limit` ready jobs: of each tenant in turn, and of one tenant by priority, then in the order in which
  /// they became ready.
  /// - Parameters:
  ///   - queues: empty for all.
  ///   - lease: how long until the job counts as lost unless `heartbeat` extends it.
  ///   - token: where an answer was lost, the same token asks for it again, and costs no attempt; as long as the worker
  ///     has claimed nothing else meanwhile.
  package func claim(
    worker: WorkerID, queues: [String] = [], limit: Int, lease: Duration, token: ClaimToken = ClaimToken()
  ) async throws -> [ClaimedJob] {
    guard limit > 0 else { return [] }
    return try await query(
      Statements.claim,
      [
        .integer(worker.rawValue), .texts(queues), .integer(min(limit, 10_000)), .double(lease.seconds),
        .integer(token.rawValue),
      ]
    ).map { row in
      ClaimedJob(
        ref: LeaseRef(job: JobID(rawValue: try row.decode(0)), lease: try row.decode(1)),
        kind: try row.decode(2), queue: try row.decode(3), tenant: try row.decode(4), attempt: try row.decode(5),
        maxAttempts: try row.decode(6), priority: try row.decode(7), destination: try row.decode(8),
        payload: try row.decode(9), enqueuedAt: try row.decode(10), claimedAt: try row.decode(11),
        timeout: .seconds(try row.decode(12, as: Double.self)))
    }
  }

  /// Extends the leases that are still held, and says which are not. Also the worker's sign of life: call it with none.
  /// - Parameter pages: how many pages are set so far, of those jobs of which that is known.
  package func heartbeat(
    worker: WorkerID, holding: [LeaseRef], lease: Duration, pages: [LeaseRef: Int] = [:]
  ) async throws -> HeartbeatReply {
    let done = holding.map { pages[$0].map(Int32.init(clamping:)) }
    let rows = try await query(
      Statements.heartbeat,
      [.integer(worker.rawValue)] + Self.parameters(of: holding) + [
        .double(lease.seconds), .text(ArrayText.of(done)),
      ])
    var held: [LeaseRef] = []
    var cancelled: [LeaseRef] = []
    for row in rows {
      let ref = LeaseRef(job: JobID(rawValue: try row.decode(0)), lease: try row.decode(1))
      if try row.decode(2, as: Bool.self) { cancelled.append(ref) } else { held.append(ref) }
    }
    let answered = Set(held).union(cancelled)
    return HeartbeatReply(held: held, lost: holding.filter { !answered.contains($0) }, cancelled: cancelled)
  }

  /// Gives jobs back without using up an attempt.
  /// - Returns: how many were still held.
  @discardableResult
  package func release(_ refs: [LeaseRef]) async throws -> Int {
    guard !refs.isEmpty else { return 0 }
    return try await query(Statements.release, Self.parameters(of: refs)).single().decode(0)
  }

  /// Gives jobs back until `pause` is over, without using up an attempt.
  /// - Parameter reason: kept with the attempt.
  /// - Returns: how many were still held.
  /// - Throws: `QueueError` `.invalidArgument` for a pause of less than nothing or more than a year.
  @discardableResult
  package func snooze(_ refs: [LeaseRef], for pause: Duration, reason: String? = nil) async throws -> Int {
    guard !refs.isEmpty else { return 0 }
    return try await query(
      Statements.snooze, Self.parameters(of: refs) + [.double(pause.seconds), .text(optional: reason)]
    ).single().decode(0)
  }

  /// What must be done now and then, by any worker: runs schedules, adds up counts, completes batches. Once a second, by
  /// whichever claim or call comes first.
  package func upkeep() async throws { _ = try await query(Statements.upkeep) }

  /// Ends the attempts whose lease ran out, as failures. Any worker may call it at any time.
  /// - Returns: how many.
  @discardableResult
  package func rescue(limit: Int = 100) async throws -> Int {
    try await query(Statements.rescue, [.integer(limit)]).single().decode(0)
  }

  static func parameters(of refs: [LeaseRef]) -> [Parameter] {
    [.integers(refs.map(\.job.rawValue)), .integers(refs.map(\.lease))]
  }
}

/// A number that names one claim, whatever becomes of its answer.
package struct ClaimToken: RawRepresentable, Hashable, Sendable {
  package var rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  /// One that no other claim has, as good as surely.
  package init() { rawValue = .random(in: .min ... .max) }
}

private enum ArrayText {
  /// PostgreSQL's text form of an array of numbers and nulls.
  static func of(_ numbers: [Int32?]) -> String {
    "{" + numbers.map { $0.map(String.init) ?? "null" }.joined(separator: ",") + "}"
  }
}
