import Application
import Composition
import Foundation
import JSON
import JobQueue
import OperatingSystem
import Web

extension API {
  static let idempotencyKey = Parameter<String?>.header(
    "Idempotency-Key", .text(200),
    "The same request with the same key within 24 hours returns the job of the first one. Another request with it is refused."
  )

  /// Bytes of one request with many jobs.
  static let bulkLimit = 64 << 20
  static let bulkJobs = 10_000

  var submissionRoutes: [Route] {
    [
      Route(
        .post, "/v1/jobs", access: Scope.jobsWrite.access, summary: "Enqueue one job, or many.",
        description:
          "One job is a JSON object. Many jobs are NDJSON, one on each line, all of which are enqueued or none.",
        documentation: .api(tag: "Jobs", id: "enqueueJobs"), parameters: [Self.idempotencyKey.declaration],
        body: BodyDescription(
          [
            .init(
              "application/json", schema: .reference("NewJob"),
              example: #"{"kind": "note", "payload": {"title": "Report"}, "destination": "none"}"#),
            .init("application/x-ndjson"),
          ], limit: Self.bulkLimit),
        answers: [
          .init(
            200, "A job with the same unique key or idempotency key exists; or the jobs of NDJSON.",
            schema: .reference("EnqueuedJobs")),
          .init(201, "The job was enqueued.", schema: .reference("EnqueuedJob"), headers: ["Location": "The job."]),
        ],
        problems: [
          .unknownKind, .invalidDestination, .destinationDenied, .invalidArgument, .invalidPayload, .tenantDenied,
          .wrongState, .queueFull, .conflict,
        ]
      ) { request in
        if request.body.mediaType == "application/x-ndjson" { return try await enqueueMany(request) }
        return try await enqueueOne(request)
      }
    ]
  }

  private func enqueueOne(_ request: WebRequest) async throws -> WebResponse {
    let bytes = try await request.body.bytes()
    var job = try newJob(bytes, of: try request.authenticated(), place: "")
    let enqueued: Enqueued
    if let key = try request[Self.idempotencyKey] {
      guard job.uniqueKey == nil else {
        throw Problem(.invalidArgument, "use either Idempotency-Key or unique_key", field: "unique_key")
      }
      job.uniqueKey = "idempotency-key:\(key)"
      job.uniqueFor = .seconds(24 * 3600)
      enqueued = try await enqueue(job, key: key, digest: SHA256.hash(data: bytes).hex)
    } else {
      enqueued = try await queue.enqueue(job)
    }
    var response = WebResponse.json(Self.json(enqueued), status: enqueued.inserted ? 201 : 200)
    response["Location"] = "/v1/jobs/\(enqueued.id)"
    return response
  }

  private func enqueue(_ job: NewJob, key: String, digest: String) async throws -> Enqueued {
    try await queue.transaction { connection in
      _ = try await connection.query(
        APIStatements.claimIdempotencyKey, [.text(job.tenant), .text(key), .text(digest)])
      return try await queue.enqueue(job, in: connection)
    }
  }

  private func enqueueMany(_ request: WebRequest) async throws -> WebResponse {
    guard try request[Self.idempotencyKey] == nil else {
      throw Problem(
        .invalidParameter, "not possible with many jobs; give each job a unique_key", field: "Idempotency-Key")
    }
    let principal = try request.authenticated()
    var jobs: [NewJob] = []
    try await request.body.lines(limit: Self.bulkLimit) { number, line in
      guard jobs.count < Self.bulkJobs else {
        throw Problem(.bodyTooLarge, "a request may have \(Self.bulkJobs) jobs; send the others in another one")
      }
      jobs.append(try newJob(line, of: principal, place: "line \(number)"))
    }
    let enqueued = try await queue.enqueue(many: jobs)
    return .json(["jobs": .array(enqueued.map(Self.json))])
  }

  private func newJob(_ bytes: [UInt8], of principal: Principal, place: String) throws -> NewJob {
    do {
      // No tenant has an empty name.
      var job = try NewJobs.job(bytes, kind: nil, place: place, tenant: "")
      job.tenant = try tenant(job.tenant.isEmpty ? nil : job.tenant, of: principal)
      return job
    } catch let error as CompositionError {
      throw Problem(.invalidBody, error.message, field: error.place.isEmpty ? nil : error.place)
    }
  }

  private static func json(_ enqueued: Enqueued) -> JSONValue {
    ["id": .integer(enqueued.id.rawValue), "inserted": .bool(enqueued.inserted)]
  }
}
