import Foundation
import JobQueue
import Postgres

extension DeliveryQueue {
  /// Deliveries, newest first.
  package func list(_ filter: DeliveryFilter = DeliveryFilter()) async throws -> [DeliveryRecord] {
    try await jobs.query(
      Statements.deliveries,
      [
        .texts(filter.states.map(\.rawValue)), .text(optional: filter.destination), .text(optional: filter.tenant),
        .text(optional: filter.queue), filter.job.map { .integer($0.rawValue) } ?? .null,
        .text(optional: filter.errorCode), filter.before.map { .integer($0.rawValue) } ?? .null,
        .integer(max(0, filter.limit)),
      ]
    ).map(DeliveryRecord.init)
  }

  /// A delivery with its options and its attempts.
  /// - Throws: `QueueError` `.unknownJob`.
  package func show(_ id: JobID) async throws -> DeliveryDetails {
    guard let row = try await jobs.query(Statements.delivery, [.integer(id.rawValue)]).first else {
      throw QueueError(code: .unknownJob, message: "there is no delivery \(id)")
    }
    return DeliveryDetails(
      delivery: try DeliveryRecord(row), options: try row.decode("options"), attempts: try await jobs.attempts(of: id))
  }

  /// Circuit breakers, by queue. A queue without one works.
  package func breakers() async throws -> [CircuitBreaker] {
    try await jobs.query(Statements.circuitBreakers).map(CircuitBreaker.init)
  }

  /// The number of deliveries that are not in a final state.
  package func unfinished() async throws -> Int {
    try await jobs.unfinished(queues: Self.allQueues, soon: .seconds(1 << 30)).reduce(0) { $0 + $1.count }
  }

  /// Pauses, limits and circuit breakers of the queues that the URLs of a host had for all tenants before migration 34, in
  /// words. New deliveries to these URLs have other queues.
  package func settingsOfFormerQueues() async throws -> [(queue: String, settings: String)] {
    try await jobs.query(Statements.settingsOfFormerQueues).map { (try $0.decode(0), try $0.decode(1)) }
  }
}

// MARK: - Decoding

extension DeliveryState: ColumnDecodable {
  package static func decode(column: UnsafeBufferPointer<UInt8>?) -> DeliveryState? {
    column.flatMap { DeliveryState(rawValue: String(decoding: $0, as: UTF8.self)) }
  }
}

extension CircuitBreaker.State: ColumnDecodable {
  package static func decode(column: UnsafeBufferPointer<UInt8>?) -> CircuitBreaker.State? {
    column.flatMap { CircuitBreaker.State(rawValue: String(decoding: $0, as: UTF8.self)) }
  }
}

extension CircuitBreaker {
  init(_ row: Row) throws {
    queue = try row.decode("queue")
    state = try row.decode("state")
    failures = try row.decode("failures")
    threshold = try row.decode("threshold")
    openedAt = try row.decode("opened_at")
    nextProbeAt = try row.decode("next_probe_at")
    lastErrorCode = try row.decode("last_error_code")
    lastError = try row.decode("last_error")
  }
}

extension DeliveryRecord {
  init(_ row: Row) throws {
    id = JobID(rawValue: try row.decode("delivery_id"))
    job = JobID(rawValue: try row.decode("job_id"))
    kind = try row.decode("kind")
    tenant = try row.decode("tenant")
    destination = try row.decode("destination")
    queue = try row.decode("queue")
    state = try row.decode("state")
    attempt = try row.decode("attempt")
    maxAttempts = try row.decode("max_attempts")
    cancelRequested = try row.decode("cancel_requested")
    isChosen = try row.decode("chosen")
    requestedAt = try row.decode("requested_at")
    runAt = try row.decode("run_at")
    claimedAt = try row.decode("claimed_at")
    finishedAt = try row.decode("finished_at")
    relay = try row.decode("relay_id", as: Int64?.self).map(WorkerID.init)
    sha256 = try row.decode("sha256")
    bytes = try row.decode("bytes")
    mediaType = try row.decode("media_type")
    refusal = try row.decode("refusal")
    errorCode = try row.decode("error_code")
    errorMessage = try row.decode("error_message")
    isOutcomeUnknown = try row.decode("outcome_unknown", as: Bool?.self) ?? false
    traceParent = try row.decode("traceparent", as: String?.self).flatMap { TraceParent($0) }
    receipt = try row.decode("receipt", as: [UInt8]?.self).map { bytes in
      do {
        return try Receipt.decoder.decode(Receipt.self, from: Data(bytes))
      } catch {
        throw PostgresError(code: .undecodable, message: "the receipt of delivery \(id) is malformed: \(error)")
      }
    }
  }
}
