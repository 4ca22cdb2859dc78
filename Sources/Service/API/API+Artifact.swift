import JobQueue
import Web

extension API {
  var artifactRoutes: [Route] {
    [
      Route(
        .get, "/v1/jobs/{id}/artifact", access: Scope.artifactsRead.access, summary: "Get the document of a job.",
        description: "Ranges can be requested. The ETag is the SHA-256 of the document, which never changes.",
        documentation: .api(tag: "Jobs", id: "getArtifact"), parameters: [Self.jobID.declaration],
        answers: [
          .init(200, "The document.", mediaType: "*/*", headers: ["ETag": "Its SHA-256 in quotes."]),
          .init(206, "A part of it.", mediaType: "*/*", headers: ["Content-Range": "Which part."]),
          .init(304, "The client has it already."),
        ], problems: [.unknownJob, .wrongState, .missingArtifact, .rangeNotSatisfiable]
      ) { request in
        let found = try await job(try request[Self.jobID], in: try request.authenticated().tenants)
        guard let artifact = found.artifact else {
          throw QueueError(code: .wrongState, message: "job \(found.id) is \(found.state.rawValue) and has no document")
        }
        return .content(
          try await service.artifacts.content(
            artifact.sha256, bytes: artifact.bytes, mediaType: artifact.mediaType, name: "\(found.kind)-\(found.id)"),
          for: request)
      },
      Route(
        .get, "/v1/jobs/{id}/pages/{picture}", access: Scope.artifactsRead.access,
        summary: "Get a page of the document of a job as a picture.",
        description: "The stored document is drawn, so that the picture shows what was delivered.",
        documentation: .api(tag: "Jobs", id: "getPagePicture"),
        parameters: [Self.jobID.declaration, Self.picture.declaration, PageAnswer.width.declaration],
        answers: [
          .init(200, "The page.", mediaType: "image/png", headers: ["ETag": "Names the picture."]),
          .init(304, "The client has it already."),
        ], problems: [.unknownJob, .notFound, .missingArtifact, .unavailable], security: PageAnswer.security
      ) { request in
        let found = try await job(try request[Self.jobID], in: try request.authenticated().tenants)
        return try await PageAnswer.response(found, page: try request[Self.picture], request, service.pictures)
      },
    ]
  }

  private static let picture = Parameter<Int>.path(
    "picture", .picture, "The page from 1, as the name of a picture: `1.png`.")
}

extension ValueType where Value == Int {
  /// The number of a page with the extension of a picture.
  fileprivate static var picture: Self {
    ValueType(
      schema: JSONSchema.string(5...11).with("pattern", #"^[1-9][0-9]{0,6}\.png$"#),
      expected: "a page as the name of a picture, such as 1.png",
      parse: { $0.wholeMatch(of: #/([1-9][0-9]{0,6})\.png/#).flatMap { Int($0.output.1) } })
  }
}
