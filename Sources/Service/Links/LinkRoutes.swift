import ArtifactStore
import Delivery
import Diagnostics
import Foundation
import JobQueue
import Logging
import Rendering
import Web

/// Share links: the page of a link and its document.
///
/// Looking at the page counts nothing, so that programs that preview links use up no downloads. A client that sends too
/// many requests gets 429; addresses are kept in memory only, and neither they nor tokens are logged.
package struct LinkRoutes: Sendable {
  private let links: ShareLinks
  private let store: ArtifactStore
  private let files: FileTaskRunner
  /// It is nil if pages cannot be drawn.
  private let pictures: (any PagePictures)?
  private let log: Logger
  private let titles = TitleCache()
  private let perLink = KeyedRateLimit<String>(perMinute: 60, burst: 30)
  private let perAddress = KeyedRateLimit<String>(perMinute: 300, burst: 150)
  /// Passwords of one link; the link is locked after 20 wrong ones in any case.
  private let passwords = KeyedRateLimit<String>(perMinute: 6, burst: 6)

  package init(
    links: ShareLinks, store: ArtifactStore, files: FileTaskRunner, pictures: (any PagePictures)?, log: Logger
  ) {
    self.links = links
    self.store = store
    self.files = files
    self.pictures = pictures
    self.log = log
  }

  private static let token = Parameter<String>.path("token", .text(500), "The secret part of a share link's address.")
  private static let view = Parameter<String?>.query(
    "view", .oneOf(["0", "1"]), "1 to show the document in the browser.")

  package var routes: [Route] {
    [
      LinkPage.styleSheet.route,
      route(.get, "/s/{token}", "The page of a share link.") { request in
        try await page(request, password: nil)
      },
      route(.post, "/s/{token}", "The page of a share link with a password.", body: .form(limit: 4 << 10)) { request in
        let form = try await request.body.form()
        return try await page(request, password: form.first { $0.name == "password" }?.value ?? "")
      },
      route(.get, "/s/{token}/document", "The document of a share link.", parameters: [Self.view.declaration]) {
        request in
        try await document(request, grant: nil, isShown: try request[Self.view] == "1")
      },
      route(
        .post, "/s/{token}/document", "The document of a share link with a password.", body: .form(limit: 4 << 10)
      ) { request in
        let form = try await request.body.form()
        return try await document(
          request, grant: form.first { $0.name == "grant" }?.value,
          isShown: form.contains { $0.name == "view" && $0.value == "1" })
      },
    ]
  }

  private func route(
    _ method: Route.Method, _ path: PathTemplate, _ summary: String, parameters: [ParameterDeclaration] = [],
    body: BodyDescription = .none, _ handler: @escaping Route.Handler
  ) -> Route {
    Route(
      method, path, access: .open, summary: summary, parameters: [Self.token.declaration] + parameters, body: body,
      security: LinkPage.security
    ) { request in
      var response: WebResponse
      if let refusal = limited(request) { response = refusal } else { response = try await handler(request) }
      response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
      response["Referrer-Policy"] = "no-referrer"
      response["Cache-Control"] = "no-store"
      return response
    }
  }

  // MARK: Pages

  private func page(_ request: WebRequest, password: String?) async throws -> WebResponse {
    let token = try request[Self.token]
    if password != nil, let wait = take(passwords, token) { return tooMany(wait) }
    let opened: ShareLinks.OpenedDocument
    do {
      opened = try await links.open(token, password: password, counts: false)
    } catch let error as ShareLinkError {
      return answer(error, token)
    }
    let page = LinkPage.document(
      LinkPage.Document(
        title: await title(of: opened), pages: opened.pages, bytes: opened.bytes, expires: opened.expires,
        downloadsLeft: opened.downloadsLeft, isPDF: opened.mediaType == "application/pdf",
        firstPage: await firstPage(of: opened)),
      action: "/s/\(token)/document", grant: opened.hasPassword ? links.grant(for: opened) : nil)
    return .html(page)
  }

  /// Bytes of a document of which the first page is shown.
  private static let previewLimit = 32 << 20

  /// The first page as PNG; nil if it cannot be drawn.
  private func firstPage(of document: ShareLinks.OpenedDocument) async -> [UInt8]? {
    guard let pictures, document.mediaType == "application/pdf", document.bytes <= Self.previewLimit else { return nil }
    return try? await pictures.png(
      of: PageChoice(sha256: document.sha256, page: 1, tenant: document.tenant), width: 640)
  }

  private func answer(_ error: ShareLinkError, _ token: String) -> WebResponse {
    switch error.code {
    case .passwordRequired: return .html(LinkPage.password(action: "/s/\(token)", isWrong: false))
    case .passwordWrong: return .html(LinkPage.password(action: "/s/\(token)", isWrong: true), status: 403)
    case .expired, .revoked, .exhausted:
      return .html(
        LinkPage.message(
          "This link is no longer valid", "Ask the sender for a new one if you still need the document."), status: 410)
    case .locked:
      return .html(
        LinkPage.message(
          "This link is locked", "A wrong password was entered too often. Ask the sender to renew the link."),
        status: 403)
    case .unknown, .invalidTerms, .keyChanged:
      return .html(
        LinkPage.message(
          "There is no such link", "Check that the address is complete, or ask the sender for a new link."),
        status: 404)
    }
  }

  // MARK: The document

  private func document(_ request: WebRequest, grant: String?, isShown: Bool) async throws -> WebResponse {
    let token = try request[Self.token]
    let opened: ShareLinks.OpenedDocument
    do {
      opened = try await links.open(token, grant: grant, counts: false)
      // Before the download is counted.
      _ = try await store.find(opened.sha256)
      if request.head.method != "HEAD" { _ = try await links.open(token, grant: grant) }
    } catch let error as ShareLinkError {
      return answer(error, token)
    } catch let error as ArtifactError {
      log.error("the document of a share link cannot be read: \(error)", metadata: ["code": "\(error.code)"])
      return .html(
        LinkPage.message("The document is not available now", "Try again later."),
        status: error.code == .missing ? 410 : 503)
    }
    let fileName = Self.fileName(await title(of: opened), opened)
    var response = WebResponse(mediaType: opened.mediaType, length: opened.bytes) { [store] stream in
      try await store.write(opened.sha256, 0..<opened.bytes, of: opened.bytes, to: &stream)
    }
    let isShown = isShown && opened.mediaType == "application/pdf"
    response["Content-Disposition"] =
      (isShown ? WebContent.Disposition.inline(fileName: fileName) : .attachment(fileName: fileName)).field
    // Nothing in the document can act for this site.
    response["Content-Security-Policy"] = "sandbox; default-src 'none'; frame-ancestors 'none'"
    return response
  }

  /// The document's title as a file name.
  private static func fileName(_ title: String, _ document: ShareLinks.OpenedDocument) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in title.unicodeScalars.prefix(80) {
      let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      let isSafe: Bool = isLetter || scalar == " " || scalar == "-" || scalar == "_" || scalar == "."
      scalars.append(isSafe ? scalar : "_")
    }
    let name = String(scalars).trimmingCharacters(in: CharacterSet(charactersIn: " ."))
    let suffix = "." + PathText.fileExtension(of: document.mediaType)
    return (name.isEmpty ? "document" : name) + (name.lowercased().hasSuffix(suffix) ? "" : suffix)
  }

  /// The title in the document, or else its kind and job. Documents in a bucket are not read for it.
  private func title(of document: ShareLinks.OpenedDocument) async -> String {
    let fallback = "\(document.kind) \(document.job)"
    guard document.mediaType == "application/pdf", document.bytes <= Self.titleLimit, case .folder = store.backend
    else {
      return fallback
    }
    if let known = titles.title(of: document.sha256) { return known ?? fallback }
    do {
      let title = try await files.of(tenant: document.tenant).title(
        of: try await store.read(document.sha256)
      ).flatMap(Self.printable)
      titles.insert(title, for: document.sha256)
      return title ?? fallback
    } catch is FileTaskFailure {
      titles.insert(nil, for: document.sha256)
    } catch let error as RenderingError where error.code == .unreadable || error.code == .tooSlow {
      titles.insertFailure(for: document.sha256)
    } catch {
      log.warning("the title of a document was not read: \(error)")
    }
    return fallback
  }

  /// Bytes of a document whose title is read.
  private static let titleLimit: Int64 = 32 << 20

  /// A title without control characters, at most 200 characters; nil if nothing is left.
  private static func printable(_ title: String) -> String? {
    var scalars = String.UnicodeScalarView()
    for scalar in title.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format: continue
      default: scalars.append(scalar)
      }
    }
    let title = String(String(scalars).trimmingCharacters(in: .whitespaces).prefix(200))
    return title.isEmpty ? nil : title
  }

  // MARK: Limits

  private func limited(_ request: WebRequest) -> WebResponse? {
    guard let token = try? request[Self.token] else { return nil }
    let client = ClientNetwork.name(of: request.head.client ?? "")
    return (perAddress.take(client) ?? take(perLink, token)).map(tooMany)
  }

  /// Takes a token of a link. Texts that cannot be the token of a link are not counted: they would displace the links.
  private func take(_ limit: KeyedRateLimit<String>, _ token: String) -> Duration? {
    ShareToken(token).flatMap { limit.take($0.text) }
  }

  private func tooMany(_ wait: Duration) -> WebResponse {
    let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
    var response = WebResponse.html(
      LinkPage.message("Too many requests", "Try again in \(counted(seconds, "second"))."), status: 429)
    response["Retry-After"] = "\(seconds)"
    return response
  }
}
