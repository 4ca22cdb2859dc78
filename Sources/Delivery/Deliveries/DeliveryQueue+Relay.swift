import Foundation
import JobQueue
import Postgres

extension DeliveryQueue {
  /// Whether the login may claim deliveries (role `pressrun_relay`); true if the database is not migrated yet.
  package func mayDeliver() async throws -> Bool {
    try await jobs.query(Statements.mayDeliver, []).single().decode(0)
  }

  /// The SHA-256 of each file that the document of a job can refer to, by its path. Empty if no delivery of the job
  /// runs.
  package func assets(ofDelivered job: Int64) async throws -> [String: String] {
    var assets: [String: String] = [:]
    for row in try await jobs.query(Statements.assetsOfDeliveredJob, [.integer(job)]) {
      assets[try row.decode(0)] = try row.decode(1, as: String.self)
    }
    return assets
  }

  /// The members that the payload of a job has if it does not state them: JSON by kind. Empty if no delivery of the job
  /// runs.
  package func payloadDefaults(ofDelivered job: Int64) async throws -> [String: String] {
    var defaults: [String: String] = [:]
    for row in try await jobs.query(Statements.payloadDefaultsOfDeliveredJob, [.integer(job)]) {
      defaults[try row.decode(0)] = try row.decode(1, as: String.self)
    }
    return defaults
  }

  /// The inputs of a document besides its payload and files.
  package struct JobSource: Hashable, Sendable {
    package var enqueuedAt: Date
    /// The SHA-256 of the version of its kind; nil if it was rendered with the files of its worker.
    package var template: String?
  }

  /// The inputs of a job's document; nil if no delivery of the job is running.
  package func source(ofDelivered job: Int64) async throws -> JobSource? {
    guard let row = try await jobs.query(Statements.sourceOfDeliveredJob, [.integer(job)]).first else { return nil }
    return JobSource(
      enqueuedAt: try row.decode("enqueued_at"), template: try row.decode("template", as: String?.self))
  }

  /// Claims up to `limit` deliveries: round-robin over the queues of the destinations and over tenants. Queues whose
  /// circuit breaker is open, that are paused or at their limit are left out. Deliveries that a policy now refuses are
  /// ended and not returned.
  /// - Parameters:
  ///   - relay: registered with `allQueues`.
  ///   - token: a call with the token of the relay's previous claim returns the same deliveries again, for a claim
  ///     whose answer was lost.
  package func claim(
    relay: WorkerID, limit: Int, lease: Duration, capacity: DeliveryCapacity = DeliveryCapacity(),
    token: ClaimToken = ClaimToken()
  ) async throws -> [ClaimedDelivery] {
    guard limit > 0 else { return [] }
    let queues = Array(capacity.queues)
    return try await jobs.query(
      Statements.claimDeliveries,
      [
        .integer(relay.rawValue), .integer(min(limit, 10_000)), .double(lease.seconds), .integer(token.rawValue),
        .integer(capacity.perQueue), .texts(queues.map(\.key)), .integers(queues.map { Int64($0.value) }),
      ]
    ).map(ClaimedDelivery.init)
  }

  /// Completes deliveries in one transaction, and closes the circuit breakers of their queues.
  /// - Returns: whether each lease was still held, in the order given. If not, nothing was changed.
  package func complete(many: [(ref: LeaseRef, receipt: Receipt)]) async throws -> [Bool] {
    guard !many.isEmpty else { return [] }
    let encoder = Receipt.encoder
    var held = [Bool](repeating: false, count: many.count)
    let rows = try await jobs.query(
      Statements.completeDeliveries,
      JobQueue.parameters(of: many.map(\.ref)) + [
        .utf8s(try many.map { Array(try encoder.encode($0.receipt.storable)) })
      ])
    for row in rows {
      let place = try row.decode(0, as: Int.self) - 1
      if held.indices.contains(place) { held[place] = true }
    }
    return held
  }

  /// Ends an attempt that failed, and counts the failure for the circuit breaker of the queue.
  package func fail(_ ref: LeaseRef, _ error: SendError) async throws -> FailureOutcome {
    var pause: Duration?
    var isPermanent = true
    if case .later(let notBefore) = error.retry { (pause, isPermanent) = (notBefore, false) }
    let row = try await jobs.query(
      Statements.failDelivery,
      [
        .integer(ref.job.rawValue), .integer(ref.lease), .text(error.code.storable(100)),
        .text(error.message.storable(8000)), .boolean(isPermanent), pause.map { .double($0.seconds) } ?? .null,
        .boolean(error.isOutcomeUnknown), .boolean(error.isDestinationDown), .boolean(error.disablesDestination),
      ]
    ).single()
    return try FailureOutcome(row)
  }

  /// Ends an attempt permanently because of a policy rule. `claim` already does so for the policies at that time.
  /// - Returns: false if the lease is no longer held; then nothing was changed.
  package func refuse(_ ref: LeaseRef, rule: String) async throws -> Bool {
    let outcome = try await jobs.query(
      Statements.refuseDelivery, [.integer(ref.job.rawValue), .integer(ref.lease), .text(rule.storable(1000))]
    ).single().decode(0, as: String.self)
    return outcome != "stale"
  }

  /// The rule that refuses a delivery now; nil if it is allowed.
  package func refusal(tenant: String, kind: String, destination: String) async throws -> String? {
    try await jobs.query(Statements.deliveryRefusal, [.text(tenant), .text(kind), .text(destination)]).single()
      .decode(0)
  }
}

extension ClaimedDelivery {
  init(_ row: Row) throws {
    ref = LeaseRef(job: JobID(rawValue: try row.decode("delivery_id")), lease: try row.decode("lease"))
    queue = try row.decode("queue")
    tenant = try row.decode("tenant")
    destination = try row.decode("destination")
    attempt = try row.decode("attempt")
    maxAttempts = try row.decode("max_attempts")
    mayHaveArrived = try row.decode("may_have_arrived")
    options = try row.decode("options")
    job = JobID(rawValue: try row.decode("job_id"))
    kind = try row.decode("kind")
    payload = try row.decode("payload", as: [UInt8]?.self) ?? Array("{}".utf8)
    files = try Self.decode([DeliveredFile].self, "files", row)
    guard !files.isEmpty else { throw PostgresError(code: .undecodable, message: "delivery \(ref.job) has no file") }
    mailBody = try Self.decode(DeliveredFile?.self, "mail_body", row)
    completedAt = try row.decode("completed_at")
    claimedAt = try row.decode("claimed_at")
    timeout = .seconds(try row.decode("timeout_seconds", as: Double.self))
    traceParent = try row.decode("traceparent", as: String?.self).flatMap { TraceParent($0) }
  }

  /// A column of JSON; null for a missing one.
  private static func decode<Value: Decodable>(_ type: Value.Type, _ column: String, _ row: Row) throws -> Value {
    let json = try row.decode(column, as: [UInt8]?.self) ?? Array("null".utf8)
    do {
      return try JSONDecoder().decode(type, from: Data(json))
    } catch {
      throw PostgresError(code: .undecodable, message: "column \"\(column)\" is malformed: \(error)")
    }
  }
}
