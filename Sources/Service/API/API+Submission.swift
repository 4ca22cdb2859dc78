import Application
import ArtifactStore
import Composition
import Foundation
import JSON
import JobQueue
import OperatingSystem
import Web

extension API {
  static let idempotencyKey = Parameter<String?>.header(
    "Idempotency-Key", .text(200),
    "The same request with the same key returns the job of the first one, for 24 hours and after that until that job is "
      + "finished. Another request with it is refused."
  )

  /// Bytes of one request with many jobs.
  static let bulkLimit = 64 << 20
  static let bulkJobs = 10_000
  /// Files of one job; `pressrun.resolve_assets` has the same limit.
  static let formFiles = 100

  var submissionRoutes: [Route] {
    [
      Route(
        .post, "/v1/jobs", access: Scope.jobsWrite.access, summary: "Enqueue one job, or many.",
        description:
          "One job is a JSON object. A job with files (images, fonts, style sheets) is a form with a part `job`, that object, and the "
          + "files, each with the name by which the document refers to it; only the job can use them. Many jobs are NDJSON, one on "
          + "each line, all of which are enqueued or none.",
        documentation: .api(tag: "Jobs", id: "enqueueJobs"), parameters: [Self.idempotencyKey.declaration],
        body: BodyDescription(
          [
            .init(
              "application/json", schema: .reference("NewJob"),
              example: #"{"kind": "note", "payload": {"title": "Report"}, "destination": "none"}"#),
            .init("multipart/form-data"), .init("application/x-ndjson"),
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
        switch request.body.mediaType {
        case "application/x-ndjson": try await enqueueMany(request)
        case "multipart/form-data": try await enqueueForm(request)
        default: try await enqueueOne(request)
        }
      }
    ]
  }

  private func enqueueOne(_ request: WebRequest) async throws -> WebResponse {
    let bytes = try await request.body.bytes()
    let job = try newJob(bytes, of: try request.authenticated(), place: "")
    return try await enqueue(job, files: [:], identity: bytes, request)
  }

  /// A job and its files in one form.
  private func enqueueForm(_ request: WebRequest) async throws -> WebResponse {
    let principal = try request.authenticated()
    return try await request.body.multipart(limits: MultipartLimits(parts: Self.formFiles + 1)) { form in
      guard let part = try form.part(named: "job") else {
        throw Problem(.invalidBody, "the part with the job (JSON) is missing", field: "job")
      }
      let bytes = try part.bytes()
      let job = try newJob(bytes, of: principal, place: "job")
      let parts = form.parts.filter { $0.name != "job" }
      if let other = parts.first(where: { $0.fileName == nil }) {
        throw Problem(.invalidBody, "unknown part; send \"job\" (JSON), and files with their names", field: other.name)
      }
      let files = try await store(try FormFiles(parts))
      if let taken = files.keys.sorted().first(where: { job.assets[$0] != nil }) {
        throw Problem(.invalidBody, "the job names another file for this path in its assets", field: taken)
      }
      let identity = files.sorted { $0.key < $1.key }.map { "\n\($0.key) \($0.value.sha256)" }.joined()
      return try await enqueue(job, files: files, identity: bytes + Array(identity.utf8), request)
    }
  }

  /// Puts files into the artifact store.
  private func store(_ files: FormFiles) async throws -> [String: NewAsset] {
    var stored: [String: NewAsset] = [:]
    for (path, part) in files.parts {
      let bytes = try part.bytes()
      let ref =
        switch service.artifacts.backend {
        // Writing to a disk blocks.
        case .folder(let folder): try await onThread(name: "asset") { try folder.put(bytes) }
        case .bucket: try await service.artifacts.put(bytes)
        }
      stored[path] = NewAsset(
        sha256: ref.sha256, bytes: Int64(ref.bytes), mediaType: part.mediaType ?? "",
        name: String(path.split(separator: "/").last ?? ""))
    }
    return stored
  }

  /// - Parameter identity: the values that must be equal in a repeated request with the same idempotency key.
  private func enqueue(
    _ job: NewJob, files: [String: NewAsset], identity: [UInt8], _ request: WebRequest
  ) async throws -> WebResponse {
    var job = job
    let key = try request[Self.idempotencyKey]
    if let key {
      guard job.uniqueKey == nil else {
        throw Problem(.invalidArgument, "use either Idempotency-Key or unique_key", field: "unique_key")
      }
      job.uniqueKey = "idempotency-key:\(key)"
      job.uniqueFor = .seconds(24 * 3600)
    }
    let enqueued =
      if key == nil, files.isEmpty {
        try await enqueues.enqueue(job)
      } else {
        try await queue.transaction { [job] connection in
          if let key {
            _ = try await connection.query(
              APIStatements.claimIdempotencyKey,
              [.text(job.tenant), .text(key), .text(SHA256.hash(data: identity).hex)])
          }
          return try await queue.enqueue(job, files: files, in: connection)
        }
      }
    var response = WebResponse.json(Self.json(enqueued), status: enqueued.inserted ? 201 : 200)
    response["Location"] = "/v1/jobs/\(enqueued.id)"
    return response
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
