import JobQueue
import Synchronization
import Web

extension API {
  private static let lastEventID = Parameter<Int64?>.header(
    "Last-Event-ID", .sequence,
    "Continue after this event; 0 for all. Without it, the stream begins with the next event.")

  var eventRoutes: [Route] {
    [
      Route(
        .get, "/v1/events", access: Scope.jobsRead.access, summary: "Receive events as they happen.",
        description:
          "Server-sent events. Each has the type of the event as its name, and a CloudEvents 1.0 record as its data. "
          + "A client that connects again with the id of its last event misses none.",
        documentation: .api(tag: "Events", id: "streamEvents"), parameters: [Self.lastEventID.declaration],
        answers: [.init(200, "A stream, which ends with the token.", mediaType: "text/event-stream")]
      ) { try await stream($0) }
    ]
  }

  private func stream(_ request: WebRequest) async throws -> WebResponse {
    let principal = try request.authenticated()
    let start: Int64
    if let given = try request[Self.lastEventID] {
      start = given
    } else {
      start = try await queue.query(APIStatements.lastEvent).single().decode(0)
    }
    let cursor = Mutex(start)
    let watch = events.watch()
    return .events(request) { time in
      let end = ContinuousClock.now + time
      while true {
        let next = try await page(after: cursor.withLock { $0 }, in: principal.tenants)
        // The token can expire or be revoked while the stream is open. Events that were read after that are not sent.
        guard try await service.tokens.principal(withID: principal.id) != nil else { return nil }
        if let last = next.last { cursor.withLock { $0 = last } }
        if !next.events.isEmpty { return next.events }
        let left = end - .now
        if left <= .zero { return [] }
        // After a full page without visible events there may be more.
        if next.isFull { continue }
        await watch.change(within: left)
        try Task.checkCancellation()
      }
    }
  }

  private func page(
    after cursor: Int64, in scope: TenantScope
  ) async throws -> (events: [ServerEvent], last: Int64?, isFull: Bool) {
    let limit = 500
    var events: [ServerEvent] = []
    var last: Int64?
    let rows = try await queue.query(
      APIStatements.eventsOfTenants, [.integer(cursor), .integer(limit), scope.names.map { .texts($0) } ?? .null])
    for row in rows {
      let sequence = try row.decode("sequence", as: Int64.self)
      last = sequence
      guard try row.decode("visible", as: Bool?.self) == true else { continue }
      events.append(
        ServerEvent(id: String(sequence), name: try row.decode("type"), data: try row.decode("record")))
    }
    return (events, last, rows.count == limit)
  }
}

extension ValueType where Value == Int64 {
  /// The number of an event, or 0.
  fileprivate static var sequence: Self {
    ValueType(
      schema: .integer(0...Int.max).with("format", "int64"), expected: "the id of an event, or 0",
      parse: { text in Int64(text).flatMap { $0 >= 0 && String($0) == text ? $0 : nil } })
  }
}
