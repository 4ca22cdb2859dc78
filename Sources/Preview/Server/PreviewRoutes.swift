import Foundation
import Web

/// The addresses of a preview: its page, the events, and the parts of documents.
struct PreviewRoutes: Sendable {
  let host: PreviewHost

  var all: [Route] { files + [events, picture, outline, structure, pdf, mail, mailText, source] }

  private enum Parameters {
    static let key = Parameter<String>.path("key", .text(64), "The key of the preview (LocalRequests).")
    static let session = Parameter<String>.path("session", .text(64), "The preview.")
    static let version = Parameter<Int>.path("version", .integer(1...Int.max), "The document.")
    static let page = Parameter<Int>.path("page", .integer(0...1_000_000), "The page, from 0.")
    static let scale = Parameter<Double>.query("scale", .number(0.05...8), default: 1, "Pixels per CSS px.")
    static let known = Parameter<String>.query(
      "known", .text(64, atLeast: 0), default: "", "The digest of a known picture.")
    static let kind = Parameter<String?>.query("kind", .text(63), "The kind to show.")
    static let payload = Parameter<String?>.query("payload", .text(4096), "The example payload to show.")
    static let locale = Parameter<String?>.query("locale", .text(35), "The locale instead of the payload's.")
    static let size = Parameter<String?>.query("size", .text(40), "The page size.")
    static let medium = Parameter<String>.query(
      "medium", .oneOf(PreviewSource.Medium.allCases.map(\.rawValue)), default: "print", "Pages or mail.")
    static let zoom = Parameter<String?>.query("zoom", .text(10), "The size of the pages, for the page's script.")
    static let sessionQuery = Parameter<String>.requiredQuery("session", .text(64), "The preview.")
    static let versionQuery = Parameter<Int>.requiredQuery("version", .integer(0...Int.max), "The document.")
    static let sourceQuery = Parameter<String>.query(
      "source", .text(4096, atLeast: 0), default: "", "The file; empty for the composed document.")
    static let line = Parameter<Int>.query("line", .integer(0...1_000_000_000), default: 0, "The line, from 1.")
  }

  private func route(
    _ path: PathTemplate, _ summary: String, _ parameters: [ParameterDeclaration] = [],
    security: SecurityHeaders = .strict, _ handler: @escaping Route.Handler
  ) -> Route {
    Route(
      .get, PathTemplate("/{key}\(path)"), access: LocalRequests.access, summary: summary,
      parameters: [Parameters.key.declaration] + parameters, security: security, handler: handler)
  }

  // MARK: - The page

  /// The query parameters that select the previewed document.
  private static let choices = [
    Parameters.kind.declaration, Parameters.payload.declaration, Parameters.locale.declaration,
    Parameters.size.declaration, Parameters.medium.declaration,
  ]

  private var files: [Route] {
    [
      // Its address keeps the choices.
      route(
        "/", "The page of the preview.", Self.choices + [Parameters.zoom.declaration], security: Self.pageSecurity
      ) { _ in
        WebResponse(mediaType: "text/html; charset=utf-8", bytes: Array(EmbeddedText.preview_html.utf8))
      },
      route("/preview.css", "Its style sheet.") { _ in
        WebResponse(mediaType: "text/css; charset=utf-8", bytes: Array(EmbeddedText.preview_css.utf8))
      },
      route("/preview.js", "Its script.") { _ in
        WebResponse(mediaType: "text/javascript; charset=utf-8", bytes: Array(EmbeddedText.preview_js.utf8))
      },
      route("/preview.svg", "Its icon.") { _ in
        WebResponse(mediaType: "image/svg+xml", bytes: Array(EmbeddedText.preview_svg.utf8))
      },
    ]
  }

  /// Headers for a page whose resources all come from this server; pictures are shown from memory.
  private static let pageSecurity = SecurityHeaders(
    contentSecurityPolicy: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
      + "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")

  // MARK: - Events

  private var events: Route {
    route("/events", "Opens a preview and reports its documents as server-sent events.", Self.choices) { request in
      let session: PreviewSession
      do {
        session = try await host.open(try source(of: request))
      } catch let error as PreviewError {
        // Browsers do not show the bodies of refused event streams.
        return Self.refusal(error, request)
      }
      let open = OpenSession(host: host, session: session)
      return .events(request) { [kind = session.source.kind] time in
        await open.session.events.next(atMost: time)?.map { $0.serverEvent(kind: kind) }
      }
    }
  }

  private func source(of request: WebRequest) throws -> PreviewSource {
    var source = host.standardSource
    if case .kind = source.subject, let kind = try request[Parameters.kind] { source.subject = .kind(kind) }
    source.payload = try request[Parameters.payload]
    source.locale = try request[Parameters.locale]
    source.pageSize = try request[Parameters.size]
    source.medium = PreviewSource.Medium(rawValue: try request[Parameters.medium]) ?? .print
    return source
  }

