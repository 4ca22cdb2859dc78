import Diagnostics
import JobQueue
import Web

extension API {
  var artifactRoutes: [Route] {
    [
      Route(
        .get, "/v1/jobs/{id}/artifact", access: Scope.artifactsRead.access, summary: "Get a file of a job.",
        description:
          "The document, or another of the job's `files`. Ranges can be requested. The ETag is the SHA-256 of the file, which "
          + "never changes.",
        documentation: .api(tag: "Jobs", id: "getArtifact"),
        parameters: [Self.jobID.declaration, Self.output.declaration, Self.fileNumber.declaration],
        answers: [
          .init(200, "The file.", mediaType: "*/*", headers: ["ETag": "Its SHA-256 in quotes."]),
          .init(206, "A part of it.", mediaType: "*/*", headers: ["Content-Range": "Which part."]),
          .init(304, "The client has it already."),
        ], problems: [.unknownJob, .notFound, .wrongState, .missingArtifact, .rangeNotSatisfiable]
      ) { request in
        let found = try await job(try request[Self.jobID], in: try request.authenticated().tenants)
        guard found.artifact != nil else {
          throw QueueError(code: .wrongState, message: "job \(found.id) is \(found.state.rawValue) and has no document")
        }
        let file = try Self.file(
          in: try await queue.files(of: found.id), output: try request[Self.output],
          number: try request[Self.fileNumber], job: found.id)
        return .content(
          try await service.artifacts.content(
            file.sha256, bytes: file.bytes, mediaType: file.mediaType, fileName: file.fileName,
            name: "\(found.kind)-\(found.id)"),
          for: request)
      },
      Route(
        .get, "/v1/jobs/{id}/pages/{picture}", access: Scope.artifactsRead.access,
        summary: "Get a page of the document of a job as a picture.",
        description: "The stored document is drawn, so that the picture shows what was delivered.",
        documentation: .api(tag: "Jobs", id: "getPagePicture"),
        parameters: [Self.jobID.declaration, Self.picture.declaration, PagePictureResponse.width.declaration],
        answers: [
          .init(200, "The page.", mediaType: "image/png", headers: ["ETag": "Names the picture."]),
          .init(304, "The client has it already."),
        ], problems: [.unknownJob, .notFound, .missingArtifact, .undrawablePage, .unavailable],
        security: PagePictureResponse.security
      ) { request in
        let found = try await job(try request[Self.jobID], in: try request.authenticated().tenants)
        return try await PagePictureResponse.response(found, page: try request[Self.picture], request, service.pictures)
      },
    ]
  }

  private static let output = Parameter<String?>.query(
    "output", .text(20), "Only files of this output, such as docx.")
  private static let fileNumber = Parameter<Int>.query(
    "file", .integer(1...2000), default: 1, "The number of the file, from 1, in the order of `files`.")

  /// - Throws: `Problem` `.notFound` if the job has no such file.
  private static func file(in files: [Artifact], output: String?, number: Int, job: JobID) throws(Problem) -> Artifact {
    let matching = files.filter { output == nil || $0.output == output }
    guard number <= matching.count else {
      let outputs = Set(files.map(\.output)).sorted().joined(separator: ", ")
      let found =
        output == nil
        ? counted(files.count, "file") : "\(counted(matching.count, "file")) of this output; its outputs are \(outputs)"
      throw Problem(.notFound, "job \(job) has \(found)", field: matching.isEmpty ? "output" : "file")
    }
    return matching[number - 1]
  }

  static let picture = Parameter<Int>.path(
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
