import Archives
import Dates
import Foundation
import JSON
import JobQueue
import OperatingSystem
import Web

/// Problems of annotated documents.
extension ProblemType {
  static let segmentRefused = ProblemType("segment_refused", status: 409, "The segment does not fit the document")
  static let busy = ProblemType("busy", status: 503, "Too many documents are being built")
}

extension API {
  static let documentName = Parameter<String>.path(
    "name", .text(128), "The document's name: letters, digits, `.`, `_` and `-`.")
  static let documentOwner = Parameter<String?>.query(
    "tenant", .text(200), "The document's tenant; by default the token's.")
  private static let offset = Parameter<Double>.requiredQuery(
    "offset", .number(0...1e9), "Points from the top of the first page to the top of the view.")
  private static let view = Parameter<Double>.requiredQuery(
    "view", .number(0...1e6), "The height of the view in points.")
  private static let gap = Parameter<Double>.query(
    "gap", .number(0...1000), default: 0, "The distance between two pages in points.")

  var documentRoutes: [Route] {
    let read = Access.token(Scope.documentsWrite.permission, Scope.artifactsRead.permission, Scope.admin.permission)
    let named = [Self.documentName.declaration, Self.documentOwner.declaration]
    return [
      registrationRoute(named),
      Route(
        .post, "/v1/documents/{name}/segments", access: Scope.documentsWrite.access,
        summary: "Add annotations to a document.",
        description:
          "Segments are never changed or removed. A segment that is sent again with its `client_id` is stored once. "
          + "`parent` in the answer is the SHA-256 of the document with all segments, for which the next update is made.",
        documentation: .api(tag: "Documents", id: "addSegment"), parameters: named,
        body: .json(.reference("NewSegment"), limit: 64 << 20),
        answers: [
          .init(200, "The segment was stored before.", schema: .reference("AddedSegment")),
          .init(201, "The segment was added.", schema: .reference("AddedSegment")),
        ],
        problems: [
          .unknownDocument, .conflict, .segmentRefused, .invalidArgument, .tenantDenied, .busy, .unavailable,
          .wrongState,
        ]
      ) { try await addSegment($0) },
      Route(
        .get, "/v1/documents/{name}", access: read, summary: "Get a document with its annotations.",
        description: "The ETag is the SHA-256 of the file.",
        documentation: .api(tag: "Documents", id: "getDocument"), parameters: named,
        answers: [
          .init(200, "The PDF.", mediaType: "application/pdf", headers: ["ETag": "Its SHA-256 in quotes."]),
          .init(206, "A part of it.", mediaType: "application/pdf"), .init(304, "The client has it already."),
        ],
        problems: [
          .unknownDocument, .tenantDenied, .invalidArgument, .missingArtifact, .busy, .unavailable, .wrongState,
          .rangeNotSatisfiable,
        ]
      ) { try await document($0) },
      Route(
        .get, "/v1/documents/{name}/page", access: read, summary: "Find the page that a continuous view shows.",
        description: "The page of which most is visible, by the true heights of the pages.",
        documentation: .api(tag: "Documents", id: "findPage"),
        parameters: named + [Self.offset.declaration, Self.view.declaration, Self.gap.declaration],
        answers: [.init(200, "The page.", schema: .reference("VisiblePage"))],
        problems: [
          .unknownDocument, .tenantDenied, .invalidArgument, .missingArtifact, .busy, .unavailable, .wrongState,
        ]
      ) { try await page($0) },
      documentPictureRoute(named, read),
    ]
  }

  /// The documents of the tenant for which the request acts.
  func store(_ request: WebRequest) throws -> DocumentStore {
    DocumentStore(queue, tenant: try tenant(try request[Self.documentOwner], of: try request.authenticated()))
  }

  func processes(_ documents: DocumentStore) -> DocumentProcesses {
    DocumentProcesses(
      documents: documents, artifacts: service.artifacts,
      files: service.parts?.files.of(tenant: documents.tenant))
  }

  // MARK: Adding

