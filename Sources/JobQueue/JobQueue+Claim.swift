import FoundationEssentials
import Postgres

extension JobQueue {
  /// Registers a worker; `heartbeat` keeps it registered.
  package func register(worker: WorkerDescription) async throws -> WorkerID {
    let rows = try await query(
      Statements.registerWorker,
      [
        .text(worker.host), .integer(worker.pid), .text(worker.version), .integer(worker.slots), .texts(worker.queues),
        .texts(optional: worker.capabilities.kinds), .text(optional: worker.capabilities.fonts),
        .text(optional: worker.capabilities.libraries), try Self.parameter(of: worker.capabilities.templates),
      ])
    return WorkerID(rawValue: try rows.single().decode(0))
  }

  /// Deregisters a worker, and applies the counters of the jobs that it finished.
  package func unregister(worker: WorkerID) async throws {
    _ = try await query(Statements.unregisterWorker, [.integer(worker.rawValue)])
  }

  /// Records the reason why a worker cannot work; nil when it can work again.
  package func report(problem: String?, of worker: WorkerID) async throws {
    _ = try await query(Statements.reportProblem, [.integer(worker.rawValue), .text(optional: problem)])
  }

  /// Records the space of the file system with a worker's artifact store.
  package func report(storage: StorageSpace, of worker: WorkerID) async throws {
    _ = try await query(
      Statements.reportStorage, [.integer(worker.rawValue), .integer(storage.size), .integer(storage.free)])
  }

  /// Claims up to `limit` ready jobs: round-robin over tenants, and for one tenant by priority, then in the order in
  /// which they became ready.
  /// - Parameters:
  ///   - queues: empty for all.
  ///   - lease: how long the lease lasts unless `heartbeat` extends it.
  ///   - token: a call with the token of the worker's previous claim returns the same jobs again, for a claim whose
  ///     answer was lost.
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
        timeout: .seconds(try row.decode(12, as: Double.self)),
        traceParent: try row.decode(13, as: String?.self).flatMap { TraceParent($0) },
        assets: try row.decode(14, as: [UInt8]?.self).map(Self.assets) ?? [:], template: try row.decode(15))
    }
  }

  /// Extends the leases that are still held, and reports lost ones. Keeps the worker registered, also without leases.
  /// - Parameters:
  ///   - pages: the number of finished pages of each job, if known.
  ///   - memory: the resident memory of the worker in bytes, if known.
  package func heartbeat(
    worker: WorkerID, holding: [LeaseRef], lease: Duration, pages: [LeaseRef: Int] = [:], memory: Int? = nil
  ) async throws -> HeartbeatReply {
    let done = holding.map { pages[$0].map(Int32.init(clamping:)) }
    let rows = try await query(
      Statements.heartbeat,
      [.integer(worker.rawValue)] + Self.parameters(of: holding) + [
        .double(lease.seconds), .integers(optional: done), memory.map { .integer($0) } ?? .null,
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

  /// Returns jobs to the queue without counting the attempt.
  /// - Returns: how many leases were still held.
  @discardableResult
  package func release(_ refs: [LeaseRef]) async throws -> Int {
    guard !refs.isEmpty else { return 0 }
    return try await query(Statements.release, Self.parameters(of: refs)).single().decode(0)
  }

  /// Returns jobs to the queue for a later time without counting the attempt.
  /// - Parameter reason: stored with the attempt.
  /// - Returns: how many leases were still held.
  /// - Throws: `QueueError` `.invalidArgument` for a negative pause or one of more than a year.
  @discardableResult
  package func snooze(_ refs: [LeaseRef], for pause: Duration, reason: String? = nil) async throws -> Int {
    guard !refs.isEmpty else { return 0 }
    return try await query(
      Statements.snooze, Self.parameters(of: refs) + [.double(pause.seconds), .text(optional: reason)]
    ).single().decode(0)
  }

  /// Periodic maintenance, which every worker runs about once a second: makes due jobs available, runs schedules,
  /// applies counters and completes batches.
  /// - Returns: how many jobs became available.
  @discardableResult
  package func maintain() async throws -> Int {
    var promoted = 0
    while true {
      let step = try await query(Statements.maintain, [.integer(Self.promotionStep)]).single().decode(0, as: Int.self)
      promoted += step
      if step < Self.promotionStep { return promoted }
    }
  }

  /// Due jobs that one transaction makes available.
  private static let promotionStep = 1000

  /// Ends attempts whose lease expired, as failures. Any worker may call it at any time.
  /// - Returns: how many.
  @discardableResult
  package func rescue(limit: Int = 100) async throws -> Int {
    try await query(Statements.rescue, [.integer(limit)]).single().decode(0)
  }

  /// The jobs and their leases as two arrays of the same length, as the queue's SQL functions take them.
  package static func parameters(of refs: [LeaseRef]) -> [Parameter] {
    [.integers(refs.map(\.job.rawValue)), .integers(refs.map(\.lease))]
  }
}

/// Identifies one claim, so that it can be repeated if its answer was lost.
package struct ClaimToken: RawRepresentable, Hashable, Sendable {
  package var rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  /// A random token.
  package init() { rawValue = .random(in: .min ... .max) }
}
