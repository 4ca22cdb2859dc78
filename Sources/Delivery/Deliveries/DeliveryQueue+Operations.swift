import JobQueue
import Postgres

extension DeliveryQueue {
  /// Requests a delivery of a completed job's document.
  /// - Parameter options: a JSON object of at most 16 kB; nil for none.
  /// - Returns: the delivery.
  /// - Throws: `QueueError` `.destinationDenied`, `.invalidDestination`, `.invalidArgument` for malformed options,
  ///   `.unknownJob`, `.wrongState` if the job has no document.
  package func share(_ job: JobID, with destination: String, options: [UInt8]? = nil) async throws -> JobID {
    JobID(
      rawValue: try await jobs.query(
        Statements.share, [.integer(job.rawValue), .text(destination), options.map { .utf8($0) } ?? .null]
      ).single().decode(0))
  }

  /// Requests deliveries of a completed job's document to several destinations, all or none.
  /// - Returns: the deliveries in the order given.
  /// - Throws: as `share(_:with:options:)`, and `.invalidDestination` for a destination that is named twice.
  package func share(_ job: JobID, with destinations: [String], options: [UInt8]? = nil) async throws -> [JobID] {
    var named: Set<String> = []
    for text in destinations {
      // The function refuses a malformed destination with its own message.
      guard let destination = try? Destination(text) else { continue }
      // Mail addresses are compared without regard to case, as rules do.
      let key = destination.kind == .email ? destination.description.lowercased() : destination.description
      guard named.insert(key).inserted else {
        throw QueueError(
          code: .invalidDestination, message: "the destination \"\(destination)\" is named twice",
          hint: "Name it once, or send the document again with a second request.")
      }
    }
    return try await jobs.query(
      Statements.shareMany,
      [.integer(job.rawValue), .texts(destinations), options.map { .utf8($0) } ?? .null]
    ).map { JobID(rawValue: try $0.decode(0)) }
  }

  /// Makes a delivery that failed, was refused or cancelled, or waits, available now. Its history is kept.
  /// - Throws: `QueueError` `.destinationDenied`, `.unknownJob`, `.wrongState`.
  package func retry(_ id: JobID) async throws {
    _ = try await jobs.query(Statements.retryDelivery, [.integer(id.rawValue)])
  }

  /// Cancels a pending delivery at once, and requests the relay to stop one that is being delivered.
  /// - Returns: `.cancelled` or `.delivering`.
  /// - Throws: `QueueError` `.unknownJob`, `.wrongState`.
  @discardableResult
  package func cancel(_ id: JobID) async throws -> DeliveryState {
    let state = try await jobs.query(Statements.cancelDelivery, [.integer(id.rawValue)]).single()
      .decode(0, as: JobState.self)
    return state == .running ? .delivering : .cancelled
  }

  /// Retries all deliveries that match, in parts, each of which is a transaction; the filter's `limit` and `before` do
  /// not apply. Without states: those that failed or were refused.
  /// - Parameter report: receives each part: the deliveries, and the reason for each that could not be retried.
  package func retry(
    matching filter: DeliveryFilter, report: ([(id: JobID, problem: String?)]) throws -> Void
  ) async throws {
    try await forEachPart(Statements.retryMatchingDeliveries, filter, otherwise: [.failed, .refused], report)
  }

  /// Cancels all deliveries that match; see `retry(matching:report:)`. Without states: those that are not finished.
  package func cancel(
    matching filter: DeliveryFilter, report: ([(id: JobID, problem: String?)]) throws -> Void
  ) async throws {
    try await forEachPart(Statements.cancelMatchingDeliveries, filter, otherwise: [.pending, .delivering], report)
  }

  private func forEachPart(
    _ statement: Statement, _ filter: DeliveryFilter, otherwise states: [DeliveryState],
    _ report: ([(id: JobID, problem: String?)]) throws -> Void
  ) async throws {
    let states = filter.states.isEmpty ? states : filter.states
    var last: Int64 = 0
    while true {
      let part = try await jobs.query(
        statement,
        [
          .texts(states.map(\.rawValue)), .text(optional: filter.destination), .text(optional: filter.tenant),
          .text(optional: filter.queue), filter.job.map { .integer($0.rawValue) } ?? .null,
          .text(optional: filter.errorCode), .integer(last), .integer(JobQueue.jobsPerPart),
        ]
      ).map { (id: JobID(rawValue: try $0.decode(0)), problem: try $0.decode(1, as: String?.self)) }
      try report(part)
      guard let end = part.last, part.count == JobQueue.jobsPerPart else { return }
      last = end.id.rawValue
    }
  }

  /// Sets after how many consecutive failures the circuit breaker of a queue opens, and the pauses before its probes:
  /// the first one, doubled after each probe that fails, up to the longest.
  /// - Throws: `QueueError` `.invalidArgument`.
  package func setBreaker(
    of queue: String, threshold: Int = 5, firstProbe: Duration = .seconds(30), maxProbe: Duration = .seconds(600)
  ) async throws {
    _ = try await jobs.query(
      Statements.setBreaker,
      [.text(queue), .integer(threshold), .double(firstProbe.seconds), .double(maxProbe.seconds)])
  }

  /// Closes the circuit breaker of a queue at once, whether it is open or was disabled by its destination.
  /// - Throws: `QueueError` `.unknownJob` if the queue has no circuit breaker.
  package func enable(queue: String) async throws {
    _ = try await jobs.query(Statements.enableDeliveries, [.text(queue)])
  }
}
