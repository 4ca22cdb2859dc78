import Dates
import FoundationEssentials
import JSON
import JobQueue
import Web

extension API {
  private static let states = Parameter<[JobState]>.queryList(
    "state", .oneOf(JobState.allCases), "Only jobs in one of these states.")
  private static let kind = Parameter<String?>.query("kind", .text(63), "Only jobs of this kind.")
  private static let tenantName = Parameter<String?>.query("tenant", .text(200), "Only jobs of this tenant.")
  private static let queueName = Parameter<String?>.query("queue", .text(100), "Only jobs of this queue.")
  private static let batch = Parameter<String?>.query("batch", .text(200), "Only jobs of this batch.")
  private static let destination = Parameter<String?>.query(
    "destination", .text(2000), "Only jobs with this destination, or this kind of destination.")
  private static let errorCode = Parameter<String?>.query(
    "error_code", .text(100), "Only jobs whose last failed attempt has this code.")
  private static let uniqueKey = Parameter<String?>.query(
    "unique_key", .text(500), "Only jobs whose unique key contains this text.")
  private static let from = Parameter<Timestamp?>.query(
    "enqueued_from", .timestamp, "Only jobs that were enqueued at this time or later.")
  private static let to = Parameter<Timestamp?>.query(
    "enqueued_to", .timestamp, "Only jobs that were enqueued before this time.")
  private static let limit = Parameter<Int>.query("limit", .integer(1...200), default: 50, "The length of a page.")
  private static let cursor = Parameter<Int64?>.query(
    "cursor", .identifier, "The value of `next` in the preceding page.")
  private static let wait = Parameter<Int>.query(
    "wait", .integer(0...60), default: 0, "Wait at most so many seconds for the job to reach a final state.")

  var readingRoutes: [Route] {
    [
      Route(
        .get, "/v1/jobs", access: Scope.jobsRead.access, summary: "List jobs, newest first.",
        description: "A page may be shorter than its limit although there are more: `next` says whether.",
        documentation: .api(tag: "Jobs", id: "listJobs"),
        parameters: [
          Self.states.declaration, Self.kind.declaration, Self.tenantName.declaration, Self.queueName.declaration,
          Self.batch.declaration, Self.destination.declaration, Self.errorCode.declaration, Self.uniqueKey.declaration,
          Self.from.declaration, Self.to.declaration, Self.limit.declaration, Self.cursor.declaration,
        ],
        answers: [.init(200, "A page of jobs.", schema: .reference("JobPage"))], problems: [.invalidArgument]
      ) { try await list($0) },
      Route(
        .get, "/v1/jobs/{id}", access: Scope.jobsRead.access, summary: "Get a job.",
        documentation: .api(tag: "Jobs", id: "getJob"), parameters: [Self.jobID.declaration, Self.wait.declaration],
        answers: [.init(200, "The job.", schema: .reference("Job"))], problems: [.unknownJob]
      ) { try await show($0) },
      Route(
        .get, "/v1/jobs/{id}/deliveries", access: Scope.jobsRead.access, summary: "List the deliveries of a job.",
        documentation: .api(tag: "Jobs", id: "listDeliveries"), parameters: [Self.jobID.declaration],
        answers: [.init(200, "The deliveries, newest first.", schema: .reference("Deliveries"))],
        problems: [.unknownJob]
      ) { request in
        let job = try await job(try request[Self.jobID], in: try request.authenticated().tenants)
        let found = try await deliveries.list(.init(tenant: job.tenant, job: job.id, limit: 1000))
        let holds = try await queue.holds(of: found.filter { $0.state == .pending }.map(\.id))
        return .json(["deliveries": .array(found.map { Records.json($0, holds: holds[$0.id] ?? []) })])
      },
    ]
  }

  private func list(_ request: WebRequest) async throws -> WebResponse {
    let selection = JobSelection(
      states: try request[Self.states], kind: try request[Self.kind], tenant: try request[Self.tenantName],
      scope: try request.authenticated().tenants.names, queue: try request[Self.queueName],
      batch: try request[Self.batch], destination: try request[Self.destination],
      errorCode: try request[Self.errorCode], enqueuedFrom: try request[Self.from]?.date,
      enqueuedTo: try request[Self.to]?.date, uniqueKey: try request[Self.uniqueKey])
    if let kind = selection.kind, kind.hasPrefix("deliver.") {
      throw Problem(.invalidParameter, "deliveries are listed at /v1/jobs/{id}/deliveries", field: "kind")
    }
    let page = try await queue.search(
      selection, before: try request[Self.cursor].map(JobID.init), limit: try request[Self.limit])
    return .json(["jobs": .array(page.jobs.map(Records.json)), "next": JSONValue(page.next?.rawValue)])
  }

  private func show(_ request: WebRequest) async throws -> WebResponse {
    let id = try request[Self.jobID]
    let scope = try request.authenticated().tenants
    let first = try await job(id, in: scope)
    let wait = try request[Self.wait]
    guard wait > 0, !first.state.isFinal else { return try await answer(first) }
    let finished = try await request.untilInterrupted {
      try await waitForEnd(of: id, in: scope, within: min(.seconds(wait), service.settings.longestWait))
    }
    if let finished { return try await answer(finished) }
    return try await answer(try await job(id, in: scope))
  }

  /// A job with its files, or with what keeps it from being claimed.
  private func answer(_ job: JobRecord) async throws -> WebResponse {
    let waits = !job.state.isFinal && job.state != .running
    return .json(
      Records.json(
        job, files: job.artifact == nil ? [] : try await queue.files(of: job.id),
        holds: waits ? try await queue.holds(of: [job.id])[job.id] ?? [] : []))
  }

  /// The job when it reaches a final state, or its current state after the time limit.
  private func waitForEnd(of id: Int64, in scope: TenantScope, within time: Duration) async throws -> JobRecord {
    let end = ContinuousClock.now + time
    let watch = events.watch()
    while true {
      let job = try await job(id, in: scope)
      let left = end - .now
      if job.state.isFinal || left <= .zero { return job }
      await watch.change(within: left)
    }
  }
}

extension Timestamp {
  fileprivate var date: Date { Date(timeIntervalSince1970: Double(seconds)) }
}

extension ValueType where Value == Timestamp {
  /// A date, or a time with its UTC offset.
  static var timestamp: Self {
    ValueType(
      schema: .dateTime, expected: "a time such as 2026-11-20T09:14:00Z",
      parse: { Timestamp($0) })
  }
}
