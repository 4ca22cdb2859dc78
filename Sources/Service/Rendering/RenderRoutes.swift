import Composition
import Diagnostics
import Foundation
import JSON
import JobQueue
import Rendering
import Web

/// `POST /v1/render`: renders a document while the client waits. Nothing is stored.
package struct RenderRoutes: Sendable {
  let pool: RenderPool
  let kinds: JobKinds
  let queue: JobQueue

  /// - Parameter queue: has the defaults of tenants.
  package init(pool: RenderPool, kinds: JobKinds, queue: JobQueue) {
    self.pool = pool
    self.kinds = kinds
    self.queue = queue
  }

  /// Bytes of the body of a request.
  package static let bodyLimit = 80 << 20

  package var routes: [Route] {
    [
      Route(
        .post, "/v1/render", access: Scope.jobsWrite.access, summary: "Render a document now.",
        description: """
          Send HTML (`text/html`), JSON with `html` or with `kind` and `payload`, or a form with a part `html` or `request` \
          (that JSON) and the files to which the HTML refers, by their names. The answer is the PDF, or with `Accept: \
          application/json` an object with the PDF in base64, its pages and all warnings. Large documents, and those that are \
          to be stored or delivered, are jobs.
          """,
        documentation: .api(tag: "Rendering", id: "render"),
        body: BodyDescription(
          [.init("text/html"), .init("application/json", schema: Self.schema), .init("multipart/form-data")],
          limit: Self.bodyLimit),
        answers: [
          .init(
            200, "The document.", mediaType: "application/pdf", alternative: Self.answer,
            headers: [
              "Pressrun-Pages": "Number of pages.", "Pressrun-Warnings": "Number of warnings.",
              "Pressrun-Warning": "The first warning, if there is one.",
            ])
        ],
        problems: [.documentFailed, .tooManyRequests, .unavailable], handler: render)
    ]
  }

  /// The answer with `Accept: application/json`.
  private static let answer = JSONSchema.object(
    [
      "pages": JSONSchema.array(
        of: .object(["width": .number, "height": .number], required: ["width", "height"])
      ).described("The sizes of the pages in points."),
      "warnings": JSONSchema.array(of: .string),
      "pdf": JSONSchema.string.described("The PDF in base64."),
    ], required: ["pages", "warnings", "pdf"])

  private static let schema = JSONSchema.object(
    [
      "html": .string.with("description", .string("HTML with everything in it, or as data: URLs.")),
      "kind": .string.with("description", .string("A kind of document.")),
      "payload": .any,
      "page_size": .string.with("description", .string("Such as A4, letter landscape or 210mm 297mm.")),
      "fit_width": .boolean.with(
        "description", .string("Makes the content of HTML smaller, down to half, if it is wider than the page.")),
      "media_width": .integer(WidthSettings.mediaLimits).with(
        "description", .string("The width in px that media queries in HTML test.")),
      "tagged": .boolean.with("description", .string("Whether the PDF of HTML is tagged.")),
      "conformance": .string.with(
        "description", .string("Profiles to which the PDF of HTML conforms, such as pdf/a-2b or pdf/a-2a,pdf/ua-1.")),
    ], required: [])

  @Sendable private func render(_ request: WebRequest) async throws -> WebResponse {
    var document = try await DocumentRequest(request.body, kinds: kinds)
    if document.kind != nil, let tenant = request.principal?.tenants.single {
      for entry in try await queue.payloadDefaults(of: tenant) { document.defaults[entry.kind] = entry.members }
    }
    let (report, pdf) = try await pool.render(document, for: request, kinds: kinds)
    let wantsJSON = request.header("Accept")?.lowercased().contains("application/json") == true
    return wantsJSON ? Self.json(report, pdf) : Self.response(report, pdf)
  }

  private static func response(_ report: RenderReport, _ pdf: [UInt8]) -> WebResponse {
    var response = WebResponse(mediaType: "application/pdf", bytes: pdf)
    response["Pressrun-Pages"] = "\(report.pages.count)"
    response["Pressrun-Warnings"] = "\(report.warnings.count)"
    if let warning = report.warnings.first { response["Pressrun-Warning"] = warning.headerText }
    response["Content-Disposition"] = "attachment; filename=\"document.pdf\""
    return response
  }

  private static func json(_ report: RenderReport, _ pdf: [UInt8]) -> WebResponse {
    .json([
      "pages": .array(report.pages.map { ["width": .number("\($0.width)"), "height": .number("\($0.height)")] }),
      "warnings": .array(report.warnings.map { .string($0) }), "pdf": .string(Data(pdf).base64EncodedString()),
    ])
  }
}

extension ProblemType {
  package static let documentFailed = ProblemType("document_failed", status: 422, "The document cannot be rendered")
}

extension RenderPool {
  /// Renders a document while the client waits. If the client closes its connection, rendering is interrupted.
  /// - Throws: `Problem`.
  nonisolated func render(
    _ document: DocumentRequest, for request: WebRequest, kinds: JobKinds
  ) async throws -> (RenderReport, pdf: [UInt8]) {
    let rendererRequest = document.rendererRequest(
      created: Int64(Date().timeIntervalSince1970), tenant: request.principal?.tenants.single ?? "", kinds: kinds,
      settings)
    let outcome: RenderOutcome?
    do {
      outcome = try await request.untilDisconnected {
        try await self.render(rendererRequest, payload: document.content, kind: document.kind ?? "html")
      }
    } catch let refusal as Refusal {
      throw refusal.problem
    } catch is CancellationError {
      throw Problem(.unavailable, "the request was interrupted")
    }
    switch outcome {
    case .rendered(let report, let pdf): return (report, pdf)
    case .failed(let failure): throw Problem(failure)
    case .done: throw Problem(.documentFailed, "the document has no pages")
    case .interrupted, nil: throw Problem(.unavailable, "the request was interrupted")
    case .unavailable: throw Problem(.unavailable, "no renderer can be started", headers: ["Retry-After": "5"])
    }
  }
}

extension Problem {
  /// A document that could not be rendered.
  fileprivate init(_ failure: RenderFailure) {
    var members = [JSONObject.Member(name: "error", value: .string(failure.code))]
    if !failure.place.isEmpty { members.append(.init(name: "place", value: .string(failure.place))) }
    self.init(.documentFailed, failure.description, members: members)
  }
}

extension RenderPool.Refusal {
  var problem: Problem {
    switch self {
    case .full(let time):
      let seconds = max(1, Int((time / .seconds(1)).rounded(.up)))
      return Problem(
        .tooManyRequests, "all renderers are busy; try again after \(seconds) s, or enqueue a job",
        headers: ["Retry-After": "\(seconds)"])
    case .draining:
      return Problem(.unavailable, "the service is about to end", headers: ["Retry-After": "1"])
    }
  }
}

extension String {
  /// The text as a value of a header field: printable ASCII, at most 300 characters.
  var headerText: String {
    String(unicodeScalars.prefix(300).map { (0x20...0x7e).contains($0.value) ? Character($0) : "?" })
  }
}
