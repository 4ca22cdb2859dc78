import JobQueue
import Web

extension Dashboard {
  /// Pages that are shown as pictures at once.
  private static let shownPages = 24
  /// CSS px.
  private static let pictureWidth = 240.0

  /// The height of the picture of a page, in CSS px. Files of users are archives and parts of binders too, so that a
  /// page can have any size.
  static func pictureHeight(_ size: PagePoints) -> Int {
    guard size.width > 0, size.height > 0 else { return 339 }
    return Int(min(max(pictureWidth * (size.height / size.width), 1), 2000).rounded())
  }

  func documentSection(_ details: JobDetails) -> HTML? {
    guard let artifact = details.artifact, let summary = details.job.artifact else { return nil }
    let id = details.job.id
    let isPDF = artifact.mediaType == "application/pdf"
    let sheets: [HTML] =
      isPDF && pictures != nil
      ? artifact.pages.prefix(Self.shownPages).indices.map { index in
        return """
          <a class="sheet" href="/jobs/\(id)/document#page=\(index + 1)"><img src="/jobs/\(id)/pages/\(index + 1)" \
          width="\(Int(Self.pictureWidth))" height="\(Self.pictureHeight(artifact.pages[index]))" loading="lazy" alt="Page \(index + 1)"><span>\(index + 1)</span></a>
          """
      } : []
    let open: HTML? = isPDF ? "<a class=\"button primary\" href=\"/jobs/\(id)/document\">Open</a>" : nil
    let rest = artifact.pages.count - sheets.count
    return """
      <section><div class="heading"><h2>Document</h2><div class="buttons">\(open)\
      <a class="button" href="/jobs/\(id)/document?download=true">Download</a></div></div>
      \(UI.facts([
        ("Pages", UI.number(summary.pages)), ("Size", HTML(escaping: Format.bytes(summary.bytes))),
        ("Type", UI.code(summary.mediaType)), ("SHA-256", "<code class=\"hash\">\(summary.sha256)</code>"),
        ("Fonts", fonts(artifact.fonts)),
      ]))
      <div class="sheets">\(sheets)</div>
      \(rest > 0 && !sheets.isEmpty ? HTML("<p class=\"hint\">\(Format.count(rest)) more pages are in the document.</p>") : nil)
      </section>
      """
  }

  /// The fonts of the text, with their files.
  private func fonts(_ fonts: [ArtifactFont]) -> HTML? {
    guard !fonts.isEmpty else { return nil }
    let lines = fonts.map { font -> HTML in
      "<div>\(font.name) <span class=\"hint\">\(font.file ?? "in the document")</span></div>"
    }
    return "\(lines)"
  }

  /// A page of a document as a picture.
  var pictureRoute: Route {
    let id = Self.jobID
    let page = Parameter<Int>.path("page", .integer(1...1_000_000), "The page, from 1.")
    return Route(
      .get, "/jobs/{id}/pages/{page}", access: Role.viewer.access, summary: "Show a page of a document as a picture.",
      parameters: [id.declaration, page.declaration, PagePictureResponse.width.declaration],
      security: PagePictureResponse.security
    ) { request in
      let visitor = Visitor(principal: try request.authenticated(), formKey: "")
      let details = try await job(try request[id], visitor)
      return try await PagePictureResponse.response(details.job, page: try request[page], request, pictures)
    }
  }

  /// The unchanged document. Only PDF is shown in the browser; everything else is downloaded.
  var documentRoute: Route {
    let id = Self.jobID
    let download = Parameter<Bool>.query("download", .boolean, default: false, "Whether to download it.")
    // A PDF viewer is a page of the browser itself, which a sandbox would stop.
    let security = SecurityHeaders(contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'")
    return Route(
      .get, "/jobs/{id}/document", access: Role.viewer.access, summary: "Show or download the document of a job.",
      parameters: [id.declaration, download.declaration], security: security
    ) { request in
      let visitor = Visitor(principal: try request.authenticated(), formKey: "")
      let job = try await job(try request[id], visitor).job
      guard let artifact = job.artifact else {
        throw Problem(.notFound, "job \(job.id) is \(job.state.rawValue) and has no document")
      }
      return .content(
        try await artifacts.content(
          artifact.sha256, bytes: artifact.bytes, mediaType: artifact.mediaType, name: "\(job.kind)-\(job.id)",
          isShown: try !request[download]), for: request)
    }
  }
}