  private static func refusal(_ error: PreviewError, _ request: WebRequest) -> WebResponse {
    let event = ServerEvent(name: "refused", data: JSONText.of(["message": error.description]))
    let isSent = OnceFlag()
    return .events(request) { _ in isSent.set() ? [event] : nil }
  }

  // MARK: - Parts of documents

  private static let document = [Parameters.session.declaration, Parameters.version.declaration]

  private var picture: Route {
    let parameters =
      Self.document + [
        Parameters.page.declaration, Parameters.scale.declaration, Parameters.known.declaration,
      ]
    return route("/pages/{session}/{version}/{page}", "A page as PNG; 204 if it is known.", parameters) { request in
      let (id, known) = (try request[Parameters.session], try request[Parameters.known])
      let (version, page, scale) = (
        try request[Parameters.version], try request[Parameters.page], try request[Parameters.scale]
      )
      return try await Self.ifCurrent {
        guard
          let (png, digest) = try await host.session(id).picture(
            version: version, page: page, scale: scale, known: known.isEmpty ? nil : known)
        else { return WebResponse() }
        var response = WebResponse(mediaType: "image/png", bytes: png)
        response["ETag"] = "\"\(digest)\""
        return response
      }
    }
  }

  private var outline: Route {
    let parameters = Self.document + [Parameters.page.declaration]
    return route("/outlines/{session}/{version}/{page}", "The boxes of a page.", parameters) { request in
      let (id, version) = (try request[Parameters.session], try request[Parameters.version])
      let page = try request[Parameters.page]
      return try await Self.ifCurrent {
        Self.json(try await host.session(id).outline(version: version, page: page))
      }
    }
  }

  private var structure: Route {
    route("/structure/{session}/{version}", "The structure elements of a document.", Self.document) { request in
      let (id, version) = (try request[Parameters.session], try request[Parameters.version])
      return try await Self.ifCurrent { Self.json(try await host.session(id).structure(version: version)) }
    }
  }

  private var pdf: Route {
    let parameters = [Parameters.sessionQuery.declaration, Parameters.versionQuery.declaration]
    return route("/document.pdf", "A document as PDF.", parameters) { request in
      let session = try await host.session(try request[Parameters.sessionQuery])
      let bytes = try await session.pdf(version: try request[Parameters.versionQuery])
      var response = WebResponse(mediaType: "application/pdf", bytes: bytes)
      response["Content-Disposition"] =
        WebContent.Disposition.attachment(fileName: "\(session.source.kind ?? "page").pdf").field
      return response
    }
  }

  private var mail: Route {
    var security = SecurityHeaders(
      contentSecurityPolicy:
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox")
    security.crossOriginResourcePolicy = "same-origin"
    return route("/mail/{session}/{version}", "The body of a mail.", Self.document, security: security) { request in
      let session = try await host.session(try request[Parameters.session])
      let html = try await session.mail(version: try request[Parameters.version]).htmlWithImages
      var response = WebResponse(mediaType: "text/html; charset=utf-8", bytes: Array(html.utf8))
      response["X-Frame-Options"] = "SAMEORIGIN"
      return response
    }
  }

  private var mailText: Route {
    route("/mail/{session}/{version}/text", "The text alternative of a mail.", Self.document) { request in
      let session = try await host.session(try request[Parameters.session])
      return WebResponse(
        mediaType: "text/plain; charset=utf-8",
        bytes: try await session.mail(version: try request[Parameters.version]).text)
    }
  }

  private var source: Route {
    let parameters = [
      Parameters.sessionQuery.declaration, Parameters.versionQuery.declaration, Parameters.sourceQuery.declaration,
      Parameters.line.declaration,
    ]
    return route("/source", "The lines around a place.", parameters) { request in
      let (name, line) = (try request[Parameters.sourceQuery], try request[Parameters.line])
      guard name.isEmpty else { return Self.json(try host.excerpt(name, line: line)) }
      let session = try await host.session(try request[Parameters.sessionQuery])
      let html = try await session.html(version: try request[Parameters.versionQuery])
      return Self.json(SourceExcerpt(of: html, line: line))
    }
  }

  /// The response; 204 if the document or the preview was replaced meanwhile, which is not an error: an event announces
  /// the new one to the page.
  private static func ifCurrent(_ answer: () async throws -> WebResponse) async throws -> WebResponse {
    do {
      return try await answer()
    } catch let error as PreviewError where error.code == .outdated {
      return WebResponse()
    }
  }

  private static func json(_ value: some Encodable) -> WebResponse {
    WebResponse(mediaType: "application/json", bytes: Array(JSONText.of(value).utf8))
  }
}

/// A session that is closed when its stream of events has ended.
private final class OpenSession: Sendable {
  let session: PreviewSession
  private let host: PreviewHost

  init(host: PreviewHost, session: PreviewSession) {
    self.host = host
    self.session = session
  }

  deinit { Task { [host, session] in await host.close(session) } }
}

extension PreviewSource {
  /// The kind that is shown; nil for a page.
  var kind: String? { if case .kind(let name) = subject { name } else { nil } }
}
