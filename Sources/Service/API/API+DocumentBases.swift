import Archives
import JobQueue
import Web

extension API {
  /// Registers the document of a finished job as the base of an annotated document.
  func registrationRoute(_ parameters: [ParameterDeclaration]) -> Route {
    Route(
      .put, "/v1/documents/{name}", access: Scope.documentsWrite.access,
      summary: "Register the document of a job as an annotated document.",
      description:
        "The PDF of the completed job becomes the base of the document, to which segments are added. Sending the same request again "
        + "changes nothing. The token also needs the scope `artifacts:read`, because it can then read the document.",
      documentation: .api(tag: "Documents", id: "registerDocument"), parameters: parameters,
      body: .json(.reference("NewDocument"), limit: 1 << 16),
      answers: [
        .init(200, "The document was registered before.", schema: .reference("RegisteredDocument")),
        .init(201, "The document was registered.", schema: .reference("RegisteredDocument")),
      ],
      problems: [
        .unknownJob, .conflict, .wrongState, .invalidArgument, .tenantDenied, .missingArtifact, .busy, .unavailable,
      ]
    ) { try await register($0) }
  }

  private func register(_ request: WebRequest) async throws -> WebResponse {
    let principal = try request.authenticated()
    let body = try await request.object(["job", "title"])
    guard case .number(let digits)? = body["job"], let id = Int64(digits) else {
      throw Problem(.invalidBody, "expected the id of a job", field: "$.job")
    }
    let title = try body.optionalString("title")
    guard !principal.permissions.isDisjoint(with: [Scope.artifactsRead.permission, Scope.admin.permission]) else {
      throw Problem(.forbidden, "the token needs the scope artifacts:read too, because it could read the document")
    }
    let documents = try store(request)
    let name = try request[Self.documentName]
    let job = try await job(id, in: .only([documents.tenant]))
    guard let artifact = job.artifact, artifact.mediaType == "application/pdf" else {
      throw QueueError(code: .wrongState, message: "job \(job.id) is \(job.state.rawValue) and has no PDF")
    }
    return try await builds.run(for: documents.tenant) {
      let index = try await processes(documents).index(ofNewBase: artifact.sha256)
      try await service.audit.record(
        "document.register", object: "document \(name), job \(job.id)", tenant: documents.tenant, by: principal)
      let isNew = try await documents.register(
        document: name, baseSHA256: artifact.sha256, baseBytes: artifact.bytes, title: title)
      try await documents.record(baseIndex: index, of: artifact.sha256)
      return .json(
        [
          "document": .string(name), "tenant": .string(documents.tenant), "inserted": .bool(isNew),
          "base": .string(artifact.sha256),
        ], status: isNew ? 201 : 200)
    }
  }
}
