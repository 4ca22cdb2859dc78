import Archives
import Dates
import Foundation
import JSON
import JobQueue
import PDF
import Web

/// Problems of annotated documents.
extension ProblemType {
  static let segmentRefused = ProblemType("segment_refused", status: 409, "The segment does not fit the document")
  static let busy = ProblemType("busy", status: 503, "Too many documents are being built")
}

extension API {
  private static let name = Parameter<String>.path(
    "name", .text(128), "The document's name: letters, digits, `.`, `_` and `-`.")
  private static let owner = Parameter<String?>.query(
    "tenant", .text(200), "The document's tenant; by default that of the token.")
  private static let offset = Parameter<Double>.requiredQuery(
    "offset", .number(0...1e9), "Points from the top of the first page to the top of the view.")
  private static let view = Parameter<Double>.requiredQuery(
    "view", .number(0...1e6), "The height of the view in points.")
  private static let gap = Parameter<Double>.query(
    "gap", .number(0...1000), default: 0, "The distance between two pages in points.")

  var documentRoutes: [Route] {
    let read = Access.token(Scope.documentsWrite.permission, Scope.artifactsRead.permission, Scope.admin.permission)
    let named = [Self.name.declaration, Self.owner.declaration]
    return [
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
        ], problems: [.unknownDocument, .conflict, .segmentRefused, .invalidArgument, .tenantDenied, .busy]
      ) { try await addSegment($0) },
      Route(
        .get, "/v1/documents/{name}", access: read, summary: "Get a document with its annotations.",
        description: "The ETag is the SHA-256 of the file.",
        documentation: .api(tag: "Documents", id: "getDocument"), parameters: named,
        answers: [
          .init(200, "The PDF.", mediaType: "application/pdf", headers: ["ETag": "Its SHA-256 in quotes."]),
          .init(206, "A part of it.", mediaType: "application/pdf"), .init(304, "The client has it already."),
        ], problems: [.unknownDocument, .tenantDenied, .invalidArgument, .missingArtifact, .busy, .rangeNotSatisfiable]
      ) { try await document($0) },
      Route(
        .get, "/v1/documents/{name}/page", access: read, summary: "Find the page that a continuous view shows.",
        description: "The page of which most is visible, by the true heights of the pages.",
        documentation: .api(tag: "Documents", id: "findPage"),
        parameters: named + [Self.offset.declaration, Self.view.declaration, Self.gap.declaration],
        answers: [.init(200, "The page.", schema: .reference("VisiblePage"))],
        problems: [.unknownDocument, .tenantDenied, .invalidArgument, .missingArtifact, .busy, .wrongState]
      ) { try await page($0) },
    ]
  }

  /// The documents of the tenant for which the request acts.
  private func store(_ request: WebRequest) throws -> DocumentStore {
    DocumentStore(queue, tenant: try tenant(try request[Self.owner], of: try request.authenticated()))
  }

  private func build(_ name: String, in documents: DocumentStore) async throws -> ArchiveBuilder {
    try await StoredDocument(name, in: documents).build(in: service.artifacts)
  }

  // MARK: Adding

  private func addSegment(_ request: WebRequest) async throws -> WebResponse {
    let principal = try request.authenticated()
    let documents = try store(request)
    let name = try request[Self.name]
    let segment = try SegmentRequest(
      try await request.object(["format", "content", "client_id", "parent", "author", "device_time"]))
    return try await builds.run {
      // The document must exist before the action is recorded.
      _ = try await documents.document(name)
      try await service.audit.record(
        "document.annotate", object: "document \(name)", tenant: documents.tenant, by: principal)
      do {
        var sync = try await SegmentSync(
          name, parent: segment.parent, madeOn: nil, in: documents, artifacts: service.artifacts)
        let result = try await sync.add(
          segment.content, format: segment.format, clientID: segment.clientID, author: segment.author,
          deviceTime: segment.deviceTime)
        return .json(
          [
            "sequence": .integer(result.added.sequence), "client_id": .string(result.segment.clientID),
            "chain": .string(result.added.chain), "inserted": .bool(result.added.inserted),
            "parent": .string(try await build(name, in: documents).sha256),
            "warnings": .array(result.warnings.map { .string($0) }),
          ], status: result.added.inserted ? 201 : 200)
      } catch let refusal as SegmentSync.Refusal {
        let reason =
          switch refusal {
          case .update(let error): error.description
          case .segment(let reason): reason
          }
        let parent = try await build(name, in: documents).sha256
        throw Problem(
          .segmentRefused, "\(reason); make it again for the current document, whose hash is the member parent",
          members: [.init(name: "parent", value: .string(parent))])
      }
    }
  }

  // MARK: Reading

  private func document(_ request: WebRequest) async throws -> WebResponse {
    let documents = try store(request)
    let name = try request[Self.name]
    return try await builds.run {
      let builder = try await build(name, in: documents)
      let bytes = builder.file.bytes
      return .content(
        WebContent(
          mediaType: "application/pdf", length: builder.file.length, tag: builder.sha256,
          disposition: .attachment(fileName: "\(name).pdf")
        ) { range, stream in
          for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 18) {
            try await stream.write(bytes.array(start..<min(start + 1 << 18, range.upperBound)))
          }
        }, for: request)
    }
  }

  private func page(_ request: WebRequest) async throws -> WebResponse {
    let documents = try store(request)
    let name = try request[Self.name]
    let view = VisiblePages(
      offset: try request[Self.offset], height: try request[Self.view], gap: try request[Self.gap])
    let heights = try await builds.run { try await build(name, in: documents).file.pages().map(\.height) }
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
private struct SegmentRequest: Sendable {
  var format: ArchiveSegment.Format
  var content: [UInt8]
  var clientID: String?
  var parent: String?
  var author: String?
  var deviceTime: Date?

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
    guard parent.map({ $0.utf8.count == 64 && Hash.bytes($0) != nil }) ?? true else {
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
  /// From the top of the first page to the top of the view.
  var offset: Double
  var height: Double
  /// Between two pages.
  var gap: Double

  /// The page of which most is visible, the first of several; the nearest page if none is visible.
  /// - Returns: the page from 1, its top, and the height of its visible part; nil without pages.
  func page(of heights: [Double]) -> (page: Int, top: Double, visible: Double)? {
    var best: (page: Int, top: Double, visible: Double)?
    var top = 0.0
    for (index, pageHeight) in heights.enumerated() {
      let visible = min(offset + height, top + pageHeight) - max(offset, top)
      // Negative values are distances, so that the nearest page wins if none is visible.
      if visible > best?.visible ?? -.infinity { best = (index + 1, top, visible) }
      top += pageHeight + gap
    }
    return best.map { ($0.page, $0.top, max(0, $0.visible)) }
  }
}
