import Web

extension API {
  /// A page of an annotated document as a picture.
  func documentPictureRoute(_ parameters: [ParameterDeclaration], _ access: Access) -> Route {
    // Unlike the document of a job, an annotated document changes.
    var security = SecurityHeaders.strict
    security.cacheControl = "private, no-cache"
    return Route(
      .get, "/v1/documents/{name}/pages/{picture}", access: access,
      summary: "Get a page of a document with its annotations as a picture.",
      description:
        "Ink that is recorded on the picture (`viewWidth` and `viewHeight` are its size in pixels) is exactly where it was drawn.",
      documentation: .api(tag: "Documents", id: "getDocumentPicture"),
      parameters: parameters + [Self.picture.declaration, PagePictureResponse.width.declaration],
      answers: [
        .init(200, "The page.", mediaType: "image/png", headers: ["ETag": "Names the picture."]),
        .init(304, "The client has it already."),
      ],
      problems: [
        .unknownDocument, .tenantDenied, .invalidArgument, .missingArtifact, .busy, .unavailable, .wrongState,
        .notFound, .undrawablePage,
      ], security: security
    ) { try await picture($0) }
  }

  private func picture(_ request: WebRequest) async throws -> WebResponse {
    let documents = try store(request)
    let (name, page, width) = (
      try request[Self.documentName], try request[Self.picture], try request[PagePictureResponse.width]
    )
    return try await builds.run(for: documents.tenant) {
      let file = try await processes(documents).file(name)
      guard let pictures = service.pictures else { throw Problem(.unavailable, "this service draws no pictures") }
      return try await PagePictureResponse.response("\"\(file.sha256.prefix(32))-\(page)-\(width)\"", request) {
        let choice = PageChoice(sha256: file.sha256, page: page, tenant: documents.tenant)
        return try await pictures.png(of: choice, width: width) { try await file.bytes() }
      }
    }
  }
}