  private func addSegment(_ request: WebRequest) async throws -> WebResponse {
    let principal = try request.authenticated()
    let documents = try store(request)
    let name = try request[Self.documentName]
    let segment = try SegmentRequest(
      try await request.object(["format", "content", "client_id", "parent", "author", "device_time"]))
    return try await builds.run(for: documents.tenant) {
      // The document must exist before the action is recorded.
      _ = try await documents.document(name)
      try await service.audit.record(
        "document.annotate", object: "document \(name)", tenant: documents.tenant, by: principal)
      let added = try await processes(documents).add(segment, to: name)
      return .json(
        [
          "sequence": .integer(added.segment.sequence), "client_id": .string(segment.id),
          "chain": .string(added.segment.chain), "inserted": .bool(added.segment.inserted),
          "parent": .string(added.sha256), "warnings": .array(added.warnings.map { .string($0) }),
        ], status: added.segment.inserted ? 201 : 200)
    }
  }

  // MARK: Reading

  private func document(_ request: WebRequest) async throws -> WebResponse {
    let documents = try store(request)
    let name = try request[Self.documentName]
    return try await builds.run(for: documents.tenant) {
      let file = try await processes(documents).file(name)
      return .content(
        WebContent(
          mediaType: "application/pdf", length: file.length, tag: file.sha256,
          disposition: .attachment(fileName: "\(name).pdf")
        ) { range, stream in
          try await file.write(range, to: &stream)
        }, for: request)
    }
  }

  private func page(_ request: WebRequest) async throws -> WebResponse {
    let documents = try store(request)
    let name = try request[Self.documentName]
    let view = VisiblePages(
      offset: try request[Self.offset], height: try request[Self.view], gap: try request[Self.gap])
    let heights = try await builds.run(for: documents.tenant) { try await processes(documents).pageHeights(of: name) }
    guard let found = view.page(of: heights) else {
      throw Problem(.wrongState, "the document has no pages")
    }
    return .json([
      "page": .integer(found.page), "pages": .integer(heights.count), "top": JSONValue(found.top),
      "visible": JSONValue(found.visible),
    ])
  }
}

/// A segment in a request.
struct SegmentRequest: Sendable {
  var format: ArchiveSegment.Format
  var content: [UInt8]
  var clientID: String?
  var parent: String?
  var author: String?
  var deviceTime: Date?

  /// The client's ID; by default the SHA-256 of the bytes.
  var id: String { clientID ?? Hash.of(content) }

  init(_ object: RequestObject) throws {
    guard let format = ArchiveSegment.Format(rawValue: try object.string("format")) else {
      throw Self.invalid(
        "expected one of \(ArchiveSegment.Format.allCases.map(\.rawValue).joined(separator: ", "))", "format")
    }
    self.format = format
    guard let data = Data(base64Encoded: try object.filledString("content")) else {
      throw Self.invalid("expected the bytes in base64", "content")
    }
    content = Array(data)
    clientID = try object.optionalString("client_id")
    parent = try object.optionalString("parent")
    author = try object.optionalString("author")
    guard parent.map(Hexadecimal.isSHA256) ?? true else {
      throw Self.invalid("expected 64 lower-case hexadecimal digits", "parent")
    }
    if let text = try object.optionalString("device_time") {
      guard let time = Timestamp(text) else {
        throw Self.invalid("expected a time such as 2026-01-31T12:00:05Z", "device_time")
      }
      deviceTime = Date(timeIntervalSince1970: Double(time.seconds))
    }
  }

  private static func invalid(_ message: String, _ member: String) -> Problem {
    Problem(.invalidBody, message, field: "$.\(member)")
  }
}

/// A continuous view of pages one below the other; all lengths in points.
struct VisiblePages {
  /// The distance from the top of the first page to the top of the view.
  var offset: Double
  var height: Double
  /// The distance between two pages.
  var gap: Double

  /// The page of which most is visible, the first of several; the nearest page if none is visible.
  /// - Returns: the page from 1, its top, and the height of its visible part; nil without pages.
  func page(of heights: [Double]) -> (page: Int, top: Double, visible: Double)? {
    var best: (page: Int, top: Double, visible: Double)?
    var top = 0.0
    for (index, pageHeight) in heights.enumerated() {
      let visible = min(offset + height, top + pageHeight) - max(offset, top)
      // Negative values are distances, so that the nearest page is chosen if none is visible.
      if visible > best?.visible ?? -.infinity { best = (index + 1, top, visible) }
      top += pageHeight + gap
    }
    return best.map { ($0.page, $0.top, max(0, $0.visible)) }
  }
}
