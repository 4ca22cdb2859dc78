import ArtifactStore
import Foundation
import JobQueue
import Web

/// Draws pages of stored documents.
package protocol PagePictures: Sendable {
  /// A page as PNG.
  /// - Parameter page: from 1.
  func png(of sha256: String, page: Int, width: Int) async throws -> [UInt8]
}

extension Dashboard {
  /// Pages that are shown as pictures at once.
  private static let shownPages = 24

  func documentSection(_ details: JobDetails) -> HTML? {
    guard let artifact = details.artifact, let summary = details.job.artifact else { return nil }
    let id = details.job.id
    let isPDF = artifact.mediaType == "application/pdf"
    let sheets: [HTML] =
      isPDF && pictures != nil
      ? artifact.pages.prefix(Self.shownPages).indices.map { index in
        let size = artifact.pages[index]
        let height = size.width > 0 ? Int((240 * size.height / size.width).rounded()) : 339
        return """
          <a class="sheet" href="/jobs/\(id)/document#page=\(index + 1)"><img src="/jobs/\(id)/pages/\(index + 1)" width="240" \
          height="\(min(height, 2000))" loading="lazy" alt="Page \(index + 1)"><span>\(index + 1)</span></a>
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
      ]))
      <div class="sheets">\(sheets)</div>
      \(rest > 0 && !sheets.isEmpty ? HTML("<p class=\"hint\">\(Format.count(rest)) more pages are in the document.</p>") : nil)
      </section>
      """
  }

  /// A page of a document as a picture.
  var pictureRoute: Route {
    let id = Self.jobID
    let page = Parameter<Int>.path("page", .integer(1...1_000_000), "The page, from 1.")
    let width = Parameter<Int>.query("width", .integer(16...2000), default: 480, "Width of the picture in pixels.")
    var security = SecurityHeaders.strict
    security.cacheControl = "private, max-age=3600"
    return Route(
      .get, "/jobs/{id}/pages/{page}", access: Role.viewer.access, summary: "Show a page of a document as a picture.",
      parameters: [id.declaration, page.declaration, width.declaration], security: security
    ) { request in
      let visitor = Visitor(principal: try request.authenticated(), formKey: "")
      let details = try await job(try request[id], visitor)
      let number = try request[page]
      guard let pictures, let artifact = details.artifact, artifact.mediaType == "application/pdf",
        number <= artifact.pages.count
      else { throw Problem(.notFound, "job \(details.job.id) has no page \(number)") }
      let tag = "\"\(artifact.sha256.prefix(32))-\(number)-\(try request[width])\""
      guard request.header("If-None-Match") != tag else { return WebResponse(status: 304) }
      var response = WebResponse(
        mediaType: "image/png",
        bytes: try await pictures.png(of: artifact.sha256, page: number, width: try request[width]))
      response["ETag"] = tag
      return response
    }
  }

  /// The document as it is. Only PDF is shown in the browser; everything else is downloaded.
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
      let details = try await job(try request[id], visitor)
      guard let artifact = details.artifact else {
        throw Problem(.notFound, "job \(details.job.id) is \(details.job.state.rawValue) and has no document")
      }
      let isPDF = artifact.mediaType == "application/pdf"
      let name = "\(details.job.kind)-\(details.job.id).\(isPDF ? "pdf" : "zip")"
      let isShown = try isPDF && !request[download]
      let content = WebContent(
        mediaType: isPDF ? "application/pdf" : "application/octet-stream", length: Int(artifact.bytes),
        tag: artifact.sha256,
        disposition: isShown ? .inline(fileName: name) : .attachment(fileName: name)
      ) { range, stream in
        try await artifacts.copy(artifact.sha256, range, to: &stream)
      }
      return .content(content, for: request)
    }
  }
}

extension ArtifactStore {
  /// Writes a part of an artifact into an answer, in pieces.
  fileprivate func copy(_ sha256: String, _ range: Range<Int>, to stream: inout ResponseStream) async throws {
    try await withLocalFile(of: sha256) { path in
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      try file.seek(toOffset: UInt64(range.lowerBound))
      var rest = range.count
      while rest > 0, let piece = try file.read(upToCount: min(rest, 256 << 10)), !piece.isEmpty {
        try await stream.write(Array(piece))
        rest -= piece.count
      }
    }
  }
}
