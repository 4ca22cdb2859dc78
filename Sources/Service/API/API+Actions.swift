import JSON
import JobQueue
import Web

extension API {
  var actionRoutes: [Route] {
    [
      Route(
        .post, "/v1/jobs/{id}/cancel", access: Scope.jobsWrite.access, summary: "Cancel a job.",
        description: "A waiting job is cancelled at once; the worker of a running one is asked to stop.",
        documentation: .api(tag: "Jobs", id: "cancelJob"), parameters: [Self.jobID.declaration],
        answers: [.init(200, "The job after the call.", schema: .reference("Job"))],
        problems: [.unknownJob, .wrongState]
      ) { request in
        try await act("job.cancel", request) { try await queue.cancel($0) }
      },
      Route(
        .post, "/v1/jobs/{id}/retry", access: Scope.jobsWrite.access, summary: "Retry a job.",
        description: "A discarded or cancelled job gets new attempts; a waiting one runs now. Its history is kept.",
        documentation: .api(tag: "Jobs", id: "retryJob"), parameters: [Self.jobID.declaration],
        answers: [.init(200, "The job after the call.", schema: .reference("Job"))],
        problems: [.unknownJob, .wrongState]
      ) { request in
        try await act("job.retry", request) { try await queue.retry($0) }
      },
    ]
  }

  /// Records an action on a job, performs it, and answers with the job.
  private func act(
    _ action: String, _ request: WebRequest, _ body: (JobID) async throws -> Void
  ) async throws -> WebResponse {
    let principal = try request.authenticated()
    let found = try await job(try request[Self.jobID], in: principal.tenants)
    try await service.audit.record(action, object: "job \(found.id)", tenant: found.tenant, by: principal)
    try await body(found.id)
    return .json(Records.json(try await job(found.id.rawValue, in: principal.tenants)))
  }
}
